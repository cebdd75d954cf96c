package io.hbench.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.hadoop.fs.FileSystem;
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

  /** Property: how many gets a server delays at a time, while the others wait. */
  static final String AT_A_TIME = "hbench.slow.at-a-time";

  /** Property: local file in place of the port. */
  static final String FILE = "hbench.slow.file";

  /** Of all regions of a server, by how many there are. */
  private static final Map<Integer, Semaphore> PERMITS = new ConcurrentHashMap<>();

  private long millis;
  private Semaphore permits;
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
    permits =
        PERMITS.computeIfAbsent(
            environment.getConfiguration().getInt(AT_A_TIME, Integer.MAX_VALUE),
            number -> new Semaphore(number, true));
    if (environment.getConfiguration().getInt(PORT, port) == port) {
      millis = environment.getConfiguration().getLong(MILLIS, 0);
    }
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    try {
      permits.acquire();
      try {
        if (Files.exists(file)) {
          TimeUnit.MILLISECONDS.sleep(millis);
        }
      } finally {
        permits.release();
      }
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException().initCause(e);
    }
  }

  /** Writes a jar with this class, from which region servers load it. */
  static void writeJar(FileSystem fs, org.apache.hadoop.fs.Path to) throws IOException {
    String name = SlowRegion.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream jar = new JarOutputStream(fs.create(to));
        InputStream code = SlowRegion.class.getClassLoader().getResourceAsStream(name)) {
      jar.putNextEntry(new JarEntry(name));
      code.transferTo(jar);
      jar.closeEntry();
    }
  }
}
