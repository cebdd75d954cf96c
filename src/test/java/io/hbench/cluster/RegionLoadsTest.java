package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.cluster.RegionLoads.Reading;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Region;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class RegionLoadsTest {
  private static final Set<String> TWO = Set.of("a", "m");

  @Test
  void requestsAreThoseSinceTheFirstReading() {
    RegionLoads loads =
        new RegionLoads(
            TWO, Map.of("a", reading("", "s1", 100, 10), "m", reading("m", "s1", 50, 5)));
    loads.add(Map.of("a", reading("", "s1", 200, 10), "m", reading("m", "s1", 50, 25)), 10, true);
    assertThat(loads.regions(TWO))
        .containsExactly(new Region(7, 9, 100, 0, 0), new Region(7, 9, 0, 0, 20));
    assertThat(loads.curve()).containsExactly(new Interval(10, 10, 2));
    assertThat(loads.problem(TWO)).isEmpty();
    assertThat(loads.opened()).isZero();
  }

  @Test
  void aRegionThatMovesCountsFromZeroAtItsNewServer() {
    RegionLoads loads = new RegionLoads(Set.of("a"), Map.of("a", reading("", "s1", 100, 0)));
    loads.add(Map.of("a", reading("", "s1", 150, 0)), 10, true);
    loads.add(Map.of("a", reading("", "s2", 160, 0)), 10, true); // more than before, by chance
    assertThat(loads.regions(Set.of("a"))).containsExactly(new Region(7, 9, 210, 0, 0));
    assertThat(loads.problem(Set.of("a")))
        .contains("regions opened again: 1, each without up to an interval");
    assertThat(loads.opened()).isEqualTo(1);
    assertThat(loads.requests()).isEqualTo(210);
  }

  /** Its new server has pages of a moment that is not known. */
  @Test
  void requestsAreThoseOfAServerThatHadTheRegionBefore() {
    RegionLoads loads = new RegionLoads(Set.of("a"), Map.of("a", reading("", "s1", 100, 0)));
    loads.add(Map.of("a", reading("", "s1", 150, 3)), 10, true);
    loads.add(Map.of("a", reading("", "s2", 160, 0)), 10, true);
    assertThat(loads.takeByServer()).isEqualTo(Map.of("s1", 53L));
    loads.add(Map.of("a", reading("", "s2", 170, 0)), 10, true);
    assertThat(loads.takeByServer()).isEqualTo(Map.of("s2", 10L));
  }

  @Test
  void aRegionThatReopensOnItsServerCountsFromZero() {
    RegionLoads loads = new RegionLoads(Set.of("a"), Map.of("a", reading("", "s1", 100, 0)));
    loads.add(Map.of("a", reading("", "s1", 30, 0)), 10, true);
    assertThat(loads.regions(Set.of("a"))).containsExactly(new Region(7, 9, 30, 0, 0));
    assertThat(loads.problem(Set.of("a"))).isPresent();
  }

  @Test
  void regionsThatNeverAnsweredAreThoseThatThereWere() {
    RegionLoads loads = new RegionLoads(Set.of("a"), Map.of("a", reading("", "s1", 100, 0)));
    loads.add(Map.of("a", reading("", "s1", 140, 0)), 10, true);
    Set<String> daughters = Set.of("b", "c");
    assertThat(loads.regions(daughters)).containsExactly(new Region(7, 9, 40, 0, 0));
    assertThat(loads.problem(daughters)).isPresent();
  }

  @Test
  void theRequestsBeforeASplitAreThoseOfTheFirstDaughter() {
    RegionLoads loads = new RegionLoads(Set.of("a"), Map.of("a", reading("", "s1", 100, 0)));
    loads.add(Map.of("a", reading("", "s1", 140, 0)), 10, true);
    Set<String> daughters = Set.of("b", "c");
    loads.add(Map.of("b", reading("", "s1", 5, 0), "c", reading("k", "s1", 6, 0)), 10, true);
    assertThat(loads.regions(daughters))
        .containsExactly(new Region(7, 9, 45, 0, 0), new Region(7, 9, 6, 0, 0));
    assertThat(loads.problem(daughters)).contains("regions from splits or merges: 2");
    assertThat(loads.opened()).isEqualTo(2);
  }

  @Test
  void theRequestsOfAMergedRegionAreThoseOfTheOneThatHasItsKeys() {
    RegionLoads loads =
        new RegionLoads(TWO, Map.of("a", reading("", "s1", 0, 0), "m", reading("m", "s1", 0, 0)));
    loads.add(Map.of("a", reading("", "s1", 1, 0), "m", reading("m", "s1", 2, 0)), 10, true);
    loads.add(Map.of("b", reading("", "s1", 4, 0)), 10, true);
    assertThat(loads.regions(Set.of("b"))).containsExactly(new Region(7, 9, 7, 0, 0));
  }

  @Test
  void whatAnOldRegionHadCountedBeforeItsFirstAnswerDoesNotCount() {
    RegionLoads loads = new RegionLoads(TWO, Map.of("a", reading("", "s1", 0, 0)));
    loads.add(
        Map.of("a", reading("", "s1", 1, 0), "m", reading("m", "s2", 1_000_000, 0)), 10, true);
    loads.add(
        Map.of("a", reading("", "s1", 1, 0), "m", reading("m", "s2", 1_000_002, 0)), 10, true);
    assertThat(loads.regions(TWO))
        .containsExactly(new Region(7, 9, 1, 0, 0), new Region(7, 9, 2, 0, 0));
    assertThat(loads.problem(TWO)).contains("regions of which a server gave no answer: 1");
  }

  @Test
  void aServerWithoutAnAnswerAtTheEndIsSaid() {
    RegionLoads loads =
        new RegionLoads(TWO, Map.of("a", reading("", "s1", 0, 0), "m", reading("m", "s2", 0, 0)));
    loads.add(Map.of("a", reading("", "s1", 1, 0)), 10, false);
    assertThat(loads.problem(TWO)).contains("regions of which a server gave no answer: 1");
  }

  @Test
  void anIntervalInWhichARegionDidNotAnswerIsPartOfTheNext() {
    RegionLoads loads =
        new RegionLoads(TWO, Map.of("a", reading("", "s1", 0, 0), "m", reading("m", "s2", 0, 0)));
    loads.add(Map.of("a", reading("", "s1", 10, 0)), 10, false);
    loads.add(Map.of("a", reading("", "s1", 20, 0), "m", reading("m", "s2", 200, 40)), 10, true);
    assertThat(loads.curve()).containsExactly(new Interval(20, 11, 2));
    assertThat(loads.problem(TWO)).isEmpty();
    assertThat(loads.curveProblem())
        .contains("intervals without an answer of a region are parts of the next ones: 1");
    loads.add(Map.of("a", reading("", "s1", 30, 0)), 10, false);
    assertThat(loads.curve()).hasSize(1);
    assertThat(loads.curveProblem().orElseThrow()).endsWith(": 2; its last 10 s are missing");
  }

  @Test
  void readsOfAReplicaAreThoseOfItsRegion() {
    RegionLoads loads =
        new RegionLoads(
            Set.of("a", "a_0001"),
            Map.of("a", reading("", "s1", 0, 0), "a_0001", reading("", "s2", 0, 0)));
    loads.add(Map.of("a", reading("", "s1", 1, 2), "a_0001", reading("", "s2", 3, 0)), 10, true);
    assertThat(loads.regions(Set.of("a"))).containsExactly(new Region(7, 9, 4, 0, 2));
  }

  private static Reading reading(String start, String server, long reads, long writes) {
    return new Reading(Bytes.toBytes(start), server, new Region(7, 9, reads, 0, writes));
  }
}
