package io.hbench.it;

import static io.hbench.it.Runs.hbench;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The slowest requests of runs with one known fault, and of a run without one. */
@Isolated("what else computes is slow requests of its own")
@Tag("soak")
@Sandbox.Alone
class CausesIT {
  private static final String TABLE = "causes-" + Runs.ID;
  private static final String ROWS = " --rows 20k --value-size 100 --table " + TABLE;
  private static final String LOAD = load(150);
  private static final long FAULT_AFTER_MILLIS = 8_000;
  private static final int LISTED = 100;
  private static final int RIGHT = 95;
  private static final Path SITE = Path.of("target/sandbox/conf/hbase/hbase-site.xml");

  private static String load(int inFlight) {
    return " --client async --in-flight %d --warmup 3s --for 15s".formatted(inFlight) + ROWS;
  }

  @BeforeAll
  static void load() throws Exception {
    Shell.Result load = hbench(TABLE, "load --local --tasks 1 --presplit 4" + ROWS);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @Test
  void nothingIsNamedWhereNothingIsWrong() throws Exception {
    JsonObject slow = run("healthy", "run get:50,put:50@1 --local --rate 200" + LOAD);
    assertThat(number(slow, "not-slow")).as(slow.get("causes").toString()).isEqualTo(LISTED);
  }

  @Test
  void putsWaitForTheWalOfAPausedDataNode() throws Exception {
    named(
        "wal",
        paused("datanode", Sandbox.pid("datanode"), 3, "run put@1 --local --rate 1k" + LOAD));
  }

  @Test
  void aClientThatIsStoppedIsTheCause() throws Exception {
    named("client", paused("client", 0, 2, "run get@1" + LOAD));
  }

  @Test
  void putsWaitInTheQueueOfAServerWithOneHandler() throws Exception {
    String before = Files.readString(SITE);
    try {
      Files.writeString(
          SITE,
          before.replace(
              "</configuration>",
              property("hbase.regionserver.handler.count", 1)
                  + property("hbase.ipc.server.max.callqueue.length", 1_000)
                  + "</configuration>"));
      restart();
      gather();
      // so many that a pause of the machine is less than half of the wait
      named("queue", run("handlers", "run put@1 --local" + load(400)));
    } finally {
      Files.writeString(SITE, before);
      restart();
      balance();
    }
  }

  private static void balance() throws Exception {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(true, true);
    }
  }

  private static String property(String name, int value) {
    return "<property><name>%s</name><value>%d</value></property>".formatted(name, value);
  }

  private static void restart() throws Exception {
    for (String action : new String[] {"stop", "start"}) {
      Shell.Result result = Shell.run("bin/sandbox %s-server regionserver1".formatted(action));
      assertThat(result.exitCode()).as(result.err()).isZero();
    }
  }

  /** Moves the whole table to the server that was restarted, where it stays. */
  private static void gather() throws Exception {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true);
      int port =
          Files.readAllLines(Path.of("target/sandbox/conf/ports")).stream()
              .filter(line -> line.startsWith("regionserver1 "))
              .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(' ') + 1)))
              .findFirst()
              .orElseThrow();
      ServerName server =
          admin.getRegionServers().stream()
              .filter(s -> s.getPort() == port)
              .findFirst()
              .orElseThrow();
      for (RegionInfo region : admin.getRegions(TableName.valueOf(TABLE))) {
        admin.move(region.getEncodedNameAsBytes(), server);
      }
    }
  }

  private static JsonObject run(String what, String words) throws Exception {
    String name = TABLE + "-" + what;
    Shell.Result run = hbench(name, words);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    return slow(what, name);
  }

  /**
   * A run with a process that stops for some seconds.
   *
   * @param pid 0 for that of its task
   */
  private static JsonObject paused(String what, long pid, int seconds, String words)
      throws Exception {
    String name = TABLE + "-" + what;
    CompletableFuture<Shell.Result> run = Runs.start(name, words);
    double start = Runs.startOf(name, 0);
    long process = pid == 0 ? Runs.taskProcess(name, 0) : pid;
    Runs.sleepUntil(start + FAULT_AFTER_MILLIS);
    Runs.signal("STOP", process);
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } finally {
      Runs.signal("CONT", process);
    }
    Shell.Result result = run.get(10, TimeUnit.MINUTES);
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    return slow(what, name);
  }

  private static JsonObject slow(String what, String name) throws Exception {
    JsonObject slow = Runs.report(name).getAsJsonObject("slow");
    JsonObject slowest = slow.getAsJsonArray("list").get(0).getAsJsonObject();
    System.out.printf(
        Locale.ROOT,
        "%s: %s of %d; in slow logs %s, by metrics pages %s; slowest %.0f ms%n",
        what,
        slow.get("causes"),
        slow.getAsJsonArray("list").size(),
        slow.get("logged"),
        slow.get("byPage"),
        slowest.get("service").getAsDouble() / 1e3);
    return slow;
  }

  private static void named(String cause, JsonObject slow) {
    assertThat(number(slow, cause)).as(slow.get("causes").toString()).isGreaterThanOrEqualTo(RIGHT);
    assertThat(slow.getAsJsonArray("list")).hasSize(LISTED);
  }

  private static int number(JsonObject slow, String cause) {
    JsonElement number = slow.getAsJsonObject("causes").get(cause);
    return number == null ? 0 : number.getAsInt();
  }
}
