package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.twin.Twin.Servers;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parts of ten minutes with gets of one row, of which each needs a block and 100 µs. */
class CountedPartsTest {
  private static final double SECONDS = 600;

  private final CountedParts parts = new CountedParts();
  private final Map<String, String> unknown = new HashMap<>();

  @Test
  void callsAndCostAreThoseOfAllParts() {
    parts.add(SECONDS, counted(60_000), 100);
    parts.add(SECONDS, counted(180_000), 300);
    assertThat(gets()).isEqualTo(200);
    Servers cost = parts.counts(3, "servers", unknown).servers();
    assertThat(cost.count()).isEqualTo(3);
    assertThat(cost.share()).isEqualTo(1);
    assertThat(cost.cpuMicros()).isCloseTo(100, within(1e-9));
    assertThat(unknown).isEmpty();
  }

  @Test
  void aPartThatIsLeftOutTakesNoOtherWithIt() {
    parts.add(SECONDS, counted(60_000), 100);
    parts.leaveOut(SECONDS, "metrics pages: no answer from 1 of 3 servers");
    parts.add(SECONDS, counted(60_000), 100);
    assertThat(gets()).isEqualTo(100);
    assertThat(parts.counts(3, "servers", unknown).servers().share()).isEqualTo(1);
    String why = "metrics pages: no answer from 1 of 3 servers: 600 s of 1800 s are left out";
    assertThat(unknown).containsEntry("calls", why).containsEntry("servers", why);
  }

  @Test
  void partsInWhichRegionsOpenOrCloseHaveNoCost() {
    Map<String, Double> moved = new HashMap<>(counted(6_000));
    moved.put("regionCount", 2.0); // of any table
    parts.addIf(true, SECONDS, moved, 100);
    parts.addIf(false, SECONDS, counted(6_000), 100); // of this one, at its server
    String why = "regions have opened or closed, or gave no answer";
    assertThat(parts.counts(3, "servers", unknown).servers().share()).isNull();
    assertThat(unknown).containsExactly(Map.entry("servers", why));
    parts.addIf(true, SECONDS, counted(60_000), 100);
    assertThat(parts.counts(3, "servers", unknown).servers().share()).isEqualTo(1);
    assertThat(unknown)
        .containsExactly(Map.entry("servers", why + ": 1200 s of 1800 s are left out"));
  }

  @Test
  void withoutAnyPartAllIsUnknownWithTheReasons() {
    parts.leaveOut(SECONDS, "metrics pages: counters have restarted");
    parts.leaveOut(SECONDS, "metrics pages: counters have restarted");
    assertThat(gets()).isNull();
    assertThat(parts.counts(3, "servers", unknown).servers())
        .isEqualTo(new Servers(3, null, null, null, null));
    assertThat(unknown)
        .containsEntry("calls", "metrics pages: counters have restarted")
        .containsEntry("servers", "metrics pages: counters have restarted");
  }

  private Double gets() {
    return parts.counts(3, "calls", unknown).calls().get(0).perSecond();
  }

  private static Map<String, Double> counted(double gets) {
    return Map.of(
        "table.GetTime_num_ops", gets,
        "Get_num_ops", gets,
        "rpcGetRequestCount", gets,
        "totalRowActionRequestCount", gets,
        "totalRequestCount", gets,
        "blockCacheHitCount", gets,
        "ProcessCpuTime", gets * 100_000);
  }
}
