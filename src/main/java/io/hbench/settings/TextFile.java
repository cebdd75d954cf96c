package io.hbench.settings;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Text files that users name on the command line; they are read as a whole. */
public final class TextFile {
  private static final int MAX_BYTES = 16 << 20;

  private TextFile() {}

  /**
   * Reads a file.
   *
   * @param flag that names the file, for messages
   * @param example of a flag with a file, for messages
   * @throws UsageException if it is no regular file, is too large, or cannot be read
   */
  public static String read(String flag, String name, Charset charset, String example) {
    try {
      Path file = Path.of(name);
      if (!Files.isRegularFile(file)) { // a device or a pipe may have no end
        throw UsageException.badValue(flag, name, "not a file", example);
      }
      try (InputStream in = Files.newInputStream(file)) {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
          throw UsageException.badValue(flag, name, "larger than 16 MB", example);
        }
        return new String(bytes, charset);
      }
    } catch (InvalidPathException e) {
      throw UsageException.badValue(flag, name, "not a file", example);
    } catch (IOException e) {
      throw UsageException.badValue(flag, name, "cannot be read", example);
    }
  }
}
