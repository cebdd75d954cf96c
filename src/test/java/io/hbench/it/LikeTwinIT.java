package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.compat.twin.Twins;
import io.hbench.json.JsonFormat;
import io.hbench.kit.Chance;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.twin.Law;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with a hot region, made and driven by the file of its load alone. */
@HBaseFixture.Shared
class LikeTwinIT {
  private static final long MIB = 1 << 20;

  /**
   * Reads are hot in the second region, which is small, and writes in the last one: in a minute,
   * 6,000 rows read by gets and scans, and 300 by increments, which are some of 3,300 writes.
   */
  private static final List<Region> REGIONS =
      List.of(
          new Region(40 * MIB, 40 * MIB, 315, 0, 165),
          new Region(4 * MIB, 4 * MIB, 4_230, 0, 330),
          new Region(20 * MIB, 20 * MIB, 615, 0, 165),
          new Region(0, 0, 300, 0, 0),
          new Region(36 * MIB, 36 * MIB, 840, 0, 2_640));

  private static final Map<String, Double> MIX =
      Map.of(
          "get",
          50.0,
          "scan",
          10.0,
          "put",
          25.0,
          "bufferedPut",
          5.0,
          "increment",
          5.0,
          "delete",
          5.0);

  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;
  private static Admin admin;
  private static Path file;

  @BeforeAll
  static void connect() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
    Law columns = Twins.law(3);
    Law values = Law.of(IntStream.range(0, 1_000).map(i -> 50 + i % 100).toArray());
    Twin twin =
        Twins.with(
            List.of(
                new Twin.Family(
                    "f1",
                    new Twin.FamilySettings(
                        "none",
                        "fast_diff",
                        "row",
                        null,
                        16_384,
                        true,
                        false,
                        "none",
                        2,
                        86_400,
                        null,
                        false),
                    columns,
                    1.0,
                    null,
                    values,
                    null,
                    0.5)),
            REGIONS,
            Twins.calls(
                new Calls(Kind.GET, 50.0, 1.0),
                new Calls(Kind.SCAN, 10.0, 5.0),
                new Calls(Kind.PUT, 25.0, 1.0),
                new Calls(Kind.PUT_BATCH, 5.0, 4.0),
                new Calls(Kind.INCREMENT, 5.0, 1.0),
                new Calls(Kind.DELETE, 5.0, 1.0)),
            List.of(new Interval(30, 240, 120), new Interval(30, 120, 60)));
    file = Files.writeString(dir.resolve("twin.json"), JsonFormat.INDENTED.toJson(twin));
  }

  @AfterAll
  static void close() throws IOException {
    admin.close();
    connection.close();
  }

  @Test
  void aTwinHasTheRegionsTheMixAndTheRequestsOfTheOriginal() throws IOException {
    String like = " --tasks 2 --table twin --like " + file;
    assertThat(hbench.run("load --scale 10% --dry-run" + like)).hasExitCode(0);
    assertThat(hbench.last().out()).contains("table: twin, created with 5 regions");
    assertThat(hbench.job("load --scale 10% --flush" + like)).hasExitCode(0);
    TableName table = TableName.valueOf("twin");
    TableDescriptor made = admin.getDescriptor(table);
    assertThat(made.isSplitEnabled()).isFalse();
    assertThat(made.getColumnFamilies()[0].getDataBlockEncoding())
        .isEqualTo(DataBlockEncoding.FAST_DIFF);
    assertThat(made.getColumnFamilies()[0].getTimeToLive()).isEqualTo(86_400);
    List<Long> rows = requests(table, RegionMetrics::getWriteRequestCount);
    checkShares(rows, Region::uncompressedBytes, 0.05);

    List<Long> readsBefore = requests(table, RegionMetrics::getReadRequestCount);
    List<Long> writesBefore = requests(table, RegionMetrics::getWriteRequestCount);
    assertThat(hbench.job("run --scale 10% --speed 2x --for 30s --warmup 0s" + like))
        .hasExitCode(0);
    Json report = hbench.last().report();
    assertThat(report).number("pace.scheduledPerSecond").isBetween(196.0, 204.0);
    checkMix(report);
    checkShares(
        difference(requests(table, RegionMetrics::getReadRequestCount), readsBefore),
        Region::reads,
        0.05);
    checkShares(
        difference(requests(table, RegionMetrics::getWriteRequestCount), writesBefore),
        Region::writes,
        0.05);
    // twice as many requests in the first half as in the second
    List<Json> stages = report.list("stages.list");
    assertThat(stages).hasSize(2);
    assertThat(stages.get(0).number("offeredPerSecond") / stages.get(1).number("offeredPerSecond"))
        .isCloseTo(2, within(0.02));
  }

  private static void checkMix(Json report) {
    List<Json> operations = report.list("operations");
    double all = operations.stream().mapToDouble(o -> o.number("count")).sum();
    assertThat(operations).hasSize(MIX.size());
    for (Json operation : operations) {
      assertThat(100 * operation.number("count") / all)
          .as(operation.text("operation"))
          .isCloseTo(MIX.get(operation.text("operation")), within(2.0));
    }
  }

  @Test
  void aTableOfAnotherSizeIsRefused() {
    String like = " --tasks 1 --table twin2 --like " + file;
    assertThat(hbench.job("load --scale 1%" + like)).hasExitCode(0);
    assertThat(hbench.job("run --scale 2% --for 1s --warmup 0s" + like)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains(
            "--region-weights '5 regions': table twin2 has 5 regions with other split points; try"
                + " --table twin22");
  }

  @Test
  void aTableWhoseRegionsHaveSplitIsTakenAndOneThatLacksARegionIsNot() throws Exception {
    Path weights =
        Files.writeString(dir.resolve("regions.txt"), "rows reads writes\n600 1 1\n398 8 1\n");
    String words = " --table weighted --rows 1000 --tasks 1 --region-weights " + weights;
    assertThat(hbench.job("load" + words)).hasExitCode(0);
    TableName table = TableName.valueOf("weighted");
    byte[] first = admin.getRegions(table).get(0).getRegionName();
    admin.splitRegionAsync(first, Bytes.toBytes("0".repeat(23) + "100")).get();
    assertThat(hbench.job("run get --ops 100 --warmup 0s" + words)).hasExitCode(0);
    assertThat(hbench.job("run get --ops 100 --warmup 0s --first-row 1" + words)).hasExitCode(2);
  }

  /** Requests of each region in the order of their keys. */
  private static List<Long> requests(TableName table, ToLongFunction<RegionMetrics> count)
      throws IOException {
    List<RegionMetrics> regions = new ArrayList<>();
    for (ServerName server : admin.getRegionServers()) {
      regions.addAll(admin.getRegionMetrics(server, table));
    }
    TreeMap<byte[], Long> counts = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    for (RegionMetrics region : regions) {
      counts.put(RegionInfo.getStartKey(region.getRegionName()), count.applyAsLong(region));
    }
    return List.copyOf(counts.values());
  }

  private static List<Long> difference(List<Long> after, List<Long> before) {
    return IntStream.range(0, after.size()).mapToObj(i -> after.get(i) - before.get(i)).toList();
  }

  /** Within a share of the original's, or what chance allows. */
  private static void checkShares(
      List<Long> found, ToLongFunction<Region> weight, double tolerance) {
    double all = REGIONS.stream().mapToLong(weight).sum();
    long sum = found.stream().mapToLong(n -> n).sum();
    for (int i = 0; i < REGIONS.size(); i++) {
      double share = weight.applyAsLong(REGIONS.get(i)) / all;
      // of requests for five rows at most
      double error = Chance.reach(Chance.ONCE, Math.sqrt(5 * share * (1 - share) / sum));
      assertThat(found.get(i) / (double) sum)
          .as("region %d of %s", i, found)
          .isCloseTo(
              share, within(Math.max(tolerance * share, error) + 0.01 * (share == 0 ? 1 : 0)));
    }
  }
}
