package io.hbench.job.jdk;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reader of the files in a tar archive, one after the other: names, and contents if wanted. */
final class TarEntries {
  private static final int BLOCK = 512;
  private static final int NAME_LENGTH = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int TYPE_AT = 156;
  private static final int MAGIC_AT = 257;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX_LENGTH = 155;

  private final InputStream in;
  private long unread;
  private long padding;
  private String name = "";
  private char type;

  /**
   * @param in the archive, unpacked
   */
  TarEntries(InputStream in) {
    this.in = in;
  }

  /**
   * Goes to the next entry.
   *
   * @return whether there is one
   * @throws IOException if the stream is no tar archive, or ends within one
   */
  boolean next() throws IOException {
    in.skipNBytes(unread + padding);
    byte[] header = in.readNBytes(BLOCK);
    if (header.length == 0 || (header.length == BLOCK && header[0] == 0)) {
      return false;
    }
    if (header.length < BLOCK) {
      throw new EOFException("the archive is cut off");
    }
    boolean posix = text(header, MAGIC_AT, 5).equals("ustar");
    String prefix =
        posix && header[MAGIC_AT + 5] == 0 ? text(header, PREFIX_AT, PREFIX_LENGTH) : "";
    name = (prefix.isEmpty() ? "" : prefix + "/") + text(header, 0, NAME_LENGTH);
    type = (char) header[TYPE_AT];
    unread = size(header);
    padding = (BLOCK - unread % BLOCK) % BLOCK;
    return true;
  }

  /** Path of the entry; GNU's and pax's extensions for long paths are not read. */
  String name() {
    return name.startsWith("./") ? name.substring(2) : name;
  }

  /** Whether the entry is a file or a link to one. */
  boolean isFile() {
    return type == 0 || (type >= '0' && type <= '2');
  }

  /** Contents of the entry, which is a small file. */
  String text() throws IOException {
    byte[] bytes = in.readNBytes(Math.toIntExact(unread));
    unread = 0;
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static long size(byte[] header) throws IOException {
    String octal = text(header, SIZE_AT, SIZE_LENGTH).trim();
    try {
      return octal.isEmpty() ? 0 : Long.parseLong(octal, 8);
    } catch (NumberFormatException e) {
      throw new IOException("not a tar archive", e);
    }
  }

  private static String text(byte[] header, int at, int length) {
    int end = at;
    while (end < at + length && header[end] != 0) {
      end++;
    }
    return new String(header, at, end - at, StandardCharsets.UTF_8);
  }
}
