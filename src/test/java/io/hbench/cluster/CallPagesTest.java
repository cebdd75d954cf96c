package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CallPagesTest {
  @Test
  void thePageOfATableHasItsNumbersByNamesOfTheirOwn() {
    String page = "{\"beans\": [{\"name\": \"a\", \"GetTime_num_ops\": 7, \"tag.Host\": \"x\"}]}";
    assertThat(CallPages.numbers(page, "table.")).contains(Map.of("table.GetTime_num_ops", 7.0));
  }

  @Test
  void aPageThatHBaseHasEmptiedIsNoOtherPage() {
    assertThat(CallPages.numbers("{\"beans\": []}", "")).contains(Map.of());
    assertThat(CallPages.numbers("<html>log in</html>", "")).isEmpty();
    assertThat(CallPages.numbers("{}", "")).isEmpty();
  }
}
