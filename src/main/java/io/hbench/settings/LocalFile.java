package io.hbench.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;

/**
 * A local text file that hbench replaces again and again, if it is its own.
 *
 * @param flag that names it
 * @param example of the flag with a file
 * @param isOurs whether the first characters of a file are those of hbench
 */
public record LocalFile(Path path, String flag, String example, Predicate<String> isOurs) {
  /** More than the first words of a file of hbench, by which it is recognized. */
  private static final int FIRST_BYTES = 200;

  /**
   * The file that a setting names; empty if it is not set.
   *
   * @param example of a file
   * @throws UsageException if the name is not a path
   */
  public static Optional<LocalFile> of(
      Setting<String> setting, Configuration conf, String example, Predicate<String> isOurs) {
    String flag = setting.flag();
    return setting.find(conf).map(name -> of(flag, name, flag + " " + example, isOurs));
  }

  private static LocalFile of(String flag, String name, String example, Predicate<String> isOurs) {
    try {
      return new LocalFile(Path.of(name).toAbsolutePath(), flag, example, isOurs);
    } catch (InvalidPathException e) {
      throw UsageException.badValue(flag, name, "is not a path", example);
    }
  }

  /**
   * Checks that the file can be written.
   *
   * @throws UsageException if it can't, or if hbench did not write the existing file
   */
  public void check() {
    Path place = path.getParent();
    if (place == null || !Files.isDirectory(place) || !Files.isWritable(place)) {
      throw bad("is in no directory that can be written to");
    }
    if (Files.exists(path) && !isOwn()) {
      throw bad("exists, and is not a file of hbench");
    }
  }

  private UsageException bad(String problem) {
    return UsageException.badValue(flag, path.toString(), problem, example);
  }

  private boolean isOwn() {
    if (!Files.isRegularFile(path)) { // others may block a reader
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      return isOurs.test(new String(in.readNBytes(FIRST_BYTES), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Replaces the file atomically.
   *
   * @throws UsageException as {@link #check} does
   */
  public void replace(String text) throws IOException {
    check();
    // same directory, for the rename; hidden, because Prometheus' collector reads *.prom
    Path next = path.resolveSibling("." + path.getFileName() + "-" + UUID.randomUUID());
    try {
      // with the usual permissions, for other readers; a link of this name would not be followed
      Files.writeString(next, text, StandardOpenOption.CREATE_NEW);
      Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(next);
    }
  }
}
