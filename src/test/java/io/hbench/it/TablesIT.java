package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What hbench does to tables, and above all what it does not. */
@Order(Turns.FROM_THE_END + 3)
@HBaseFixture.Shared
class TablesIT {
  @TempDir static Path dir;
  private static Hbench hbench;
  private static Connection connection;
  private static Admin admin;

  @BeforeAll
  static void connect() throws IOException {
    hbench = new Hbench(HBaseFixture.conf(), dir);
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    admin = connection.getAdmin();
  }

  @AfterAll
  static void close() throws IOException {
    connection.close();
  }

  @Test
  void aReadOfATableThatDoesNotExistSaysHowToLoadIt() throws IOException {
    refused(
        "run get --table none --rows 1k",
        "--table none: does not exist, and get reads it; try load --table none --rows 1k");
    assertThat(admin.tableExists(TableName.valueOf("none"))).isFalse();
  }

  @Test
  void aReadOfAnEmptyTableIsRefused() throws IOException {
    foreign("hollow", "info0");
    refused(
        "run get:90,put:10 --table hollow --rows 1k --yes",
        "--table hollow: has none of the rows 0 to 999, and get reads them; try"
            + " load --table hollow --rows 1k");
  }

  @Test
  void aTableWithoutTheFamilyIsRefused() throws IOException {
    foreign("family", "cf");
    refused(
        "run put --table family --yes",
        "--family-names info0: no family of table family, which has cf; try --family-names cf");
  }

  @Test
  void aTableThatHbenchDidNotMakeIsNotWrittenToWithoutAYes() throws IOException {
    foreign("foreign", "info0");
    refused(
        "load --table foreign --rows 100",
        "--table foreign: hbench did not create it; try --yes=foreign");
    refused(
        "load --table foreign --rows 100 --yes=foreign2,servers,size",
        "--table foreign: hbench did not create it; try --yes=foreign");
    for (String yes : List.of("--yes", "--yes=foreign", "--yes=size,default:foreign")) {
      assertThat(hbench.job("load --table foreign --rows 100 --tasks 1 " + yes)).hasExitCode(0);
    }
  }

  @Test
  void aTableThatHbenchDidNotMakeIsNotDropped() throws IOException {
    TableDescriptor before = foreign("precious", "info0");
    refused(
        "load --table precious --rows 100 --recreate --yes",
        "--recreate true: hbench did not create table precious, so its name has to confirm the"
            + " drop; try --recreate=precious");
    refused(
        "load --table precious --rows 100 --recreate=precios --yes",
        "--recreate precios: not the name of table precious; try --recreate=precious");
    assertThat(admin.getDescriptor(TableName.valueOf("precious"))).isEqualTo(before);
  }

  @Test
  void aNewTableKeepsItsRegionsIfSplitsAreSwitchedOff() throws IOException {
    assertThat(hbench.job("load --table fixed --rows 100 --tasks 1 --region-splits false"))
        .hasExitCode(0);
    assertThat(admin.getDescriptor(TableName.valueOf("fixed")).isSplitEnabled()).isFalse();
  }

  @Test
  void nothingIsDroppedForACommandLineThatIsWrong() throws IOException {
    assertThat(hbench.job("load --table kept --rows 100 --tasks 1")).hasExitCode(0);
    for (String mistake :
        List.of("--presplit 0", "--presplit 4x", "--presplit 101", "--strict=x")) {
      assertThat(hbench.job("load --table kept --rows 100 --recreate " + mistake)).hasExitCode(2);
    }
    hbench = new Hbench(HBaseFixture.conf(), dir.resolve("kept"));
    assertThat(hbench.job("run get@1 --ops 100 --warmup 0s --table kept --rows 100"))
        .hasExitCode(0);
    assertThat(hbench.last().operation()).hasNotFound(0);
  }

  @Test
  void aDisabledTableIsRefusedAndMayBeRecreated() throws IOException {
    assertThat(hbench.job("load --table off --rows 100 --tasks 1")).hasExitCode(0);
    admin.disableTable(TableName.valueOf("off"));
    refused("run get --table off --rows 100", "--table off: is disabled; try --table off2");
    assertThat(hbench.job("load --table off --rows 100 --tasks 1 --recreate")).hasExitCode(0);
  }

  @Test
  void insertsGoOnBehindTheLastRowAndOverwriteRowsOnlyIfTheyAreToldTo() throws IOException {
    assertThat(hbench.job("load --table twice --rows 100 --tasks 1")).hasExitCode(0);
    String insert = "run insert@1 --threads 1 --ops 50 --warmup 0s --table twice --rows 100";
    assertThat(hbench.job(insert)).hasExitCode(0);
    assertThat(hbench.job(insert)).hasExitCode(0);
    assertThat(rows("twice")).isEqualTo(200);
    assertThat(hbench.job(insert + " --first-insert 180")).hasExitCode(0);
    assertThat(rows("twice")).isEqualTo(230);
    refused(
        insert + " --first-insert 99",
        "--first-insert 99: one of the --rows that are there; try --first-insert 100");
  }

  @Test
  void aTableIsDroppedIfItIsNamedASecondTime() throws IOException {
    foreign("named", "info0", "other");
    assertThat(hbench.job("load --table named --rows 100 --tasks 1 --recreate=named"))
        .hasExitCode(0);
    assertThat(admin.getDescriptor(TableName.valueOf("named")).getColumnFamilyCount()).isOne();
  }

  @Test
  void aTableThatHbenchMadeCarriesItsMarkerAndMayBeRecreated() throws IOException {
    assertThat(hbench.job("load --table ours --rows 100 --tasks 1 --presplit 2")).hasExitCode(0);
    assertThat(admin.getDescriptor(TableName.valueOf("ours")).getValue("HBENCH"))
        .contains("table=default:ours")
        .endsWith(
            " user=%s run=file:%s".formatted(System.getProperty("user.name"), hbench.last().dir()));
    assertThat(hbench.job("load --table ours --rows 100 --tasks 1 --presplit 5 --recreate"))
        .hasExitCode(0);
    assertThat(admin.getRegions(TableName.valueOf("ours"))).hasSize(5);
  }

  @Test
  void aTableThatAnotherUserMadeIsDroppedOnlyIfItIsNamed() throws IOException {
    assertThat(hbench.job("load --table bobs --rows 100 --tasks 1")).hasExitCode(0);
    TableName name = TableName.valueOf("bobs");
    TableDescriptor made = admin.getDescriptor(name);
    String theirs = made.getValue("HBENCH").replaceAll("user=\\S+ run=.*", "user=bob run=/b/run");
    admin.modifyTable(TableDescriptorBuilder.newBuilder(made).setValue("HBENCH", theirs).build());
    refused(
        "load --table bobs --rows 100 --recreate --yes",
        "--recreate true: user bob created table bobs in /b/run, so its name has to confirm the"
            + " drop; try --recreate=bobs");
    assertThat(rows("bobs")).isEqualTo(100);
    assertThat(hbench.job("load --table bobs --rows 100 --tasks 1 --recreate=bobs")).hasExitCode(0);
  }

  @Test
  void aTableThatARunUsesIsNotDroppedLoadedOrCompactedByAnotherOne() throws Exception {
    Configuration site = new Configuration(HBaseFixture.conf());
    Path leases = Files.createDirectory(dir.resolve("leases"));
    site.set("hbench.lease.dir", leases.toUri().toString());
    Hbench first = new Hbench(site, dir.resolve("first"));
    Hbench second = new Hbench(site, dir.resolve("second"));
    String rows = " --table used --rows 100 --tasks 1";
    assertThat(first.job("load" + rows)).hasExitCode(0);
    CompletableFuture<Hbench.Result> run =
        CompletableFuture.supplyAsync(
            () -> first.job("run get" + rows + " --rate 20 --warmup 0s --for 40s"));
    Path facts = dir.resolve("first/run-2/tasks/part-m-00000");
    Waits.until("task of the first run", () -> Files.exists(facts));
    for (String words :
        List.of("load --recreate", "load", "run get --major-compact", "run get --flush")) {
      assertThat(second.job(words + rows)).hasExitCode(2);
      assertThat(second.last().err())
          .matches(
              "hbench: --table used: in use by user %s since \\S+: file:%s/first/run-2, by process"
                      .formatted(System.getProperty("user.name"), dir)
                  + " \\S+:\\d+; try again after its end, or five minutes after it was killed, or --table"
                  + " used2\n");
    }
    assertThat(second.job("run get --ops 10 --warmup 0s" + rows)).hasExitCode(0);
    assertThat(run.get()).hasExitCode(0);
    assertThat(first.last().operation()).hasNotFound(0);
    assertThat(second.job("load --recreate" + rows)).hasExitCode(0);
    try (Stream<Path> left = Files.list(leases)) {
      assertThat(left).noneMatch(file -> !file.getFileName().toString().startsWith("."));
    }
  }

  @Test
  void theSiteSaysWhichTablesAreWrittenAndDroppedAndWhatWasDoneIsRecorded() throws Exception {
    Configuration site = new Configuration(HBaseFixture.conf());
    Path audit = Files.createDirectory(dir.resolve("audit"));
    site.set("hbench.audit.dir", audit.toUri().toString());
    site.set("hbench.tables.write", "bench*");
    site.set("hbench.tables.drop", "bench_tmp*");
    Hbench policed = new Hbench(site, dir.resolve("policed"));
    String rows = " --rows 100 --tasks 1";
    assertThat(policed.job("load --table bench_tmp1" + rows)).hasExitCode(0);
    assertThat(policed.job("load --table bench_tmp1 --recreate" + rows)).hasExitCode(0);
    assertThat(policed.job("load --table bench1" + rows)).hasExitCode(0);
    assertThat(policed.job("load --table bench1 --recreate" + rows)).hasExitCode(2);
    assertThat(policed.last().err())
        .isEqualTo(
            "hbench: --table bench1: at this site only bench_tmp* may be dropped"
                + " (hbench.tables.drop); try --table bench_tmp1\n");
    assertThat(rows("bench1")).isEqualTo(100);
    assertThat(policed.job("load --table other" + rows)).hasExitCode(2);
    assertThat(admin.tableExists(TableName.valueOf("other"))).isFalse();
    StringBuilder events = new StringBuilder();
    try (Stream<Path> files = Files.list(audit)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".events")).toList()) {
        events.append(Files.readString(file));
      }
    }
    assertThat(events)
        .contains("\"bench_tmp1 was created with 1 regions\"")
        .contains("\"bench_tmp1 is being dropped and created again with 1 regions\"")
        .contains("\"failed\",\"what\":\"--table bench1: at this site")
        .contains(" on bench_tmp1\"");
  }

  @Test
  void whereNoDirectoryForLeasesIsSetALineSaysSo() {
    assertThat(hbench.job("load --table loose --rows 100 --tasks 1")).hasExitCode(0);
    assertThat(hbench.job("loose", "run get@1 --table loose --rows 100 --ops 10 --warmup 0s"))
        .hasExitCode(0);
    assertThat(hbench.last().err())
        .contains(
            "hbench: hbench.lease.dir is not set: nothing keeps other runs from dropping tables"
                + " in use\n");
  }

  @Test
  void theMarkOfATableIsNotThatOfItsClones() throws IOException {
    assertThat(hbench.job("load --table original --rows 100 --tasks 1")).hasExitCode(0);
    admin.cloneTableSchema(TableName.valueOf("original"), TableName.valueOf("schema"), true);
    admin.snapshot("of-original", TableName.valueOf("original"));
    admin.cloneSnapshot("of-original", TableName.valueOf("restored"));
    for (String clone : List.of("schema", "restored")) {
      refused(
          "load --table " + clone + " --rows 100",
          "--table "
              + clone
              + ": hbench did not create it (its mark is that of default:original); try --yes="
              + clone);
      refused(
          "load --table " + clone + " --rows 100 --recreate",
          "--recreate true: hbench did not create table "
              + clone
              + " (its mark is that of default:original), so its name has to confirm the drop; try"
              + " --recreate="
              + clone);
    }
  }

  @Test
  void workOnAWholeTableThatHbenchDidNotMakeNeedsAYes() throws IOException {
    foreign("busy", "info0");
    assertThat(hbench.job("load --table busy --rows 100 --tasks 1 --yes")).hasExitCode(0);
    for (String work : List.of("--flush", "--major-compact", "--clear-cache", "--warm")) {
      refused(
          "run get --table busy --rows 100 " + work,
          work
              + ": works on the whole table, and hbench did not create table busy; try "
              + work
              + " --yes=busy");
    }
    assertThat(hbench.job("run get@1 --ops 10 --warmup 0s --table busy --rows 100 --flush --yes"))
        .hasExitCode(0);
  }

  @Test
  void systemTablesAreReadAndNeverChanged() throws IOException {
    for (String words :
        List.of(
            "run delete --keys sampled --yes --family-names info",
            "load --rows 100 --bulk --yes --recreate=hbase:meta",
            "run get --keys sampled --flush --yes --family-names info",
            "run get --keys sampled --major-compact --yes --family-names info")) {
      refusedAsSystemTable(words, "hbase:meta");
    }
    for (String table : List.of("hbase:quota", "hbase:new", "backup:system")) {
      refusedAsSystemTable("run get --keys sampled --recreate=" + table, table);
    }
    assertThat(
            hbench.job(
                "run get@1 --table hbase:meta --keys sampled --whole-families"
                    + " --family-names info --ops 10 --warmup 0s"))
        .hasExitCode(0);
  }

  private static void refusedAsSystemTable(String words, String table) {
    refused(
        words + " --table " + table,
        "--table " + table + ": a system table of HBase, which hbench only reads; try --table t1");
  }

  @Test
  void aLoadGoesOnOnlyInTheTableThatItWrote() throws IOException {
    Path load = hbench.job("load --table again --rows 100 --tasks 1").dir();
    notResumed(load, " --table other", "--table other: not the table of the load, again; try");
    drop("again");
    notResumed(load, "", ": table again is gone; try load --table again --rows 100");
    assertThat(hbench.job("load --table again --rows 100 --tasks 1")).hasExitCode(0);
    notResumed(load, "", ": table again is not the one that it wrote: it was created again; try");

    TableDescriptor foreign = foreign("cleared", "info0");
    load = hbench.job("load --table cleared --rows 100 --tasks 1 --yes").dir();
    assertThat(hbench.job("load --resume " + load)).hasExitCode(0);
    drop("cleared");
    admin.createTable(foreign);
    notResumed(load, "", ": table cleared lacks 100 of 100 rows of it that were looked up; try");
    Json.edit(load.resolve("job.json"), job -> job.set("tableMark", "none cluster=other"));
    notResumed(load, "", ": table cleared is not the one that it wrote: it is of another cluster;");
  }

  private static void notResumed(Path load, String words, String message) {
    assertThat(hbench.job("load --resume " + load + words)).hasExitCode(2);
    assertThat(hbench.last().err()).contains(message);
    assertThat(hbench.last().dir()).doesNotExist();
  }

  private static void drop(String name) throws IOException {
    admin.disableTable(TableName.valueOf(name));
    admin.deleteTable(TableName.valueOf(name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--split-policy no.such.Policy",
        "--family-config MIN_VERSIONS=-1",
        "--family-config MIN_VERSIONS=few",
        "--table-config hbase.hstore.engine.class=no.such.Engine,MAX_FILESIZE=1",
        "--compression zstd"
      })
  void theOldTableStaysIfHBaseRefusesTheNewOne(String wrong) throws IOException {
    String load = "load --table stays --rows 100 --tasks 1 --recreate ";
    assertThat(hbench.job(load)).hasExitCode(0);
    assertThat(hbench.job(load + wrong)).hasExitCode(1);
    assertThat(hbench.last().err())
        .startsWith("hbench: HBase refuses the new table, and nothing was dropped: ")
        .hasLineCount(1);
    assertThat(hbench.last().dir()).doesNotExist();
    assertThat(rows("stays")).isEqualTo(100);
    assertThat(Leftovers.trials(connection, "stays")).isEmpty();
  }

  /** The young one is of a run that is under way. */
  @Test
  void onlyAnOldTrialIsDropped() throws IOException {
    String load = "load --table crowded --rows 100 --tasks 1";
    assertThat(hbench.job(load)).hasExitCode(0);
    TableDescriptor made = admin.getDescriptor(TableName.valueOf("crowded"));
    TableName young = trial(made, Instant.now().minusSeconds(8 * 60));
    TableName old = trial(made, Instant.now().minusSeconds(11 * 60));
    assertThat(hbench.job(load + " --recreate")).hasExitCode(0);
    assertThat(admin.listTableNames()).contains(young).doesNotContain(old);
    drop(young.getNameAsString());
  }

  private static TableName trial(TableDescriptor made, Instant created) throws IOException {
    TableName name =
        TableName.valueOf(
            made.getTableName() + "_hbench_trial_" + new UUID(0, created.getEpochSecond()));
    String mark = made.getValue("HBENCH").replaceFirst("created=\\S+", "created=" + created);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TableDescriptorBuilder.copy(name, made))
            .setValue("HBENCH", mark)
            .build());
    return name;
  }

  @Test
  void theOldTableStaysIfItsNamespaceMayNotHaveTheRegionsOfTheNewOne() throws IOException {
    admin.createNamespace(
        NamespaceDescriptor.create("narrow")
            .addConfiguration("hbase.namespace.quota.maxregions", "5")
            .build());
    assertThat(hbench.job("load --table narrow:other --rows 100 --tasks 1")).hasExitCode(0);
    String load = "load --table narrow:kept --rows 100 --tasks 1";
    assertThat(hbench.job(load)).hasExitCode(0);
    refused(
        load + " --recreate --presplit 9",
        "--presplit 9: namespace narrow may have 5 regions (hbase.namespace.quota.maxregions), and"
            + " its other tables have 1; try --presplit 4");
    assertThat(rows("narrow:kept")).isEqualTo(100);
    assertThat(hbench.job(load + " --recreate --presplit 4")).hasExitCode(0);
    assertThat(hbench.job(load + " --recreate --presplit 4")).hasExitCode(0); // it is full now
  }

  @Test
  void aRunDirectoryThatCannotBeWrittenCostsNoTable() throws IOException {
    String load = "load --table written --rows 100 --tasks 1";
    assertThat(hbench.job(load)).hasExitCode(0);
    Path file = Files.createFile(dir.resolve("a-file"));
    assertThat(hbench.run(load + " --recreate --out " + file.resolve("run"))).hasExitCode(1);
    assertThat(hbench.last().err())
        .startsWith("hbench: can't submit a job with results in file:" + file + "/run: ");
    assertThat(rows("written")).isEqualTo(100);
  }

  @Test
  void aLadderOfLoadsDropsTheTableBetweenThem() throws IOException {
    assertThat(hbench.job("load --table rungs --rows 100 --tasks 1 --recreate --presplit 2,4"))
        .hasExitCode(0);
    assertThat(admin.getRegions(TableName.valueOf("rungs"))).hasSize(4);
    assertThat(hbench.last().out()).containsPattern("\n4 +put ");
  }

  @Test
  void regionsThatWereMadeForOtherRowsAreNotReusedInSilence() {
    assertThat(hbench.job("load --table cut --rows 100 --tasks 1 --presplit 4")).hasExitCode(0);
    assertThat(hbench.job("load --table cut --rows 100 --tasks 1 --presplit 4")).hasExitCode(0);
    refused(
        "load --table cut --rows 1000 --tasks 1 --presplit 4",
        "--presplit 4: table cut has 4 regions with other split points; try --table cut2"
            + " --presplit 4");
  }

  @Test
  void aReplicaThatTheTableLacksIsNotAskedFor() {
    assertThat(hbench.job("load --table lone --rows 100 --tasks 1")).hasExitCode(0);
    refused(
        "run get --table lone --rows 100 --consistency timeline --replica 1",
        "--replica 1: table lone has 1 replica, numbered from 0; try --replica 0");
  }

  @Test
  void aNameThatIsNoTableNameIsRefused() {
    refused("run put --table bad*name", "--table bad*name: not a table name; try --table t1");
  }

  private static TableDescriptor foreign(String name, String... families) throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    for (String family : families) {
      table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(Bytes.toBytes(family)));
    }
    admin.createTable(table.build());
    return admin.getDescriptor(TableName.valueOf(name));
  }

  private static int rows(String name) throws IOException {
    try (Table table = connection.getTable(TableName.valueOf(name));
        ResultScanner rows = table.getScanner(new Scan())) {
      return (int) StreamSupport.stream(rows.spliterator(), false).count();
    }
  }

  private static void refused(String words, String message) {
    assertThat(hbench.job(words)).hasExitCode(2);
    assertThat(hbench.last().err()).isEqualTo("hbench: " + message + "\n");
    assertThat(hbench.last().dir()).doesNotExist();
  }
}
