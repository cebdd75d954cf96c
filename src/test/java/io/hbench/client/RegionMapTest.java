package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.RegionMap.Region;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.Tuple.Tuple2;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.junit.jupiter.api.Test;

class RegionMapTest {
  private static final TableName TABLE = TableName.valueOf("t");

  static Region region(String start, String end, String host) {
    return region(bytes(start), bytes(end), host);
  }

  private static Region region(byte[] start, byte[] end, String host) {
    RegionInfo info =
        RegionInfoBuilder.newBuilder(TABLE)
            .setStartKey(start)
            .setEndKey(end)
            .setRegionId(1) // else by the time: one millisecond later it is another region
            .build();
    return Region.of(info, ServerName.valueOf(host, 16020, 1));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Keys with much in common, and boundaries among them. */
  @Provide
  Arbitrary<Tuple2<List<String>, String>> boundariesAndRow() {
    Arbitrary<String> prefix = Arbitraries.of("", "0", "00000000000000000", "\u00ff\u00fe");
    Arbitrary<String> tail =
        Arbitraries.strings().withChars('\0', '\1', '7', '\u0080', '\u00ff').ofMaxLength(11);
    return prefix.flatMap(
        p -> {
          Arbitrary<String> key = tail.map(t -> p + t);
          Arbitrary<String> row = Arbitraries.oneOf(key, tail, Arbitraries.of(p));
          return key.list()
              .ofMaxSize(9)
              .flatMap(starts -> row.map(r -> Tuple.of(List.copyOf(new TreeSet<>(starts)), r)));
        });
  }

  @Property
  void aRowIsInTheLastRegionThatDoesNotStartAboveIt(
      @ForAll("boundariesAndRow") Tuple2<List<String>, String> drawn) {
    List<String> starts = drawn.get1();
    List<Region> regions = starts.stream().map(s -> region(s, "", "h")).toList();
    SortedMap<byte[], Region> byStart = new TreeMap<>(Arrays::compareUnsigned);
    regions.forEach(region -> byStart.put(region.info().getStartKey(), region));
    RegionMap map = new RegionMap(byStart);
    byte[] row = bytes(drawn.get2());
    Region expected = null;
    for (Region region : regions) {
      expected = Arrays.compareUnsigned(region.info().getStartKey(), row) <= 0 ? region : expected;
    }
    assertThat(map.regionOf(row)).isSameAs(expected);
  }

  @Test
  void aRegionHasItsEncodedNameAndTheAddressOfItsServer() {
    Region region = region("a", "b", "rs1");
    assertThat(region.server()).isEqualTo("rs1:16020");
    assertThat(region.region()).isEqualTo(region.info().getEncodedName()).hasSize(32);
  }

  @Test
  void aGapHasNoRegion() {
    SortedMap<byte[], Region> regions = new TreeMap<>(Arrays::compareUnsigned);
    regions.put(bytes(""), region("", "b", "h"));
    regions.put(bytes("b"), null);
    regions.put(bytes("c"), region("c", "", "h"));
    RegionMap map = new RegionMap(regions);
    assertThat(map.regionOf(bytes("b5"))).isNull();
    assertThat(map.regionOf(bytes("c5"))).isNotNull();
    assertThat(RegionMap.NONE.regionOf(bytes("a"))).isNull();
  }
}
