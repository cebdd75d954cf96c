package io.hbench.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RowKeysTest {

  @Test
  void keysArePerformanceEvaluations26Digits() {
    assertThat(new String(RowKeys.key(12345), US_ASCII)).isEqualTo("00000000000000000000012345");
  }

  @Property
  void everyRowComesBackFromItsKey(@ForAll @LongRange(min = 0) long row) {
    assertThat(RowKeys.row(RowKeys.key(row))).isEqualTo(row);
  }

  @Property
  void keysSortAsTheirRowsDo(
      @ForAll @LongRange(min = 0) long a, @ForAll @LongRange(min = 0) long b) {
    assertThat(Integer.signum(Arrays.compare(RowKeys.key(a), RowKeys.key(b))))
        .isEqualTo(Long.compare(a, b));
  }

  @Test
  void splitPointsCutTheRowsThatWillBeUsed() {
    byte[][] points = RowKeys.splitPoints(KeyRange.ofRows(100), 4);
    assertThat(Arrays.stream(points).map(RowKeys::row)).containsExactly(25L, 50L, 75L);
  }

  /** jump = totalRows / presplit; format(jump * (k + 1)). */
  @Test
  void splitPointsAreThoseOfPerformanceEvaluation() {
    byte[][] points = RowKeys.splitPoints(KeyRange.ofRows(200), 3);
    assertThat(Arrays.stream(points).map(RowKeys::row)).containsExactly(66L, 132L);
  }

  @Test
  void whatIsNoKeyIsRefused() {
    assertThatThrownBy(() -> RowKeys.row("user1".getBytes(US_ASCII)))
        .hasMessageContaining("26 digits");
    assertThatThrownBy(() -> RowKeys.row("0000000000000000000000000x".getBytes(US_ASCII)))
        .hasMessageContaining("digits only");
  }
}
