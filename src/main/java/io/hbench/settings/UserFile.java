package io.hbench.settings;

import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;

/**
 * A file that a user names: on any file system of Hadoop, or on this machine if the name has no
 * scheme.
 *
 * @param flag that names it, for messages
 * @param example of the flag with a file
 * @param isOurs whether the first characters of a file are those of hbench, which may replace it
 */
public record UserFile(
    FileSystem fs, Path path, String flag, String name, String example, Predicate<String> isOurs) {
  private static final int MAX_BYTES = 16 << 20;

  /** More than the first words of a file of hbench, by which it is recognized. */
  private static final int FIRST_BYTES = 200;

  private static final Pattern WITH_SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:/.*");

  /** Whether a name is that of a file of another file system. */
  public static boolean isElsewhere(String name) {
    return WITH_SCHEME.matcher(name).matches() && !name.regionMatches(true, 0, "file:", 0, 5);
  }

  /**
   * A file to read.
   *
   * @throws UsageException if its file system is not known
   */
  public static UserFile of(Configuration conf, String flag, String name, String example) {
    return of(conf, flag, name, example, text -> false);
  }

  /**
   * A file to replace, which a setting names; empty if it is not set.
   *
   * @param example of a file
   * @throws UsageException likewise
   */
  public static Optional<UserFile> of(
      Setting<String> setting, Configuration conf, String example, Predicate<String> isOurs) {
    String flag = setting.flag();
    return setting.find(conf).map(name -> of(conf, flag, name, flag + " " + example, isOurs));
  }

  private static UserFile of(
      Configuration conf, String flag, String name, String example, Predicate<String> isOurs) {
    try {
      Path path =
          WITH_SCHEME.matcher(name).matches()
              ? new Path(name)
              : new Path(new File(name).getAbsoluteFile().toURI());
      FileSystem fs = path.getFileSystem(conf);
      boolean isLocal = fs.getUri().getScheme().equals("file");
      // the raw one leaves no files of checksums
      return new UserFile(
          isLocal ? FileSystem.getLocal(conf).getRaw() : fs,
          fs.makeQualified(path),
          flag,
          name,
          example,
          isOurs);
    } catch (IOException | RuntimeException | LinkageError e) { // the last two without its jars
      throw UsageException.badValue(
          flag, name, "no such file system: " + FailureText.of(e), example);
    }
  }

  public boolean isLocal() {
    return fs.getUri().getScheme().equals("file");
  }

  private boolean isFile() throws IOException {
    return isLocal()
        ? new File(path.toUri()).isFile()
        : fs.exists(path) && fs.getFileStatus(path).isFile();
  }

  /**
   * Opens the file; a local one may be a pipe or a device, which may have no end.
   *
   * @throws UsageException if there is none, it is a directory, or it cannot be read
   */
  public InputStream open() {
    try {
      File file = isLocal() ? new File(path.toUri()) : null;
      if (file != null && file.exists() && !file.isDirectory()) {
        return new BufferedInputStream(new FileInputStream(file)); // which alone would seek
      }
      if (file == null && isFile()) {
        return fs.open(path);
      }
    } catch (IOException | RuntimeException e) {
      throw bad("cannot be read: " + FailureText.of(e));
    }
    throw bad("not a file");
  }

  /**
   * Reads the file as a whole.
   *
   * @throws UsageException if it is too large, and as {@link #open} does
   */
  public String read(Charset charset) {
    try (InputStream in = open()) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw bad("larger than 16 MB");
      }
      return new String(bytes, charset);
    } catch (IOException e) {
      throw bad("cannot be read: " + FailureText.of(e));
    }
  }

  /**
   * A file of this machine with the same name and content, until the JVM ends.
   *
   * @throws UsageException if it is no regular file, or cannot be read
   */
  public File local() {
    try {
      if (isLocal() && !isFile()) {
        throw bad("not a file");
      }
    } catch (IOException e) {
      throw bad("cannot be read: " + FailureText.of(e));
    }
    try (InputStream in = open()) {
      if (isLocal()) {
        return new File(path.toUri());
      }
      java.nio.file.Path directory = Files.createTempDirectory("hbench-");
      java.nio.file.Path copy = directory.resolve(path.getName());
      directory.toFile().deleteOnExit();
      copy.toFile().deleteOnExit();
      Files.copy(in, copy);
      return copy.toFile();
    } catch (IOException e) {
      throw bad("cannot be read: " + FailureText.of(e));
    }
  }

  /**
   * Checks that the file can be written.
   *
   * @throws UsageException if it can't, or if hbench did not write the existing file
   */
  public void check() {
    try {
      if (!isWritable(path.getParent())) {
        throw bad("is in no directory that can be written to");
      }
      if (fs.exists(path) && !(isFile() && isOurs.test(start()))) {
        throw bad("exists, and is not a file of hbench");
      }
    } catch (IOException e) {
      throw bad("cannot be written: " + FailureText.of(e));
    }
  }

  private boolean isWritable(Path place) throws IOException {
    if (place == null) {
      return false;
    }
    if (isLocal()) {
      File directory = new File(place.toUri());
      return directory.isDirectory() && directory.canWrite();
    }
    if (fs.hasPathCapability(place, CommonPathCapabilities.FS_PERMISSIONS)) {
      fs.access(place, FsAction.WRITE_EXECUTE);
    }
    return true; // an object store has no directories
  }

  private String start() throws IOException {
    try (InputStream in = open()) {
      return new String(in.readNBytes(FIRST_BYTES), StandardCharsets.UTF_8);
    }
  }

  /**
   * Replaces the file atomically.
   *
   * @throws UsageException as {@link #check} does
   */
  public void replace(String text) throws IOException {
    check();
    if (isLocal()) {
      replaceLocal(java.nio.file.Path.of(path.toUri()), text);
    } else {
      // a dot lets a name have a colon
      new RunDirectory(fs.getConf(), path.getParent()).write("./" + path.getName(), text);
    }
  }

  /** With the permissions of the user's umask, which Hadoop's local file system ignores. */
  private static void replaceLocal(java.nio.file.Path file, String text) throws IOException {
    // same directory, for the rename; hidden, because Prometheus' collector reads *.prom
    java.nio.file.Path next =
        file.resolveSibling("." + file.getFileName() + "-" + UUID.randomUUID());
    try {
      Files.writeString(next, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (FileSystemException e) { // which names the file
      throw e;
    } catch (IOException e) { // no space left on device
      throw new IOException(file + ": " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(next);
    }
  }

  private UsageException bad(String problem) {
    return UsageException.badValue(flag, name, problem, example);
  }
}
