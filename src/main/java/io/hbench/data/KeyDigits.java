package io.hbench.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * The midpoint of two keys, computed with the bytes that keys have at each position as digits:
 * between {@code user1000} and {@code user1999} it is {@code user1500}. With all 256 bytes as
 * digits it would be close to one of the ends, because these keys use only 10 of them.
 *
 * @param places digits by position
 * @param behind digits at all later positions
 */
record KeyDigits(List<BitSet> places, BitSet behind) {
  /** Digits after the common prefix of two keys: their number fits into a long. */
  private static final int PRECISION = 7;

  /** All bytes are digits: for keys of an unknown format. */
  static final KeyDigits ANY = new KeyDigits(List.of(), anyByte());

  static KeyDigits of(Collection<byte[]> keys) {
    List<BitSet> places = new ArrayList<>();
    for (byte[] key : keys) {
      for (int place = 0; place < key.length; place++) {
        if (place == places.size()) {
          places.add(new BitSet());
        }
        places.get(place).set(Byte.toUnsignedInt(key[place]));
      }
    }
    return new KeyDigits(places, new BitSet());
  }

  private static BitSet anyByte() {
    BitSet all = new BitSet();
    all.set(0, 1 << Byte.SIZE);
    return all;
  }

  /**
   * The midpoint of two keys.
   *
   * @param last greater than the first key
   * @return a key greater than the first one, and not greater than the last one
   */
  byte[] middle(byte[] first, byte[] last) {
    int same = Arrays.mismatch(first, last);
    long low = number(first, same);
    long high = number(last, same);
    byte[] middle = key(first, same, (low + high + 1) / 2);
    if (Arrays.compareUnsigned(first, middle) < 0 && Arrays.compareUnsigned(middle, last) <= 0) {
      return middle;
    }
    // bytes that are not digits, or the first key is a prefix of the last one
    return equals(ANY) ? Arrays.copyOf(first, first.length + 1) : ANY.middle(first, last);
  }

  private BitSet digits(int place) {
    return place < places.size() ? places.get(place) : behind;
  }

  /** The digit after the end of a key is 0; those of bytes start with 1. */
  private long number(byte[] key, int from) {
    long number = 0;
    for (int place = from; place < from + PRECISION; place++) {
      BitSet digits = digits(place);
      int digit =
          place < key.length ? 1 + digits.get(0, Byte.toUnsignedInt(key[place])).cardinality() : 0;
      number = number * (1 + digits.cardinality()) + digit;
    }
    return number;
  }

  private byte[] key(byte[] head, int length, long number) {
    int[] digits = new int[PRECISION];
    long rest = number;
    for (int i = PRECISION - 1; i >= 0; i--) {
      long radix = 1L + digits(length + i).cardinality();
      digits[i] = (int) (rest % radix);
      rest /= radix;
    }
    byte[] key = Arrays.copyOf(head, length + PRECISION);
    int end = length;
    while (end < key.length && digits[end - length] > 0) {
      key[end] = (byte) digits(end).stream().skip(digits[end - length] - 1L).findFirst().orElse(0);
      end++;
    }
    return Arrays.copyOf(key, end);
  }
}
