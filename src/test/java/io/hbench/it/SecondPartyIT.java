package io.hbench.it;

import static io.hbench.it.FaultsPage.says;
import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BalanceRequest;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults with a second party, one after the other: each ends in time, touches nothing of others,
 * and leaves nothing undone without naming it. Each writes its line of {@code src/docs/faults.md}.
 */
@Tag("faults")
@Sandbox.Alone
class SecondPartyIT {
  private static final String LEASES = "/leases-" + Runs.ID;
  private static final String LEASED = " -D hbench.lease.dir=" + LEASES;

  /** Loaded, with rows that a refused load would drop. */
  private static final String FULL = "full-" + Runs.ID;

  private static final String ROWS = " --rows 1k --tasks 1 --table ";
  private static final Path QUEUES =
      Path.of("target/sandbox/conf/hadoop/capacity-scheduler.xml").toAbsolutePath();
  private static final String LOAD = "load --recreate --presplit 4";
  private static final int KILLED = 128 + 9;

  private static Connection connection;
  private static Admin admin;

  @TempDir Path temp;
  private SecondParty fault;
  private long begin;
  private Process process;

  @BeforeAll
  static void settle() throws Exception {
    connection = Sandbox.hbase();
    admin = connection.getAdmin();
    Others.settle(connection);
    try (FileSystem hdfs = Sandbox.hdfs()) {
      var leases = new org.apache.hadoop.fs.Path(LEASES);
      hdfs.mkdirs(leases);
      hdfs.setPermission(leases, new FsPermission("1777"));
    }
    loaded(FULL);
  }

  @BeforeEach
  void choose(TestInfo test) throws IOException {
    fault = test.getTestMethod().orElseThrow().getAnnotation(SecondParty.class);
    assumeTrue(FaultsPage.isChosen(fault.name()));
    FaultsPage.put(fault.name(), "");
  }

  @AfterEach
  void startWhatIsDown() throws Exception {
    if (process != null) {
      process.destroyForcibly();
    }
    assertThat(Shell.run("bin/sandbox start").exitCode()).isZero();
  }

  @AfterAll
  static void cleanUp() throws Exception {
    connection.close();
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(new org.apache.hadoop.fs.Path(LEASES), true);
    }
    Others.cleanUp();
  }

  @SecondParty(
      line = 1,
      name = "two-on-a-table",
      what = "a load with --recreate, a load, and a run of gets, while another run uses the table",
      limitMinutes = 2)
  void ofTwoOnATableTheOneThatChangesItIsRefused() throws Exception {
    Others others = others(FULL, dir(FULL));
    process = Sandbox.submitter(words("run get --rate 50 --warmup 0s --for 60s", FULL, "first"));
    Runs.await("first", 0);
    begin();
    Shell.Result dropping = Sandbox.hadoopJar(words("load --local --recreate", FULL, "dropping"));
    Shell.Result loading = Sandbox.hadoopJar(words("load --local", FULL, "loading"));
    Shell.Result reading =
        Sandbox.hadoopJar(words("run get --local --ops 100 --warmup 0s", FULL, "reading"));
    assertThat(reading.exitCode()).as(reading.err()).isZero();
    assertThat(List.of(dropping, loading))
        .allSatisfy(end -> assertThat(end.err()).contains("--table " + FULL + ": in use by user "));
    write(says(dropping, "in use by user"), others, "0", dropping, loading, reading);
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    for (String run : List.of("first", "reading")) {
      assertThat(Runs.operation(run, 0).get("notFound").getAsLong()).isZero();
    }
    others.touched();
    assertThat(exists("dropping") || exists("loading")).isFalse();
  }

  @SecondParty(
      line = 2,
      name = "two-on-a-directory",
      what =
          "two loads with --recreate, of a table each, start at the same moment with the same --out",
      limitMinutes = 2)
  void ofTwoInADirectoryOneIsRefusedAndItsTableStays() throws Exception {
    List<String> tables = List.of(FULL, "full2-" + Runs.ID);
    loaded(tables.get(1));
    List<Others> others = new ArrayList<>();
    List<CompletableFuture<Shell.Result>> loads = new ArrayList<>();
    for (String table : tables) {
      others.add(others(table));
    }
    begin();
    for (String table : tables) {
      String words = words("load --local --recreate", table, "shared");
      loads.add(CompletableFuture.supplyAsync(() -> process(words)));
    }
    Shell.Result[] ends = {loads.get(0).get(), loads.get(1).get()};
    int refused = ends[0].exitCode() == 0 ? 1 : 0;
    assertThat(ends[1 - refused].exitCode()).as(ends[1 - refused].err()).isZero();
    assertThat(ends[refused].exitCode()).as(ends[refused].err()).isEqualTo(2);
    write(says(ends[refused], "--out"), others.get(refused), "0", ends[1 - refused], ends[refused]);
    assertThat(Sandbox.text(dir("shared/plan.xml"))).contains(tables.get(1 - refused));
    Shell.Result verify = hbench("verified", "verify --local " + dir("shared"));
    assertThat(verify.exitCode()).as(verify.out() + verify.err()).isZero();
  }

  /** A region is offline, and a server is down. */
  @SecondParty(
      line = 3,
      name = "suite-killed",
      what = "a suite is killed while a region is offline and a server is down; then suite --undo",
      limitMinutes = 15)
  void aSuiteThatWasKilledIsUndone() throws Exception {
    Others others = others();
    Path file =
        suite(
            "killed",
            LOAD,
            """
            - {after: 1s, action: unassign 1}
            - {after: 4s, action: kill-server}
            """);
    Path err = temp.resolve("err");
    process =
        Sandbox.submitter("suite --local %s --out %s".formatted(file, dir("killed")), err, err);
    Waits.until(
        "server that is down",
        () -> Sandbox.end(process, err),
        () -> Shell.run("bin/sandbox status").out().matches("(?s).*regionserver.*down.*"));
    begin();
    process.destroyForcibly();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isEqualTo(KILLED);
    int pending = pending("killed");

    Shell.Result undo = Sandbox.hbench("suite --undo " + dir("killed"));
    assertThat(undo.err())
        .contains("undo: start localhost:", "undo: assign 1 region\n")
        .endsWith("undone: 2\n");
    assertThat(undo.exitCode()).isZero();
    assertThat(admin.getRegionServers()).hasSize(2);
    assertThat(servers("killed")).hasSize(4);
    write(
        says(undo, "undone:"),
        others,
        pending + ", " + pending("killed"),
        new Shell.Result(process.exitValue(), "", ""),
        undo);
    assertThat(Sandbox.hbench("suite --undo " + dir("killed")).err()).endsWith("nothing to undo\n");
  }

  @SecondParty(
      line = 4,
      name = "undo-fails",
      what = "the server that a suite stopped does not start again; then it can, and suite --undo",
      limitMinutes = 15)
  void aServerThatDoesNotStartIsStartedLater() throws Exception {
    Others others = others();
    Path fine = temp.resolve("fine");
    Configuration site = Sandbox.client();
    site.set(
        "hbench.server.start", "test -e %s && bin/sandbox start-server {port}".formatted(fine));
    Path file = suite("failed", LOAD, "- {after: 3s, action: stop-server}\n");
    begin();
    Shell.Result suite =
        Sandbox.hbench(site, "suite %s --local --for 10s --out %s".formatted(file, dir("failed")));
    assertThat(suite.exitCode()).as(suite.err()).isEqualTo(1);
    assertThat(suite.err())
        .contains(
            "exited with 1", "; to undo it: suite --undo hdfs://", "stopped after 2 of 3 runs");
    assertThat(admin.getRegionServers()).hasSize(1);
    int pending = pending("failed");
    Files.createFile(fine);
    Shell.Result undo = Sandbox.hbench("suite --undo " + dir("failed"));
    assertThat(undo.exitCode()).as(undo.err()).isZero();
    assertThat(admin.getRegionServers()).hasSize(2);
    assertThat(Map.copyOf(servers("failed")).values().stream().distinct()).hasSize(2);
    write(says(suite, "to undo it"), others, pending + ", " + pending("failed"), suite, undo);
  }

  /** The operator drains a server; HBase's balancer runs. */
  @SecondParty(
      line = 5,
      name = "server-drained",
      what =
          "a server is drained before the undo of move-regions, and the balancer runs; then suite --undo",
      limitMinutes = 10)
  void noRegionMovesBackToAServerThatIsDrainedUntilItIsBack() throws Exception {
    String table = table("drained").getNameAsString();
    loaded(table);
    balanceUntil(moves -> moves == 0);
    Map<String, ServerName> before = servers("drained");
    Others others = others();
    Path file = suite("drained", "load", "- {after: 2s, action: move-regions 4}\n");
    CompletableFuture<Shell.Result> suite =
        Runs.start("drained", "suite %s --local --for 60s".formatted(file));
    CompletableFuture<Void> balancer =
        CompletableFuture.runAsync(() -> balanceUntil(moves -> suite.isDone()));
    Runs.until(
        "drained",
        "regions that have moved",
        () -> {
          Map<String, ServerName> now = servers("drained");
          return now.size() == before.size()
              && Collections.disjoint(now.entrySet(), before.entrySet());
        });
    Map<String, ServerName> away = servers("drained");
    ServerName drained = admin.getRegionServers().iterator().next();
    begin();
    admin.decommissionRegionServers(List.of(drained), false);
    Shell.Result result;
    try {
      result = suite.get(7, TimeUnit.MINUTES);
      assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
      assertThat(result.err())
          .contains(
              drained.getAddress() + " is not there, or is being drained",
              "; to undo it: suite --undo hdfs://");
      Map<String, ServerName> expected = new TreeMap<>(before);
      expected.replaceAll((region, server) -> (server.equals(drained) ? away : before).get(region));
      assertThat(servers("drained"))
          .as("drained %s, before %s, away %s; %s", drained, before, away, result.err())
          .isEqualTo(expected);
      balancer.get();
    } finally {
      admin.recommissionRegionServer(drained, List.of());
    }
    int pending = pending("drained");
    Shell.Result undo = Sandbox.hbench("suite --undo " + dir("drained"));
    assertThat(undo.exitCode()).as(undo.err()).isZero();
    assertThat(servers("drained")).isEqualTo(before);
    write(says(result, "to undo it"), others, pending + ", " + pending("drained"), result, undo);
  }

  @SecondParty(
      line = 6,
      name = "queue-refuses",
      what = "the queue of a load with --recreate is stopped",
      limitMinutes = 1)
  void aLoadWhoseQueueIsStoppedDropsNothing() throws Exception {
    Others others = others(FULL);
    String before = Files.readString(QUEUES);
    try {
      setQueue("STOPPED", before);
      begin();
      Shell.Result load = hbench("queue", "load --recreate" + ROWS + FULL);
      assertThat(load.exitCode()).as(load.err()).isEqualTo(2);
      write(says(load, "it is stopped"), others, "0", load);
      assertThat(exists("queue")).isFalse();
      assertThat(Leftovers.trials(connection, FULL)).isEmpty();
    } finally {
      setQueue("RUNNING", before);
      Files.writeString(QUEUES, before);
    }
  }

  private static void setQueue(String state, String before) throws Exception {
    String property =
        "<property><name>yarn.scheduler.capacity.root.default.state</name><value>%s</value></property>"
            .formatted(state);
    Files.writeString(QUEUES, before.replace("</configuration>", property + "\n</configuration>"));
    operator("yarn rmadmin -refreshQueues");
  }

  @SecondParty(
      line = 7,
      name = "quota-refuses",
      what = "bulk loads of 10 GB with --recreate, where 1 GB is left of a quota, and then 1 name",
      limitMinutes = 1)
  void aLoadThatAQuotaHasNoRoomForDropsNothing() throws Exception {
    Others others = others(FULL);
    String home = dir("limited/me");
    operator("hdfs dfs -mkdir -p " + home);
    operator("hdfs dfsadmin -setSpaceQuota 1g " + home);
    String words = "load --bulk --recreate --rows 10M --tasks 2 --table " + FULL;
    begin();
    Shell.Result space = hbench("limited/me/run", words);
    assertThat(space.exitCode()).as(space.err()).isEqualTo(2);
    operator("hdfs dfsadmin -clrSpaceQuota " + home);
    operator("hdfs dfsadmin -setQuota 4 " + home);
    Shell.Result names = hbench("limited/me/run", words);
    assertThat(names.exitCode()).as(names.err()).isEqualTo(2);
    assertThat(names.err()).contains("its quota of names leaves 1");
    write(says(space, "the space quota of"), others, "0", space, names);
    assertThat(exists("limited/me/run")).isFalse();
    assertThat(Leftovers.trials(connection, FULL)).isEmpty();
  }

  /** The share of this site is just below what is free: a gigabyte brings the disk below it. */
  @SecondParty(
      line = 8,
      name = "disk-nearly-full",
      what = "others fill HDFS during a run of puts, below the site's hbench.min.free.space",
      limitMinutes = 3)
  void aRunEndsWhenOthersFillTheDisk() throws Exception {
    Others others = others();
    var large = new org.apache.hadoop.fs.Path(dir("large"));
    try (FileSystem hdfs = Sandbox.hdfs()) {
      FsStatus now = hdfs.getStatus();
      double share = (now.getRemaining() - 3e8) / now.getCapacity();
      String min = String.format(Locale.ROOT, " -D hbench.min.free.space=%.4f%%", 100 * share);
      CompletableFuture<Shell.Result> run =
          Runs.start("disk", "run put --rate 50 --warmup 0s --for 1h" + ROWS + FULL + min);
      Runs.await("disk", 0);
      begin();
      byte[] megabyte = new byte[1 << 20];
      for (int i = 0; i < 10 && isAbove(share - 1e-3, hdfs); i++) {
        try (var file = hdfs.create(new org.apache.hadoop.fs.Path(large, "" + i))) {
          for (int m = 0; m < 200; m++) {
            file.write(megabyte);
          }
        }
        TimeUnit.SECONDS.sleep(3); // a heartbeat of the DataNode
      }
      Shell.Result ended = run.get(fault.limitMinutes(), TimeUnit.MINUTES);
      assertThat(ended.exitCode()).as(ended.err()).isEqualTo(1);
      write(says(ended, "of its space left"), others, "0", ended);
      Leftovers.awaitKilled("disk", 10);
      hdfs.delete(large, true);
    }
  }

  private static boolean isAbove(double share, FileSystem hdfs) throws IOException {
    FsStatus now = hdfs.getStatus();
    return now.getRemaining() > share * now.getCapacity();
  }

  private static Others others(String... more) throws IOException {
    return new Others(connection, more);
  }

  /** Loads a table; its run directory has its name. */
  private static void loaded(String table) throws Exception {
    Shell.Result load = hbench(table, "load --local --presplit 4" + ROWS + table);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  private static void operator(String line) throws Exception {
    Shell.Result result = Shell.inSandbox(line);
    assertThat(result.exitCode()).as(result.err()).isZero();
  }

  /** A command line of a process of its own. */
  private static String words(String command, String table, String run) {
    return command + ROWS + table + LEASED + " --out " + dir(run);
  }

  private static Shell.Result process(String words) {
    try {
      return Sandbox.hadoopJar(words);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets HBase's balancer run each second, until it has moved enough. */
  private static void balanceUntil(IntPredicate enough) {
    try {
      while (!enough.test(admin.balance(BalanceRequest.defaultInstance()).getMovesExecuted())) {
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void begin() {
    begin = System.nanoTime();
  }

  /** Writes the fault's line, if it has ended in time and touched nothing of others. */
  private void write(String says, Others others, String pending, Shell.Result... ends)
      throws IOException {
    double seconds = (System.nanoTime() - begin) / 1e9;
    assertThat(seconds).isLessThan(60.0 * fault.limitMinutes());
    assertThat(Stream.of(ends).map(Shell.Result::err))
        .noneMatch(err -> err.contains("\tat io.hbench."));
    FaultsPage.put(
        fault.name(),
        String.format(
            Locale.ROOT,
            "| %s | %s | %.0f s | %d min | %s | %s | %s |",
            fault.name(),
            Stream.of(ends).map(end -> "" + end.exitCode()).collect(Collectors.joining(", ")),
            seconds,
            fault.limitMinutes(),
            says,
            others.touched(),
            pending));
  }

  private static boolean exists(String file) throws IOException {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      return hdfs.exists(new org.apache.hadoop.fs.Path(dir(file)));
    }
  }

  /** Files of a suite's journal. */
  private static int pending(String suite) throws IOException {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      return hdfs.globStatus(new org.apache.hadoop.fs.Path(dir(suite), "_undo-*.json")).length;
    } catch (FileNotFoundException e) {
      return 0;
    }
  }

  private Path suite(String name, String load, String hooks) throws IOException {
    return Files.writeString(
        temp.resolve("suite.yaml"),
        """
        settings: {table: %s, rows: 1k, tasks: 1, rate: 50, yes: servers}
        steps:
        - {name: load, command: %s}
        - name: a
          command: run get --for 5m --warmup 0s
          during:
        %s
        - {name: b, shell: "true"}
        """
            .formatted(table(name), load, hooks.indent(2).stripTrailing()));
  }

  private static Map<String, ServerName> servers(String suite) throws IOException {
    return Others.servers(connection, table(suite));
  }

  /** A table of its own for each suite: that of a killed one is in use for five minutes more. */
  private static TableName table(String suite) {
    return TableName.valueOf(suite + "-" + Runs.ID);
  }
}
