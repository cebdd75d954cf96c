package io.hbench.job;

import io.hbench.kit.VirtualTime;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;

/** Takes the local jobs of threads of a {@link VirtualTime} before Hadoop's own runner does. */
public final class VirtualJobsProvider extends ClientProtocolProvider {
  @Override
  public ClientProtocol create(Configuration conf) {
    Optional<VirtualTime> time = VirtualTime.ofThread();
    return time.isPresent() && LoadJob.isLocal(conf)
        ? new VirtualJobs(conf, time.get()).protocol()
        : null;
  }

  @Override
  public ClientProtocol create(InetSocketAddress address, Configuration conf) {
    return null;
  }

  @Override
  public void close(ClientProtocol client) {}
}
