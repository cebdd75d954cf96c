package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counters as HBase 2.6 has shown them for known calls, each of which is ten times a second. */
class CallCountsTest {
  private final Map<String, Double> counted = new HashMap<>();

  private CallCountsTest() {
    for (String counter : List.of("Get", "Put", "Delete", "Increment", "Append", "Scan")) {
      counted.put("table." + counter + "Time_num_ops", 100.0);
    }
    counted.put("table.CheckAndPutTime_num_ops", 100.0);
    counted.put("table.CheckAndMutateTime_num_ops", 100.0); // the same ones
    counted.put("table.PutBatchTime_num_ops", 0.0);
    counted.put("table.DeleteBatchTime_num_ops", 0.0);
    counted.put("table.TableReadQueryPerSecond_count", 100.0 + 700);
    counted.put("table.TableWriteQueryPerSecond_count", 500.0);
    counted.put("Get_num_ops", 100.0);
    counted.put("rpcGetRequestCount", 100.0);
    counted.put("rpcMultiRequestCount", 0.0);
    counted.put("totalRowActionRequestCount", 1_600.0);
    counted.put("totalRequestCount", 700.0);
    counted.put("ProcessCpuTime", 0.14e9);
    counted.put("blockCacheHitCount", 90.0);
    counted.put("blockCacheMissCount", 10.0);
    counted.put("flushedOutputBytes", 1_000.0);
  }

  /** Gets and scans of 7 rows are reads; the other five kinds are writes, and reads of regions. */
  private CallCounts counts() {
    return new CallCounts(1, counted, 10, 160.0);
  }

  private static Calls of(List<Calls> calls, Kind kind) {
    return calls.stream().filter(one -> one.kind() == kind).findFirst().orElseThrow();
  }

  @Test
  void callsOfEachKindHaveTheirRows() {
    CallCounts counts = counts();
    List<Calls> calls = counts.calls();
    assertThat(calls).extracting(Calls::kind).containsExactly(Kind.values());
    for (Kind kind :
        List.of(
            Kind.GET, Kind.PUT, Kind.DELETE, Kind.APPEND, Kind.INCREMENT, Kind.CHECK_AND_MUTATE)) {
      assertThat(of(calls, kind)).isEqualTo(new Calls(kind, 10.0, 1.0));
    }
    assertThat(of(calls, Kind.SCAN)).isEqualTo(new Calls(Kind.SCAN, 10.0, 7.0));
    assertThat(of(calls, Kind.MULTI_GET)).isEqualTo(new Calls(Kind.MULTI_GET, 0.0, null));
    assertThat(counts.unknown()).isEmpty();
  }

  @Test
  void theRowsOfABatchAreTheWritesThatNoCallHas() {
    counted.put("table.PutBatchTime_num_ops", 20.0);
    counted.put("table.TableWriteQueryPerSecond_count", 2_500.0);
    CallCounts counts = counts();
    assertThat(of(counts.calls(), Kind.PUT_BATCH)).isEqualTo(new Calls(Kind.PUT_BATCH, 2.0, 100.0));
  }

  @Test
  void rowsInBatchesOfTwoKindsAreUnknown() {
    counted.put("table.PutBatchTime_num_ops", 20.0);
    counted.put("table.DeleteBatchTime_num_ops", 20.0);
    CallCounts counts = counts();
    assertThat(counts.calls()).contains(new Calls(Kind.PUT_BATCH, 2.0, null));
    assertThat(counts.unknown())
        .containsOnlyKeys("calls.put-batch.rows", "calls.delete-batch.rows");
  }

  @Test
  void rowsInBatchesBesideManyChecksAreUnknownAsSomeOfThoseMayFail() {
    counted.put("table.PutBatchTime_num_ops", 100.0); // of ten rows each
    counted.put("table.CheckAndMutateTime_num_ops", 1_000.0); // of which half write a row
    counted.put("table.TableWriteQueryPerSecond_count", 1_000.0 + 400 + 500);
    CallCounts counts = counts();
    assertThat(of(counts.calls(), Kind.PUT_BATCH)).isEqualTo(new Calls(Kind.PUT_BATCH, 10.0, null));
    assertThat(counts.unknown().get("calls.put-batch.rows"))
        .contains("checks that fail write none");
  }

  @Test
  void getsThatAreNoCallsOfTheirOwnAreRowsOfMultiGets() {
    counted.put("table.GetTime_num_ops", 350.0);
    counted.put("Get_num_ops", 350.0);
    counted.put("rpcMultiRequestCount", 50.0);
    counted.put("table.TableReadQueryPerSecond_count", 1_050.0);
    CallCounts counts = counts();
    assertThat(counts.calls())
        .contains(new Calls(Kind.GET, 10.0, 1.0), new Calls(Kind.MULTI_GET, 5.0, 5.0));
  }

  /** A single get a second would make 50,000 of 500 batches: gets and multi-gets have one batch. */
  @Test
  void aDifferenceOfCountersIsNoGetOfItsOwnBesideMultiGets() {
    counted.put("table.GetTime_num_ops", 500_003.0);
    counted.put("Get_num_ops", 500_000.0); // read some milliseconds before
    counted.put("rpcMultiRequestCount", 5_000.0);
    for (double fromOthers : List.of(0.0, 2.0)) {
      counted.put("rpcGetRequestCount", fromOthers);
      assertThat(of(counts().calls(), Kind.GET)).isEqualTo(new Calls(Kind.GET, 0.0, null));
    }
    counted.put("rpcGetRequestCount", 4_500.0); // less than 1 % of the rows, and half of the calls
    assertThat(of(counts().calls(), Kind.GET)).isEqualTo(new Calls(Kind.GET, 450.0, 1.0));
  }

  @Test
  void multiGetsBesideBatchesOfWritesOrOtherTablesAreUnknown() {
    counted.put("table.GetTime_num_ops", 350.0);
    counted.put("Get_num_ops", 350.0);
    counted.put("rpcMultiRequestCount", 70.0);
    counted.put("table.PutBatchTime_num_ops", 20.0);
    counted.put("table.TableWriteQueryPerSecond_count", 2_500.0);
    CallCounts counts = counts();
    assertThat(counts.calls())
        .contains(new Calls(Kind.GET, 35.0, 1.0), new Calls(Kind.MULTI_GET, null, null));
    assertThat(counts.unknown()).containsOnlyKeys("calls.multi-get");

    counted.put("table.PutBatchTime_num_ops", 0.0);
    counted.put("Get_num_ops", 700.0);
    CallCounts others = counts();
    assertThat(others.calls()).contains(new Calls(Kind.MULTI_GET, null, null));
    assertThat(others.unknown().get("calls.multi-get"))
        .contains("other tables have 50 % of the gets");
  }

  @Test
  void rowsThatNoCounterTellsAreUnknown() {
    counted.remove("table.TableReadQueryPerSecond_count");
    CallCounts counts = counts();
    assertThat(counts.calls()).contains(new Calls(Kind.SCAN, 10.0, null));
    assertThat(counts.unknown()).containsOnlyKeys("calls.scan.rows");
  }

  @Test
  void withoutCountersOfTheTableNothingIsKnownOfItsCalls() {
    counted.keySet().removeIf(name -> name.startsWith("table."));
    CallCounts counts = counts();
    assertThat(counts.calls()).hasSize(10).allMatch(calls -> calls.perSecond() == null);
    assertThat(counts.unknown().get("calls")).contains("hbase.regionserver.enable.table.latencies");
    assertThat(new CallCounts(1, null, 10, 160.0).calls())
        .allMatch(calls -> calls.perSecond() == null);
  }

  @Test
  void theCostIsThatOfTheTableIfItHasMostRequests() {
    assertThat(counts().servers().share()).isEqualTo(1);
    assertThat(counts().servers().hitRatio()).isEqualTo(0.9);
    assertThat(counts().servers().cpuMicros()).isEqualTo(200);
    assertThat(counts().servers().flushedBytes()).isEqualTo(100);
  }

  @Test
  void theCostIsUnknownIfRegionsHaveTakenTheirCountsAway() {
    for (double requests : List.of(-5_000.0, 700.0)) {
      counted.put("totalRowActionRequestCount", requests);
      CallCounts counts = counts();
      assertThat(counts.servers().share()).isNull();
      assertThat(counts.servers().cpuMicros()).isNull();
      assertThat(counts.unknown().get("servers.share")).contains("or regions have closed");
    }
  }

  @Test
  void theCostIsUnknownIfSomeOfTheServersRequestsAreMissing() {
    // half as many of another table, of which closed regions took most away: else a share of 91 %
    counted.put("totalRowActionRequestCount", 1_760.0);
    assertThat(counts().servers().cpuMicros()).isNotNull();
    // in 100 seconds, pages that are 10 s old lack 20 % of the requests and no more
    counted.put("totalRowActionRequestCount", 12_900.0);
    assertThat(new CallCounts(1, counted, 100, 160.0).servers().cpuMicros()).isNotNull();
    counted.put("totalRowActionRequestCount", 12_700.0);
    assertThat(new CallCounts(1, counted, 100, 160.0).servers().cpuMicros()).isNull();
  }

  @Test
  void aTableWithoutGetsHasNoMultiGetsEither() {
    counted.put("table.GetTime_num_ops", 0.0);
    counted.put("Get_num_ops", 350.0);
    CallCounts counts = counts();
    assertThat(counts.calls()).contains(new Calls(Kind.MULTI_GET, 0.0, null));
    assertThat(counts.unknown()).isEmpty();
  }

  @Test
  void theCostOfManyTablesIsUnknown() {
    counted.put("totalRowActionRequestCount", 3_200.0);
    CallCounts counts = counts();
    assertThat(counts.servers().share()).isEqualTo(0.5);
    assertThat(counts.servers().hitRatio()).isNull();
    assertThat(counts.servers().cpuMicros()).isNull();
    assertThat(counts.unknown().get("servers")).contains("other tables have 50 %");
  }
}
