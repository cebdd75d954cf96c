package io.hbench.it;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;

/**
 * Coprocessor that delays each get at one region server, and none at the others; or at all, while a
 * file is there.
 */
public final class SlowRegion implements RegionCoprocessor, RegionObserver {
  /** Property: port of the slow server. */
  static final String PORT = "hbench.slow.port";

  /** Property: delay in milliseconds. */
  static final String MILLIS = "hbench.slow.millis";

  /** Property: local file in place of the port. */
  static final String FILE = "hbench.slow.file";

  private long millis;
  private Path file;

  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  @SuppressWarnings("rawtypes") // as HBase has it
  public void start(CoprocessorEnvironment environment) {
    int port = ((RegionCoprocessorEnvironment) environment).getServerName().getPort();
    file = Path.of(environment.getConfiguration().get(FILE, "/"));
    if (environment.getConfiguration().getInt(PORT, port) == port) {
      millis = environment.getConfiguration().getLong(MILLIS, 0);
    }
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    try {
      if (Files.exists(file)) {
        TimeUnit.MILLISECONDS.sleep(millis);
      }
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException().initCause(e);
    }
  }
}
