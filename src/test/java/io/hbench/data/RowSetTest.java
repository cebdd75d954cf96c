package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowSetTest {

  @Property
  void itContainsTheSameRowsAsABitSet(
      @ForAll @Size(max = 20) List<@IntRange(max = 200) Integer> bounds,
      @ForAll @IntRange(max = 200) int first,
      @ForAll @IntRange(max = 100) int length) {
    RowSet rows = new RowSet();
    BitSet bits = new BitSet();
    for (int i = 0; i + 1 < bounds.size(); i += 2) {
      int from = Math.min(bounds.get(i), bounds.get(i + 1));
      int to = Math.max(bounds.get(i), bounds.get(i + 1));
      rows.add(new KeyRange(from, to));
      bits.set(from, to);
    }
    assertThat(rows.size()).isEqualTo(bits.cardinality());
    assertThat(RowSet.parse(rows.toString()).ranges()).isEqualTo(rows.ranges());
    KeyRange range = new KeyRange(first, first + length);
    BitSet inside = new BitSet();
    rows.within(range).forEach(r -> inside.set((int) r.first(), (int) r.end()));
    BitSet outside = new BitSet();
    rows.missingFrom(range).forEach(r -> outside.set((int) r.first(), (int) r.end()));
    for (int row = 0; row < 300; row++) {
      boolean in = row >= first && row < first + length;
      assertThat(rows.contains(row)).isEqualTo(bits.get(row));
      assertThat(inside.get(row)).isEqualTo(in && bits.get(row));
      assertThat(outside.get(row)).isEqualTo(in && !bits.get(row));
    }
  }

  @Test
  void adjacentRangesAreMerged() {
    RowSet rows = new RowSet();
    for (int i = 0; i < 1_000; i++) {
      rows.add(new KeyRange(i * 10L, i * 10L + 10));
    }
    assertThat(rows).hasToString("0-9999");
    assertThat(new RowSet()).hasToString("none");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "5-3", "1-2-3", "0-9,", "-1"})
  void anInvalidListOfRowsIsRefused(String text) {
    assertThatThrownBy(() -> RowSet.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
