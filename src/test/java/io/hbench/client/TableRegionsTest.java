package io.hbench.client;

import static io.hbench.client.RegionMapTest.bytes;
import static io.hbench.client.RegionMapTest.region;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.RegionMap.Region;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionLocations;
import org.junit.jupiter.api.Test;

class TableRegionsTest {
  /** What HBase's client has in its cache. */
  private final List<Region> cached = new ArrayList<>();

  private final TableRegions regions = new TableRegions(this::cached);

  private HRegionLocation cached(byte[] key) {
    return cached.stream()
        .filter(region -> region.info().containsRow(key))
        .map(region -> new HRegionLocation(region.info(), region.location()))
        .findFirst()
        .orElse(null);
  }

  private void found(Region... all) {
    for (Region region : all) {
      cached.add(region);
      regions.found(new RegionLocations(new HRegionLocation(region.info(), region.location())));
    }
    regions.refresh();
  }

  private void nowCached(Region... all) {
    cached.clear();
    cached.addAll(List.of(all));
    regions.refresh();
  }

  private Region at(String row) {
    return regions.map().regionOf(bytes(row));
  }

  private Set<Region> known() {
    Set<Region> known = new HashSet<>();
    regions.map().forEach((start, region) -> known.add(region));
    return known;
  }

  private String server(String row) {
    Region region = at(row);
    return region == null ? "none" : region.server().replace(":16020", "");
  }

  @Test
  void theRegionsThatWereLookedUpAreKnown() {
    found(region("c", "d", "1"), region("", "b", "2"));
    assertThat(server("a")).isEqualTo("2");
    assertThat(server("b")).isEqualTo("none");
    assertThat(server("c")).isEqualTo("1");
    assertThat(server("d")).isEqualTo("none");
  }

  @Test
  void aRegionThatNoServerHasIsNotKnown() {
    regions.found(new RegionLocations(new HRegionLocation(region("", "b", "1").info(), null)));
    found(region("b", "", "2"));
    assertThat(server("a")).isEqualTo("none");
    assertThat(server("b")).isEqualTo("2");
  }

  @Test
  void aMoveIsNoticedAndOtherRegionsStayTheSameObjects() {
    found(region("", "b", "1"), region("b", "", "1"));
    Region stays = at("b");
    RegionMap before = regions.map();
    regions.refresh();
    assertThat(regions.map()).isSameAs(before);
    nowCached(region("", "b", "2"), region("b", "", "1"));
    assertThat(server("a")).isEqualTo("2");
    assertThat(at("b")).isSameAs(stays);
  }

  @Test
  void aRegionThatTheCacheHasLostStaysWithItsLastServer() {
    found(region("", "b", "1"), region("b", "", "2"));
    nowCached(region("b", "", "2"));
    assertThat(server("a")).isEqualTo("1");
    nowCached(region("", "b", "2"), region("b", "", "2"));
    assertThat(server("a")).isEqualTo("2");
  }

  @Test
  void aSplitIsNoticedDaughterByDaughter() {
    found(region("", "c", "1"), region("c", "", "1"));
    Region parent = at("a");
    nowCached(region("", "b", "2"), region("c", "", "1"));
    assertThat(server("a")).isEqualTo("2");
    assertThat(at("b")).isSameAs(parent);
    nowCached(region("", "b", "2"), region("b", "c", "3"), region("c", "", "1"));
    assertThat(server("a")).isEqualTo("2");
    assertThat(server("b")).isEqualTo("3");
    assertThat(server("c")).isEqualTo("1");
    assertThat(known()).hasSize(3).doesNotContain(parent);
  }

  @Test
  void aMergeIsNoticed() {
    found(region("", "b", "1"), region("b", "c", "2"), region("c", "", "3"));
    nowCached(region("", "c", "4"), region("c", "", "3"));
    assertThat(server("a")).isEqualTo("4");
    assertThat(at("b")).isSameAs(at("a"));
    assertThat(known()).hasSize(2);
  }

  @Test
  void aMergeWhoseFirstPartIsStillInTheCacheIsNoticedAtItsSecond() {
    found(region("", "b", "1"), region("b", "d", "2"), region("d", "", "3"));
    nowCached(region("", "b", "1"), region("b", "", "4"));
    assertThat(server("a")).isEqualTo("1");
    assertThat(server("c")).isEqualTo("4");
    assertThat(server("e")).isEqualTo("4");
  }

  @Test
  void aRequestThatWasMadeBeforeAMoveIsMeantForTheNewServer() {
    found(region("", "", "1"));
    TargetRegion meant = new TargetRegion(regions);
    meant.made(bytes("a"));
    assertThat(meant.now().server()).startsWith("1:");
    nowCached(region("", "", "2"));
    assertThat(meant.now().server()).startsWith("2:");
    meant.made(null);
    assertThat(meant.now()).isNull();
  }

  @Test
  void aDoubtEndsWithTheRefresh() {
    found(region("", "", "1"));
    assertThat(regions.isDoubtful()).isFalse();
    regions.doubt();
    assertThat(regions.isDoubtful()).isTrue();
    regions.refresh();
    assertThat(regions.isDoubtful()).isFalse();
  }
}
