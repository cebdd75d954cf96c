package io.hbench.driver;

import static io.hbench.figure.Format.format;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.cluster.action.Undo;
import io.hbench.rundir.Renaming;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteExecution;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.commons.lang3.concurrent.BasicThreadFactory;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The undos of a suite that are pending, each in a file of the suite's directory, {@code
 * _undo-000001.json}: written before what it repairs, and deleted when that is repaired. So another
 * process can do it, from any machine, after this one was killed. That of an action has a hash of
 * its cluster in the name, for those who may not read it.
 */
final class UndoJournal {
  private static final Logger LOG = LoggerFactory.getLogger(UndoJournal.class);

  /** Limits the questions to the NameNode where runs of years are in one place. */
  private static final int BESIDE = 20;

  /** For the owner alone: a shell line may say how to log in. */
  private static final FsPermission OWN = new FsPermission((short) 0600);

  private final RunDirectory directory;

  private final ExecutorService deletions =
      Executors.newCachedThreadPool(
          BasicThreadFactory.builder().daemon(true).namingPattern("undo-journal").build());

  /** Of the last entry; 0 until the directory was read. */
  private int last;

  /**
   * A pending undo.
   *
   * @param host where its process has run
   * @param since when it was written, in ISO 8601
   * @param cluster of an action: {@code zk1:2181 /hbase}
   * @param out directory of the run, for shell lines
   */
  record Entry(String host, String since, String cluster, String out, Undo undo) {
    /** An entry of a file. */
    Entry {
      Objects.requireNonNull(undo, "no undo");
      Objects.requireNonNull(cluster, "no cluster");
      Objects.requireNonNull(out, "no directory of the run");
    }

    Entry with(Undo other) {
      return new Entry(host, since, cluster, out, other);
    }
  }

  UndoJournal(RunDirectory directory) {
    this.directory = directory;
  }

  /** Names of the files of pending undos, the newest first. */
  List<String> pending() throws IOException {
    return directory.list(SuiteExecution.UNDO).stream()
        .map(FileStatus::getPath)
        .map(Path::getName)
        .filter(name -> name.matches(SuiteExecution.UNDO + "\\d+(-[0-9a-f]{8})?\\.json"))
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  /**
   * The suites beside this one, of the last {@value #BESIDE} directories, that have pending undos.
   *
   * @param closed gets those that this user may not read
   */
  List<Path> beside(Consumer<Path> closed) {
    try {
      return Arrays.stream(directory.fileSystem().listStatus(directory.path().getParent()))
          .filter(file -> file.isDirectory() && !file.getPath().equals(directory.path()))
          .sorted(Comparator.comparing(FileStatus::getModificationTime).reversed())
          .limit(BESIDE)
          .map(FileStatus::getPath)
          .filter(suite -> hasPending(suite, closed))
          .toList();
    } catch (IOException e) {
      return List.of(); // a place that this user may enter, and not list
    }
  }

  private boolean hasPending(Path suite, Consumer<Path> closed) {
    try {
      return !new RunDirectory(directory.fileSystem().getConf(), suite)
          .list(SuiteExecution.UNDO)
          .isEmpty();
    } catch (AccessControlException e) {
      closed.accept(suite); // another user's, who keeps it private
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  Entry read(String name) throws IOException {
    return directory
        .readJson(name, Entry.class)
        .orElseThrow(() -> new IOException(new Path(directory.path(), name) + " is gone"));
  }

  /** Ends of the names of pending undos that have servers to start, or can't be read. */
  Set<String> endsWithStoppedServers() throws IOException {
    Set<String> ends = new HashSet<>();
    for (String name : pending()) {
      boolean stopped;
      try {
        stopped = !read(name).undo().start().isEmpty();
      } catch (IOException e) { // damaged or another user's, unless it is gone by now
        LOG.debug("{}", name, e);
        stopped = directory.has(name);
      }
      if (stopped) {
        ends.add(name.replaceFirst("\\D+\\d+", ""));
      }
    }
    return ends;
  }

  /** The end of the names of undos of a cluster's actions, or of shell lines. */
  static String end(String cluster) {
    return cluster.isEmpty() ? ".json" : format("-%08x.json", cluster.hashCode());
  }

  /** Name of a new entry. */
  synchronized String next(String cluster) throws IOException {
    if (last == 0) {
      List<String> known = pending();
      last =
          known.isEmpty() ? 0 : Integer.parseInt(known.get(0).replaceFirst("\\D+(\\d+).*", "$1"));
    }
    last++;
    return format("%s%06d%s", SuiteExecution.UNDO, last, end(cluster));
  }

  /**
   * Writes an entry, down to the disks where the file system can.
   *
   * @throws IOException if it may be lost: what it repairs must not begin
   */
  void write(String name, Entry entry) throws IOException {
    FileSystem fs = directory.fileSystem();
    Path file = new Path(directory.path(), name);
    Optional<FileContext> context = Renaming.ontoFiles(fs, file);
    if (context.isEmpty()) { // an object store
      directory.writeJson(name, entry);
      fs.setPermission(file, OWN);
      return;
    }
    Path draft = new Path(directory.path(), "_draft" + name);
    write(fs, draft, entry);
    context.get().rename(draft, file, Options.Rename.OVERWRITE);
  }

  /** Writes a file that is its owner's alone before it has any text. */
  private static void write(FileSystem fs, Path file, Entry entry) throws IOException {
    try (FSDataOutputStream out = FileSystem.create(fs, file, OWN)) {
      out.write(RunDirectory.toJson(entry).getBytes(StandardCharsets.UTF_8));
      if (out.hasCapability(StreamCapabilities.HSYNC)) {
        out.hsync();
      }
    }
  }

  /**
   * Deletes an entry in a thread of its own: a file system that hangs must hold up no undo.
   *
   * @param writes lock of those who write it
   */
  Future<?> delete(String name, Object writes) {
    return deletions.submit(
        () -> {
          synchronized (writes) {
            directory.fileSystem().delete(new Path(directory.path(), name), false);
          }
          return null;
        });
  }

  /** What a user types to perform what is left: {@code ; to undo it: suite --undo DIR}. */
  String hint() {
    return "; to undo it: suite --undo " + quoted(directory.path());
  }

  /** The path of an entry, for messages. */
  String path(String name) {
    return new Path(directory.path(), name).toString();
  }

  static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      return "localhost";
    }
  }
}
