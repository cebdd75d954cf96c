package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.CatchUp;
import io.hbench.settings.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that were taken, and had no effect or a harmful one. */
class RefusedSettingsTest {
  @ParameterizedTest
  @ValueSource(strings = {"load", "verify"})
  void aFullPassDropsNoLateRows(String command) {
    assertThatThrownBy(() -> RunSpecTest.spec("command", command, "rate", "5k", "catchup", "none"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--catchup none: would leave rows out; try --catchup unbounded");
    assertThat(
            RunSpecTest.spec("command", command, "rate", "5k", "catchup", "burst:1.1")
                .load()
                .catchUp())
        .isEqualTo(CatchUp.parse("burst:1.1"));
  }

  /** It was called CatchUp[factor=1.1]. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "burst:1.1"})
  void aCatchUpWithoutARateIsNamedAsItWasTyped(String catchUp) {
    assertThatThrownBy(() -> RunSpecTest.spec("assignments", "get", "catchup", catchUp))
        .hasMessage("--catchup %1$s: needs a rate; try --rate 5k --catchup %1$s", catchUp);
  }

  /** Its job wrote HFiles that it could never hand over. */
  @Test
  void aBulkLoadLeavesNoRowsOutWithoutTheirHFiles() {
    String[] load = {"command", "load", "bulk", "true", "acknowledged", "300-999", "hfiles", ""};
    assertThatThrownBy(() -> RunSpecTest.spec(load))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--acknowledged 300-999: --bulk hands over all rows, or none; try load without --bulk");
    load[load.length - 1] = "hbench/earlier/hfiles";
    assertThat(RunSpecTest.spec(load).data().acknowledged()).isPresent();
  }

  /** It made a plain filter of rows. */
  @Test
  void aPrefixIsOfABloomFilterOfPrefixes() {
    String[] load = {"command", "load", "bloom-prefix", "8", "bloom-filter", "row"};
    assertThatThrownBy(() -> RunSpecTest.spec(load))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--bloom-prefix 8: no effect with --bloom-filter row; try --bloom-filter"
                + " rowprefix_fixed_length --bloom-prefix 8");
    load[load.length - 1] = "rowprefix_fixed_length";
    assertThat(
            RunSpecTest.spec(load).tableSpec().newTable().getColumnFamilies()[0].getConfiguration())
        .containsEntry("RowPrefixBloomFilter.prefix_length", "8");
  }
}
