package io.hbench.row;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class CopiedRowsTest {
  /**
   * The bounds hold for whatever is drawn. DEFLATE takes the shortest of three codes, and the fixed
   * one has at most 9 bits for a random byte, and 13 for 258 zeros. No code makes more than one in
   * 2^64 random texts 8 bytes shorter, as there are not enough shorter ones.
   */
  @Test
  void aReplacedValueIsAsLongAndAsCompressibleAsItWas() throws IOException {
    byte[] text = Files.readAllBytes(Path.of("src/docs/changelog.md"));
    for (int length : new int[] {200, 1_000, 20_000}) {
      byte[] value = Arrays.copyOf(text, length);
      byte[] other = CopiedRows.like(value);
      assertThat(other).hasSize(length).isNotEqualTo(value);
      int deflated = deflated(value);
      int most = deflated * 9 / 8 + (length - deflated) / 100 + 8;
      assertThat(deflated(other)).isBetween(deflated - 8, most);
    }
  }

  @Test
  void whatDoesNotCompressIsRandomThroughout() {
    byte[] value = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
    assertThat(deflated(CopiedRows.like(value))).isGreaterThanOrEqualTo(10);
    assertThat(CopiedRows.like(new byte[0])).isEmpty();
  }

  /** Who knows the values that may be there finds out by none of them which one it was. */
  @Test
  void aReplacedValueDoesNotFollowFromTheValue() {
    byte[] value = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    assertThat(CopiedRows.like(value)).isNotEqualTo(CopiedRows.like(value));
  }

  private static int deflated(byte[] value) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    deflater.setInput(value);
    deflater.finish();
    try {
      return deflater.deflate(new byte[2 * value.length + 100]);
    } finally {
      deflater.end();
    }
  }
}
