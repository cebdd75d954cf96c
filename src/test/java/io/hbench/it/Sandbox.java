package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.Hbench;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The sandbox for the tests that need it: started once for all of them, unless it runs already, and
 * then stopped after the last.
 */
final class Sandbox implements BeforeAllCallback {
  static final String LOCK = "sandbox";

  /** A class of tests that share the sandbox with other classes. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(Sandbox.class)
  @ResourceLock(value = LOCK, mode = ResourceAccessMode.READ)
  @interface Shared {}

  /** A class of tests that stop daemons or take all containers. */
  @Target(ElementType.TYPE)
  @Retention(RetentionPolicy.RUNTIME)
  @ExtendWith(Sandbox.class)
  @ResourceLock(LOCK)
  @interface Alone {}

  private static final Namespace NAMESPACE = Namespace.create(Sandbox.class);

  /**
   * JVMs that live for seconds spend them on loading classes: neither the second compiler nor the
   * verification of bytecode pays. {@code hadoop jar} without these options verifies the jar.
   */
  static final String QUICK =
      "-XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote";

  /** Exit code of a command that SIGTERM ended: 128, and the number of the signal. */
  static final int INTERRUPTED = 143;

  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^' ])+");

  private static final String JAR = "target/hbench.jar";

  /** Variables of the environment, and the command. */
  static final String HBENCH =
      "HADOOP_CLIENT_OPTS='-XX:+UseSerialGC %s' hadoop jar %s ".formatted(QUICK, JAR);

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(NAMESPACE)
        .getOrComputeIfAbsent(Running.class, type -> new Running(), Running.class);
  }

  private static final class Running implements AutoCloseable {
    private final boolean startedHere;

    Running() {
      try {
        startedHere = !Shell.run("bin/sandbox status").out().contains(" up ");
        Shell.Result start =
            Shell.run("HBENCH_SANDBOX_JAVA_OPTIONS='%s' bin/sandbox start".formatted(QUICK));
        assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      try {
        Runs.cleanUp();
        if (startedHere) {
          assertThat(Shell.run("bin/sandbox stop").exitCode()).isZero();
        }
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Runs the built jar as a user does, in a process that takes seconds to start. */
  static Shell.Result hadoopJar(String words) throws IOException, InterruptedException {
    return Shell.inSandbox(HBENCH + words);
  }

  /** The same with another jar. */
  static Shell.Result hadoopJar(Path jar, String words) throws IOException, InterruptedException {
    return Shell.inSandbox(HBENCH.replace(JAR, jar.toString()) + words);
  }

  /**
   * Ends a command as Ctrl-C does: a SIGTERM ends a JVM the same way, and is not ignored by what a
   * shell has started in the background.
   *
   * @param words what the command prints to standard error when it is time
   * @param err for what it prints
   */
  static void interruptOnceItSays(String words, String command, Path err) throws Exception {
    Process process = submitter(command, ProcessBuilder.Redirect.DISCARD, to(err));
    try {
      Waits.until(
          "`%s` of %s".formatted(words, command),
          () -> end(process, err),
          () -> Files.readString(err).contains(words));
      assertThat(Shell.run("kill -TERM " + process.pid()).exitCode()).isZero();
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isEqualTo(INTERRUPTED);
    } finally {
      process.destroyForcibly();
    }
  }

  /** That a process has ended, with what it wrote to standard error; empty if it runs. */
  static Optional<String> end(Process process, Path err) {
    try {
      return process.isAlive()
          ? Optional.empty()
          : Optional.of("the process has ended: " + Files.readString(err));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the built jar as a process of its own, which can be killed. */
  static Process submitter(String command) throws IOException {
    return submitter(command, ProcessBuilder.Redirect.DISCARD, ProcessBuilder.Redirect.DISCARD);
  }

  /** The same, which writes into files. */
  static Process submitter(String command, Path out, Path err) throws IOException {
    return submitter(command, to(out), to(err));
  }

  private static ProcessBuilder.Redirect to(Path file) {
    return ProcessBuilder.Redirect.to(file.toFile());
  }

  /** A process that may be lost with its terminal, even if this one may not, as below nohup. */
  private static Process submitter(
      String command, ProcessBuilder.Redirect out, ProcessBuilder.Redirect err) throws IOException {
    return new ProcessBuilder(
            "bash",
            "-c",
            "eval \"$(bin/sandbox env)\" && exec env --default-signal=HUP " + HBENCH + command)
        .redirectOutput(out)
        .redirectError(err)
        .start();
  }

  /**
   * Submits from this JVM: jobs consist of the same built jar in the same containers.
   *
   * @param words may be in single quotes, as in a shell
   */
  static Shell.Result hbench(String words) throws IOException {
    return hbench(client(), words);
  }

  /** The same with other properties of the site. */
  static Shell.Result hbench(Configuration site, String words) throws IOException {
    String[] args =
        WORD.matcher(words)
            .results()
            .map(word -> word.group().replace("'", ""))
            .toArray(String[]::new);
    Hbench.Result result = Hbench.runOnCluster(site, args);
    return new Shell.Result(result.exitCode(), result.out(), result.err());
  }

  /** What an edge node has on its class path. */
  static Configuration client() throws IOException {
    Configuration conf = new Configuration();
    for (String file :
        List.of(
            "hadoop/core-site.xml",
            "hadoop/hdfs-site.xml",
            "hadoop/yarn-site.xml",
            "hadoop/mapred-site.xml",
            "hbase/hbase-site.xml")) {
      conf.addResource(Path.of("target/sandbox/conf", file).toUri().toURL());
    }
    conf.set("mapreduce.job.jar", Path.of(JAR).toUri().toString());
    return conf;
  }

  /** What it takes to read its HDFS, without the defaults, which take 60 ms to read. */
  static Configuration hdfsConf() throws IOException {
    Configuration conf = new Configuration(false);
    for (String file : List.of("core-site.xml", "hdfs-site.xml")) {
      conf.addResource(Path.of("target/sandbox/conf/hadoop", file).toUri().toURL());
    }
    return conf;
  }

  /** Its HDFS, without the seconds that a command takes. */
  static FileSystem hdfs() throws IOException {
    Configuration conf = hdfsConf();
    conf.setBoolean("fs.hdfs.impl.disable.cache", true);
    return FileSystem.get(conf);
  }

  /** A file of its HDFS. */
  static JsonObject json(String path) throws IOException {
    return JsonParser.parseString(text(path)).getAsJsonObject();
  }

  /** A file of its HDFS as text. */
  static String text(String path) throws IOException {
    try (FileSystem hdfs = hdfs();
        InputStream file = hdfs.open(new org.apache.hadoop.fs.Path(path))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Its HBase. */
  static Connection hbase() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(Path.of("target/sandbox/conf/hbase/hbase-site.xml").toUri().toURL());
    return ConnectionFactory.createConnection(conf);
  }

  /**
   * A region server that can be stopped while clients go on: when the one with hbase:meta is, they
   * wait for that instead of giving up on a request.
   */
  static String serverWithoutMeta() throws IOException {
    try (Connection connection = hbase();
        RegionLocator meta = connection.getRegionLocator(TableName.META_TABLE_NAME)) {
      int port = meta.getAllRegionLocations().get(0).getPort();
      return Files.readString(Path.of("target/sandbox/conf/ports"))
              .contains("regionserver1 " + port)
          ? "regionserver2"
          : "regionserver1";
    }
  }

  /** The process of a daemon. */
  static long pid(String daemon) throws IOException {
    return Long.parseLong(Files.readString(Path.of("target/sandbox/pids", daemon)).trim());
  }
}
