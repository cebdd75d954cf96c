package io.hbench.rundir;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * A local text file that hbench replaces again and again, if it is its own.
 *
 * @param isOurs whether the first characters of a file are those of hbench
 */
public record LocalFile(Path path, Predicate<String> isOurs) {
  /** More than the first words of a file of hbench, by which it is recognized. */
  private static final int FIRST_BYTES = 200;

  /** Why the file can't be written, after its name; empty if it can. */
  public Optional<String> problem() {
    Path place = path.getParent();
    if (place == null || !Files.isDirectory(place) || !Files.isWritable(place)) {
      return Optional.of("is in no directory that can be written to");
    }
    return Files.exists(path) && !isOwn()
        ? Optional.of("exists, and is not a file of hbench")
        : Optional.empty();
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

  /** Replaces the file atomically. */
  public void replace(String text) throws IOException {
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
