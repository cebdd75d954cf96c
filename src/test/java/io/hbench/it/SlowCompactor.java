package io.hbench.it;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.hbase.security.User;

/** Takes as long for a compaction as a test wants. */
public final class SlowCompactor extends DefaultCompactor {
  /** What compactions wait for. */
  static volatile CountDownLatch gate = new CountDownLatch(0);

  public SlowCompactor(Configuration conf, HStore store) {
    super(conf, store);
  }

  @Override
  public List<Path> compact(
      CompactionRequestImpl request, ThroughputController throughput, User user)
      throws IOException {
    try {
      gate.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    return super.compact(request, throughput, user);
  }
}
