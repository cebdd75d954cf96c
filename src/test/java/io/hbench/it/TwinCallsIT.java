package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.TableProfile;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Calls by kind, from the metrics pages of the sandbox's region servers. */
@Tag("soak")
@Isolated("what else computes is in its figures")
@Sandbox.Shared
class TwinCallsIT {
  private static final String ID = Long.toString(System.currentTimeMillis(), 36);

  /** After which a page that another program has read shows new figures. */
  private static final int PAGE_SECONDS = 11;

  @Test
  void callsOfEachKindAreThoseThatWereSent() throws Exception {
    String table = "twin-" + ID;
    Twin twin =
        profiled(
            table,
            "get:30,scan:20,put:20,delete:10,increment:10,append:5,checkAndPut:5@1 --ops 4k"
                + " --scan-rows 7");
    Map<String, Kind> kinds =
        Map.of(
            "get", Kind.GET,
            "scan", Kind.SCAN,
            "put", Kind.PUT,
            "delete", Kind.DELETE,
            "increment", Kind.INCREMENT,
            "append", Kind.APPEND,
            "checkAndPut", Kind.CHECK_AND_MUTATE);
    JsonObject report = Sandbox.json("/it/%s/report.json".formatted(table));
    for (JsonElement operation : report.getAsJsonArray("operations")) {
      String name = operation.getAsJsonObject().get("operation").getAsString();
      double count = operation.getAsJsonObject().get("count").getAsDouble();
      assertThat(calls(twin, kinds.get(name))).as(name).isCloseTo(count, withinPercentage(3));
    }
    assertThat(twin.calls(Kind.SCAN).rows()).isCloseTo(7, within(0.1));
    // two counters of one page may differ by more than 1 %: then it is unknown, and said
    assertThat(twin.calls(Kind.MULTI_GET).perSecond()).isIn(0.0, null);
    assertThat(calls(twin, Kind.PUT_BATCH)).isZero();
    assertThat(twin.servers().share()).isGreaterThan(0.95);
    assertThat(twin.servers().cpuMicros()).isBetween(50.0, 20_000.0);
    assertThat(twin.unknown().keySet())
        .isSubsetOf("keys", "rowKeys", "table.families", "calls.multi-get");
  }

  @Test
  void multiGetsAndBatchesHaveTheirRows() throws Exception {
    Twin gets = profiled("twin-gets-" + ID, "get@1 --batch 10 --ops 500");
    assertThat(gets.calls(Kind.MULTI_GET).rows()).isBetween(4.0, 10.0); // of two servers each
    assertThat(gets.calls(Kind.MULTI_GET).rows() * calls(gets, Kind.MULTI_GET))
        .isCloseTo(5_000, withinPercentage(3));
    Twin puts = profiled("twin-puts-" + ID, "put@1 --batch 10 --ops 500");
    assertThat(puts.calls(Kind.PUT_BATCH).rows() * calls(puts, Kind.PUT_BATCH))
        .isCloseTo(5_000, withinPercentage(3));
  }

  @Test
  void ctrlCEndsItWithTheTimeUntilThen(@TempDir Path dir) throws Exception {
    String table = "twin-" + ID + "-stopped";
    load(table);
    Path err = dir.resolve("err");
    Process profile =
        Sandbox.submitter(
            "profile --table %s --for 1h --out %s".formatted(table, dir.resolve("twin")),
            dir.resolve("out"),
            err);
    try {
      Waits.until(
          "the begin",
          () -> Sandbox.end(profile, err),
          () -> Files.readString(err).contains("is observed for 1h"));
      TimeUnit.SECONDS.sleep(PAGE_SECONDS);
      assertThat(Shell.run("kill -TERM " + profile.pid()).exitCode()).isZero();
      assertThat(profile.waitFor(1, TimeUnit.MINUTES)).isTrue();
      Twin twin = Twin.parse(Files.readString(dir.resolve("twin").resolve(Twin.FILE)));
      assertThat(twin.seconds()).isBetween(10.0, 60.0);
      // in a process of hadoop jar, of files in HDFS
      assertThat(twin.unknown().get("table.families")).startsWith("means of 4 store files, ");
      assertThat(twin.table().families().get(0).values().mean()).isPositive();
    } finally {
      profile.destroyForcibly();
    }
  }

  /** Loads a table, and observes a run. */
  private static Twin profiled(String table, String run) throws Exception {
    load(table);
    TimeUnit.SECONDS.sleep(PAGE_SECONDS);
    try (Cluster cluster = Cluster.connect(HBaseConf.find(Sandbox.client(), Map.of()))) {
      TableProfile profile = TableProfile.begin(cluster, TableName.valueOf(table), 0);
      hbench("run %s --rows 2k --threads 2 --warmup 0s --out /it/%s".formatted(run, table), table);
      TimeUnit.SECONDS.sleep(PAGE_SECONDS);
      return profile.twin(false);
    }
  }

  private static void load(String table) throws IOException {
    hbench(
        "load --rows 2k --tasks 1 --flush --presplit 4 --out /it/%s-load".formatted(table), table);
  }

  private static void hbench(String words, String table) throws IOException {
    Shell.Result result = Sandbox.hbench(words + " --yes --table " + table);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  /** Number of calls of a kind. */
  private static double calls(Twin twin, Kind kind) {
    Calls calls = twin.calls(kind);
    assertThat(calls.perSecond()).as(kind.toString()).isNotNull();
    return calls.perSecond() * twin.seconds();
  }
}
