package io.hbench.fuzz;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Changes of valid inputs: truncated, flipped, spliced, of the future, with odd values. */
final class Mutation {
  private static final List<String> WORDS =
      List.of(
          "",
          " ",
          "0",
          "-1",
          "1e999",
          "NaN",
          "9223372036854775807",
          "99999999999999999999",
          "%",
          ":",
          ",",
          "@",
          "..",
          "-",
          "--",
          "=",
          "\n",
          "\t",
          "\u0000",
          "\u001b[2J",
          "ü",
          "\ud83d\ude00",
          "'",
          "\"",
          "{",
          "}",
          "{row:26}",
          "{hash:99}",
          "${env.PATH}",
          "${",
          "null",
          "none",
          "true",
          "1k",
          "0.5",
          "5%",
          "100%",
          "10s",
          "1000d",
          "1TB",
          "get",
          "put:0",
          "zipfian:2",
          "/",
          "\\",
          "a:b",
          "&x;",
          "<",
          "]]>",
          "- ",
          "  ",
          "#",
          "&a",
          "*a",
          "!!x",
          "p99 < 20ms",
          "hbench.report/3");
  private static final List<String> VALUES =
      List.of(
          "null",
          "-1",
          "0",
          "1e308",
          "-1e308",
          "1e-300",
          "9223372036854775807",
          "1e99999",
          "\"\"",
          "\"x\"",
          "[]",
          "{}",
          "[null]",
          "{\"a\": null}",
          "true",
          "NaN",
          "\"hbench.report/9\"",
          "\"9.9.9\"",
          "\"2026-13-45T99:00:00Z\"",
          "\"../../..\"",
          "\"\\u001b[2J\\n\"",
          "\"get\"",
          "\"none\"",
          "\"0-9223372036854775807\"");

  private Mutation() {}

  static <T> T any(List<T> all, SplittableRandom random) {
    return all.get(random.nextInt(all.size()));
  }

  /** A text with one to four changes. */
  static String text(String seed, SplittableRandom random) {
    StringBuilder text = new StringBuilder(seed);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + 1 + random.nextInt(8));
      switch (random.nextInt(6)) {
        case 0 -> text.setLength(at);
        case 1 -> text.insert(at, any(WORDS, random));
        case 2 -> text.replace(at, end, any(WORDS, random));
        case 3 -> text.delete(at, end);
        case 4 -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(20)));
        default -> text.insert(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0xFFFF));
      }
    }
    return text.toString();
  }

  /**
   * Bytes with one to four changes.
   *
   * @param other whose pieces are spliced in
   */
  static byte[] bytes(byte[] seed, byte[] other, SplittableRandom random) {
    byte[] bytes = seed.clone();
    for (int i = random.nextInt(4); i >= 0 && bytes.length > 0; i--) {
      int at = random.nextInt(bytes.length);
      int length = 1 + random.nextInt(random.nextBoolean() ? 4 : 400);
      switch (random.nextInt(6)) {
        case 0 -> bytes = Arrays.copyOf(bytes, at);
        case 1, 2 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 3 -> bytes[at] = any(List.of((byte) 0, (byte) -1, (byte) 0x7F, (byte) -128), random);
        case 4 -> { // four bytes of a size
          for (int b = at; b < Math.min(bytes.length, at + 4); b++) {
            bytes[b] = (byte) (b == at ? 0x7F - random.nextInt(2) * 0xF3 : 0xFF);
          }
        }
        default -> {
          int from = random.nextInt(Math.max(1, other.length));
          byte[] piece = Arrays.copyOfRange(other, from, Math.min(other.length, from + length));
          byte[] tail = Arrays.copyOfRange(bytes, at, bytes.length);
          bytes = Arrays.copyOf(bytes, at + piece.length + tail.length);
          System.arraycopy(piece, 0, bytes, at, piece.length);
          System.arraycopy(tail, 0, bytes, at + piece.length, tail.length);
        }
      }
    }
    return bytes;
  }

  /** A document with one to three values replaced or left out. */
  static String json(String seed, SplittableRandom random) {
    if (random.nextInt(4) == 0) {
      return text(seed, random);
    }
    JsonElement document = JsonParser.parseString(seed);
    for (int i = random.nextInt(3); i >= 0; i--) {
      List<Consumer<JsonElement>> places = new ArrayList<>();
      collect(document, places);
      if (!places.isEmpty()) {
        boolean leftOut = random.nextInt(5) == 0;
        any(places, random).accept(leftOut ? null : JsonParser.parseString(any(VALUES, random)));
      }
    }
    return document.toString();
  }

  private static void collect(JsonElement element, List<Consumer<JsonElement>> places) {
    if (element instanceof JsonObject object) {
      for (String key : object.keySet()) {
        collect(object.get(key), places);
        places.add(value -> put(object, key, value));
      }
    } else if (element instanceof JsonArray array) {
      for (int i = 0; i < Math.min(3, array.size()); i++) {
        int at = i;
        collect(array.get(i), places);
        places.add(value -> array.set(at, value));
      }
    }
  }

  private static void put(JsonObject object, String key, JsonElement value) {
    if (value == null) {
      object.remove(key);
    } else {
      object.add(key, value);
    }
  }
}
