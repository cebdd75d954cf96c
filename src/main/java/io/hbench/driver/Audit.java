package io.hbench.driver;

import io.hbench.cluster.TimeLimit;
import io.hbench.json.JsonFormat;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.time.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Record of one command that may change a cluster, for the people who run the cluster: two files in
 * {@code hbench.audit.dir}, which are never written over. The first one is complete before the
 * command does anything: who, where, the command line. The second one has a line for each thing
 * that was done, flushed at once, and one for the end; a command that was killed has none. On a
 * file system without flush, a command that was killed leaves the first file alone.
 */
public final class Audit {
  /** The audit of what is not recorded. */
  static final Audit NONE = new Audit(Time.real());

  private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

  /** For the user and the group that the directory has. */
  private static final FsPermission MODE = new FsPermission((short) 0640);

  /** A NameNode that fails over is back within it. */
  private static final Duration BEGIN_LIMIT = Duration.ofMinutes(1);

  private static final Duration END = Duration.ofSeconds(10);

  private final Time time;

  /** Writes the events: what is under way, such as an undo, does not wait for a file system. */
  private ScheduledExecutorService thread;

  private FileSystem fs;
  private Path events;
  private FSDataOutputStream out;
  private boolean failed;

  /** The first file. */
  private record Start(
      String version,
      String user,
      String realUser,
      String localUser,
      String sudoUser,
      String host,
      long process,
      String started,
      String command) {}

  /** A line of the second file. */
  private record Event(String at, String event, String what, Integer exitCode) {}

  public Audit(Time time) {
    this.time = time;
  }

  /**
   * Begins the record, if the site has a directory for it.
   *
   * @param site configuration without words of the command line
   * @param command line, without secrets
   * @throws UsageException if it can't be written: the command is not to do anything then
   */
  public void begin(Configuration site, Map<String, String> environment, String command)
      throws IOException, InterruptedException {
    Optional<String> directory = Settings.AUDIT_DIR.find(site);
    if (directory.isEmpty()) {
      return;
    }
    String property = Settings.AUDIT_DIR.property();
    Path path = SettingType.path(property, directory.get());
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    UserGroupInformation real = user.getRealUser();
    Start start =
        new Start(
            Version.hbench(),
            user.getUserName(),
            real == null ? null : real.getUserName(),
            System.getProperty("user.name"),
            environment.get("SUDO_USER"),
            InetAddress.getLocalHost().getHostName(),
            ProcessHandle.current().pid(),
            time.iso(),
            command);
    String name =
        "%s-%s-%s"
            .formatted(
                start.started().replaceAll("[-:]|[.].*", ""),
                user.getShortUserName().replaceAll("[^\\w.-]", "_"),
                UUID.randomUUID());
    try {
      fs = path.getFileSystem(site);
      events = new Path(path, name + ".events");
      TimeLimit.run(
          BEGIN_LIMIT,
          "can't write into " + path,
          () -> {
            try (FSDataOutputStream first = create(new Path(path, name + ".json"))) {
              first.write(RunDirectory.toJson(start).getBytes(StandardCharsets.UTF_8));
            }
          });
    } catch (IOException e) {
      throw UsageException.badValue(
          property,
          path.toString(),
          "commands are recorded there, and this one can't be: " + FailureText.of(e),
          "hadoop fs -mkdir -p %1$s && hadoop fs -chmod 1777 %1$s".formatted(path));
    }
    thread = time.threads("audit", 1);
  }

  /** A new file in a directory that exists. */
  private FSDataOutputStream create(Path file) throws IOException {
    FSDataOutputStream created = fs.createFile(file).overwrite(false).build();
    fs.setPermission(file, MODE);
    return created;
  }

  /**
   * Records something that is done, or is about to be done; returns at once.
   *
   * @param event one word
   */
  void note(String event, Object what) {
    write(new Event(time.iso(), event, what.toString(), null));
  }

  public void failed(String why) {
    note("failed", why);
  }

  public void end(int exitCode) {
    if (thread == null) {
      return;
    }
    write(new Event(time.iso(), "ended", null, exitCode));
    thread.execute(this::close);
    thread.shutdown();
    if (!Time.awaitEnd(thread, END)) {
      LOG.warn(
          "{} is not complete: {}",
          events,
          Thread.currentThread().isInterrupted()
              ? "this process was interrupted before its file system answered"
              : "no answer from its file system");
    }
  }

  private void write(Event event) {
    if (thread != null && !thread.isShutdown()) {
      thread.execute(
          () -> {
            try {
              append(JsonFormat.LINE.toJson(event) + "\n");
            } catch (IOException | RuntimeException e) {
              warn(e);
            }
          });
    }
  }

  private void append(String line) throws IOException {
    if (failed) {
      return;
    }
    if (out == null) {
      out = create(events);
    }
    out.write(line.getBytes(StandardCharsets.UTF_8));
    out.hflush();
  }

  private void close() {
    try {
      if (out != null) {
        out.close();
      }
    } catch (IOException | RuntimeException e) {
      warn(e);
    }
  }

  /** The command goes on: it may be in the middle of an undo. */
  private void warn(Exception e) {
    if (!failed) {
      failed = true;
      LOG.warn("{} is not complete: {}", events, FailureText.of(e));
    }
  }
}
