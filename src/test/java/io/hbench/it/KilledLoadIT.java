package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.report;
import static io.hbench.it.Runs.signal;
import static io.hbench.it.Runs.start;
import static io.hbench.it.Runs.taskProcess;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.hbench.data.KeyFormat;
import io.hbench.data.RowSet;
import io.hbench.kit.Turns;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Loads whose tasks are killed half-way: what was lost, and how it goes on. */
@Order(Turns.LONG_SANDBOX)
@Sandbox.Shared
class KilledLoadIT {
  private static final KeyFormat KEYS = KeyFormat.parse("{row:26}");
  private static final String ROWS = " --value-size 500 --tasks 2 --presplit 8 --table ";

  @Test
  void nothingThatWasAcknowledgedIsLostWithTheTask() throws Exception {
    var load = start("puts", "load --rows 100k --threads 4" + ROWS + "killed-puts-" + Runs.ID);
    long task = taskProcess("puts", 1);
    Runs.until("puts", "1,000 acknowledged rows", () -> acknowledged("puts", 1) >= 1_000);
    signal("KILL", task);
    assertThat(load.get().exitCode()).isEqualTo(1);

    Shell.Result verify = hbench("puts-verified", "verify --local --tasks 2 " + dir("puts"));
    assertThat(verify.exitCode()).as(verify.out()).isZero();
    JsonObject proof = report("puts-verified").getAsJsonObject("verification");
    assertThat(proof.get("correct").getAsLong()).isBetween(1_000L, 99_000L);
    assertThat(verify.out()).containsPattern("not acknowledged: +[\\d,]+ more rows");

    Shell.Result resumed = hbench("puts-resumed", "load --local --resume " + dir("puts"));
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    Shell.Result all = hbench("all", "verify --local --tasks 2 " + dir("puts-resumed"));
    assertThat(all.exitCode()).as(all.out() + all.err()).isZero();
    assertThat(all.out())
        .containsPattern("verification: +100,000 of 100,000 rows correct; 0 missing");
  }

  /** Number of rows in a task's acknowledged-rows log. */
  private static long acknowledged(String load, int task) throws Exception {
    String log = Runs.await(load, task).acknowledged();
    return log == null ? 0 : RowSet.parse(log).size();
  }

  @Tag("soak")
  @Test
  void aBulkLoadGoesOnWithThePiecesThatAreComplete() throws Exception {
    var load = start("bulk", "load --rows 160k --bulk" + ROWS + "killed-bulk-" + Runs.ID);
    long task = taskProcess("bulk", 1);
    Runs.until("bulk", "3 pieces", () -> pieces("bulk") >= 3);
    signal("KILL", task);
    assertThat(load.get().exitCode()).isEqualTo(1);
    assertThat(pieces("bulk")).isBetween(3, 7);

    Shell.Result resumed = hbench("bulk-resumed", "load --local --resume " + dir("bulk"));
    assertThat(resumed.exitCode()).as(resumed.err()).isZero();
    assertThat(resumed.err())
        .containsPattern("hbench: [1-9][\\d,]+ rows were written by earlier loads");
    assertThat(pieces("bulk") + pieces("bulk-resumed")).isEqualTo(8);
    everyRowThatSomebodyTouchesIsNamed("killed-bulk-" + Runs.ID);
  }

  /** Three rows deleted, two overwritten, and the files of a region removed behind HBase's back. */
  private static void everyRowThatSomebodyTouchesIsNamed(String name) throws Exception {
    TableName table = TableName.valueOf(name);
    byte[] family = Bytes.toBytes("info0");
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin();
        Table rows = connection.getTable(table)) {
      for (long row : new long[] {0, 100_000, 159_999}) {
        rows.delete(new Delete(KEYS.key(row)));
      }
      for (long row : new long[] {7, 140_000}) {
        rows.put(new Put(KEYS.key(row)).addColumn(family, Bytes.toBytes("0"), family));
      }
      admin.flush(table);
      RegionInfo third = admin.getRegions(table).get(2);
      try (FileSystem hdfs = Sandbox.hdfs()) {
        Path files =
            new Path("/hbase/data/default/" + name + "/" + third.getEncodedName() + "/info0");
        assertThat(hdfs.delete(files, true)).isTrue();
      }
      admin.unassign(third.getRegionName());
      admin.assign(third.getRegionName());
      Shell.Result verify =
          hbench("touched", "verify --local --tasks 2 --threads 1 " + dir("bulk-resumed"));
      assertThat(verify.exitCode()).as(verify.out() + verify.err()).isEqualTo(5);
      assertThat(verify.out())
          .contains("139,995 of 160,000 rows correct; 20,003 missing, 0 stale, 2 corrupt,")
          .containsPattern("\nmissing +%026d +1 ".formatted(100_000))
          .containsPattern("\nmissing +%026d +%026d +20,000 ".formatted(40_000, 59_999))
          .containsPattern("\ncorrupt +%026d +1 +wrong value in info0:0 ".formatted(140_000))
          .contains(third.getEncodedName());
    }
  }

  private static int pieces(String load) throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      Path hfiles = new Path(dir(load), "hfiles");
      return hdfs.exists(hfiles)
          ? hdfs.listStatus(hfiles, p -> !p.getName().startsWith("_")).length
          : 0;
    }
  }
}
