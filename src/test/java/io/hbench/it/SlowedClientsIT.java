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
  private static final int RUNS = Integer.getInteger("slowed.clients", 3);

  private static final String ROWS = " --rows 10k --value-size 100 --table slowed";
  private static final String WINDOW = " --warmup 3s --for 10s" + ROWS;
  private static final int RATE = 300;
  private static final String CLOSED = "run get@1 %s";
  private static final String OPEN = CLOSED + " --rate " + RATE;
  private static final String BUSY =
      "run " + BusyAnswersOperation.class.getName() + "@1 --client async";

  @TempDir static Path dir;

  /** Clients by what is done to them, with the loads that their runs have in turn. */
  private enum Kind {
    HEALTHY(null, List.of(OPEN)),
    STOPPED_FOR_20_MS_OF_EVERY_200("stop .02 .18", List.of(OPEN, CLOSED)),
    STOPPED_FOR_300_MS_OF_EVERY_5_S("stop .3 4.7", List.of(OPEN, CLOSED)),
    WORKS_FOR_100_US_ON_EACH_ANSWER(null, List.of(BUSY, BUSY + " --rate 20k"));

    /** A function of {@link #STOP} with its arguments. */
    private final String stop;

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list
    private final List<String> loads;

    Kind(String stop, List<String> loads) {
      this.stop = stop;
      this.loads = loads;
    }

    private String load(int run) {
      return loads
          .get(run / 2 % loads.size())
          .formatted(run % 2 == 0 ? "--threads 8" : "--client async");
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
        boolean isNamed =
            verdict.list("reasons").stream().anyMatch(r -> r.text("code").startsWith("client-"));
        named.merge(kind, isNamed ? 1 : 0, Integer::sum);
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
