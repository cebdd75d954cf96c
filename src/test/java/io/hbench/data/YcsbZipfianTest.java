package io.hbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class YcsbZipfianTest {

  @ParameterizedTest
  @CsvFileSource(resources = "ycsb-zipfian.csv")
  void theSameRandomNumbersGiveTheRowsOfYcsb(long first, long last, double uniform, long row) {
    assertThat(new YcsbZipfian(new KeyRange(first, last + 1), () -> uniform).next()).isEqualTo(row);
  }

  /** {@code site.ycsb.Utils.hash}. */
  @ParameterizedTest
  @CsvSource({
    "0, 6284781860667377211",
    "1, 8517097267634966620",
    "42, 55488592825689361",
    "999999, 2744965632448235251",
    "12345678901, 5686546334140306951",
    "9223372036854775807, 8289549613075766851"
  })
  void theHashIsThatOfYcsb(long number, long hash) {
    assertThat(Fnv.hash(number)).isEqualTo(hash);
  }
}
