package io.hbench.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Keys as fractions, with the bytes as digits that keys have at each place: half-way between {@code
 * user1000} and {@code user1999} lies {@code user1500}. If all bytes were digits, it would lie
 * close to one of the ends, because there are 246 bytes that none of these keys has.
 */
final class KeyDigits {
  /** Places behind what two keys begin with, as a number that fits into a long. */
  private static final int PRECISION = 7;

  /** What keys are made of if nothing is known. */
  static final KeyDigits ANY = new KeyDigits(List.of(), anyByte());

  private final List<BitSet> places;
  private final BitSet behind;

  private KeyDigits(List<BitSet> places, BitSet behind) {
    this.places = places;
    this.behind = behind;
  }

  /** Those of some keys. */
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
   * Something between two keys, half-way if they are made of these digits.
   *
   * @return more than the first one, and no more than the last one, which is more than the first
   */
  byte[] middle(byte[] first, byte[] last) {
    int same = Arrays.mismatch(first, last);
    long low = number(first, same);
    long high = number(last, same);
    byte[] middle = key(first, same, (low + high + 1) / 2);
    if (Arrays.compareUnsigned(first, middle) < 0 && Arrays.compareUnsigned(middle, last) <= 0) {
      return middle;
    }
    // there are bytes that are no digits, or the last key goes on where the first one ends
    return this == ANY ? Arrays.copyOf(first, first.length + 1) : ANY.middle(first, last);
  }

  private BitSet digits(int place) {
    return place < places.size() ? places.get(place) : behind;
  }

  /** A key that has ended has a zero, and bytes count from one. */
  private long number(byte[] key, int from) {
    long number = 0;
    for (int place = from; place < from + PRECISION; place++) {
      BitSet digits = digits(place);
      int digit = 0;
      if (place < key.length) {
        digit = 1 + digits.get(0, Byte.toUnsignedInt(key[place])).cardinality();
      }
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
