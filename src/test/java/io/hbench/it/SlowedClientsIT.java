package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.Measuring;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Clients that are slowed down on purpose, and healthy ones, each in a process of its own: which of
 * them does the verdict name? HBase is in this process, so only the client is slow.
 */
@Tag("soak")
@Isolated("what else computes delays the clients")
@HBaseFixture.Alone
class SlowedClientsIT {
  /** With four, each kind of client has each of its loads with each of its clients. */
  private static final int RUNS = Integer.getInteger("slowed.clients", 4);

  private static final String ROWS = " --rows 10k --value-size 100 --table slowed";
  private static final String WINDOW = " --warmup 3s --for 10s" + ROWS;
  private static final int RATE = 300;
  private static final String CLOSED = "run get@1 %s";
  private static final String BUSY =
      "run " + BusyAnswersOperation.class.getName() + "@1 --client async";
  private static final String HICCUPS = "client-hiccups";

  @TempDir static Path dir;

  /** Clients by what is done to them, with the load of their runs. */
  private enum Kind {
    HEALTHY(null, CLOSED, RATE, "client-.*", ""),
    STOPPED_FOR_20_MS_OF_EVERY_200(
        "stop .02 .18", CLOSED, RATE, HICCUPS + "|client-send-delay", HICCUPS),
    STOPPED_FOR_300_MS_OF_EVERY_5_S(
        "stop .3 4.7", CLOSED, RATE, HICCUPS + "|client-send-delay", HICCUPS),
    WORKS_FOR_100_US_ON_EACH_ANSWER(null, BUSY, 20_000, "client-cpu", "client-cpu");

    /** A function of {@link #STOP} with its arguments. */
    private final String stop;

    private final String load;

    /** Of two runs of four, or of all of a healthy client. */
    private final int rate;

    /** Codes of reasons that name the client, at the rate. */
    private final String open;

    /** The same without a rate: what a healthy client uses of its CPU is its limit. */
    private final String closed;

    Kind(String stop, String load, int rate, String open, String closed) {
      this.stop = stop;
      this.load = load;
      this.rate = rate;
      this.open = open;
      this.closed = closed;
    }

    /** A client without a rate takes all CPU that its server leaves, and may wait for it. */
    private boolean isOpen(int run) {
      return this == HEALTHY || run / 2 % 2 == 0;
    }

    private boolean isNamed(int run, Json verdict) {
      String codes = isOpen(run) ? open : closed;
      return verdict.list("reasons").stream().anyMatch(r -> r.text("code").matches(codes));
    }

    private String load(int run) {
      return load.formatted(run % 2 == 0 ? "--threads 8" : "--client async")
          + (isOpen(run) ? " --rate " + rate : "");
    }
  }

  /** Without a process for each signal, which would come late. */
  private static final String STOP =
      """
      exec 3<> <(:)
      stop() {
        while kill -STOP "$client"; do
          read -r -t "$1" -u 3
          kill -CONT "$client"
          read -r -t "$2" -u 3
        done 2>/dev/null
      }
      client=%d
      %s
      """;

  @BeforeAll
  static void load() throws Exception {
    Configuration conf = LocalJobs.conf(HBaseFixture.conf(), dir);
    try (OutputStream out = Files.newOutputStream(dir.resolve("site.xml"))) {
      conf.writeXml(out);
    }
    hbench("load", "load --tasks 1" + ROWS, null);
    Json closed = hbench("capacity", CLOSED.formatted("--threads 8") + WINDOW, null);
    assertThat(closed.number("operations.0.opsPerSecond")).isGreaterThan(2 * RATE);
  }

  /** In turn, so that whatever else the machine does concerns all alike. */
  @Measuring("that it is busy with nothing else: a client that waits for a processor is named")
  void eachSlowedClientIsNamedAndNoHealthyOneIs(int attempt) throws Exception {
    Map<Kind, Integer> named = new EnumMap<>(Kind.class);
    for (int i = 0; i < RUNS; i++) {
      for (Kind kind : Kind.values()) {
        String name = kind + "-" + attempt + "-" + i;
        Json verdict = hbench(name, kind.load(i) + WINDOW, kind.stop).at("verdict");
        System.out.println(kind + " " + kind.load(i) + ": " + verdict);
        named.merge(kind, kind.isNamed(i, verdict) ? 1 : 0, Integer::sum);
      }
    }
    System.out.printf("named of %d runs: %s%n", RUNS, named);
    for (Kind kind : Kind.values()) {
      assertThat(named.get(kind)).as("%s", named).isEqualTo(kind == Kind.HEALTHY ? 0 : RUNS);
    }
  }

  /** Runs hbench in a process of its own, which is stopped now and then. */
  private static Json hbench(String name, String words, String stop) throws Exception {
    Path out = dir.resolve(name);
    Path log = dir.resolve(name + ".log");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.hbench.cli.Main"));
    Collections.addAll(command, words.split(" "));
    Collections.addAll(
        command, "-conf", dir.resolve("site.xml").toString(), "--quiet", "--out", out.toString());
    Process client =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    Process stopper =
        stop == null
            ? null
            : new ProcessBuilder("bash", "-c", STOP.formatted(client.pid(), stop)).start();
    try {
      assertThat(client.waitFor(3, TimeUnit.MINUTES)).as(name).isTrue();
    } finally {
      if (stopper != null) {
        stopper.destroyForcibly().waitFor();
      }
      client.destroyForcibly();
    }
    assertThat(client.exitValue()).as(Files.readString(log)).isZero();
    return Json.read(out.resolve("report.json"));
  }
}
