package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.SyntheticRuns;
import io.hbench.compare.SyntheticSearch;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteRecord.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of region servers for a rate, by searches and ladders on a few of them. */
class PlanCommandTest {
  private static final double[] NOISE = {0.99, 1.01};

  @TempDir Path dir;

  private void search(String name, double rate, String words, Limit limit, int servers)
      throws IOException {
    SyntheticSearch.write(dir.resolve(name), rate, 1.01 * rate, words, limit, servers);
  }

  /** Two searches each on 1, 2 and 3 servers: 10,000 requests a second for each of them. */
  private void searches() throws IOException {
    for (int servers = 1; servers <= 3; servers++) {
      for (int repeat = 0; repeat < 2; repeat++) {
        double rate = 10_000 * servers * NOISE[(repeat + servers) % 2];
        search(servers + "/" + repeat, rate, "get@2", Limit.SERVERS, servers);
      }
    }
  }

  private Hbench.Result plan(String words) {
    return new Hbench(dir).run("plan " + words.replaceAll("DIR/?", dir + "/"));
  }

  private void refused(String words, String why) {
    Hbench.Result plan = plan(words);
    assertThat(plan.err()).hasLineCount(1).contains(why).contains("; try ");
    assertThat(plan).hasExitCode(2);
    assertThat(plan.out()).isEmpty();
  }

  @Test
  void theAnswerIsAScreenWithServersClientsAndTheirEvidence() throws IOException {
    searches();
    Hbench.Result plan = plan("--rate 38k --objective p99<20ms --of DIR/1 DIR/2 DIR/3");
    assertThat(plan).hasExitCode(0);
    assertThat(plan.out())
        .isEqualTo(
            """
            hbench plan for 38,000/s
            verdict: extrapolated, 4 region servers (95 %: 4 to 4)

            clients:     3 tasks with 64 slots each suffice, if each task sends as many as one did: 15,150/s
            capacity:    4 region servers sustain 39,996/s (95 %: 38,040/s to 42,164/s)
            bend:        none seen (p = 1.00)
            results:     1 server 10,000/s, 2 servers 20,000/s, 3 servers 30,000/s (6 results)
            objectives:  p99 < 20ms
            """);
    assertThat(plan.out()).hasLineCount(8);
  }

  @Test
  void programsReadThePredictedCapacities() throws IOException {
    searches();
    Json plan = Json.parse(plan("--rate 25k --of DIR/1,DIR/2 DIR/3 --format json").out());
    assertThat(plan)
        .has("schema", "hbench.plan/1")
        .has("servers", 3)
        .has("extrapolated", false)
        .hasSize("measured", 6);
    assertThat(plan.list("predicted").get(0)).has("servers", 3);
  }

  @Test
  void whatIsTooFarAwayIsRefusedWithARateThatIsNot() throws IOException {
    searches();
    refused(
        "--rate 200k --of DIR/1 DIR/2 DIR/3",
        "--rate 200k: may need more than 6 region servers, and 3 are the most that were measured;"
            + " try --rate 5");
    String proposed = plan("--rate 200k --of DIR/1 DIR/2 DIR/3").err().replaceFirst(".*try ", "");
    assertThat(plan(proposed.strip() + " --of DIR/1 DIR/2 DIR/3")).hasExitCode(0);
  }

  @Test
  void resultsThatDoNotTellACapacityAreRefused() throws IOException {
    searches();
    search("clients", 10_000, "get@2", Limit.CLIENTS, 2);
    refused("--rate 25k --of DIR/clients", "its limit is not the servers (clients)");
    search("unseen", 10_000, "get@2", Limit.SERVERS, 0);
    refused("--rate 25k --of DIR/unseen", "its number of region servers is unknown");
    SyntheticSearch.write(dir.resolve("none"), null, 1_000.0);
    refused("--rate 25k --of DIR/none", "has found no sustainable rate");
    search("puts", 10_000, "put@2", Limit.SERVERS, 2);
    refused("--rate 25k --of DIR/1 DIR/puts", "its load differs from that of");
    search("wide", 10_000, "get@2 --columns 5", Limit.SERVERS, 2);
    refused("--rate 25k --of DIR/1 DIR/wide", ": columns is 5, not 1; try --of");
    refused("--rate 25k --of DIR/nothing", "does not exist");
    refused("--rate 25k --of DIR/3/0/steps", "no findmax, and no ladder of clients without a rate");
    refused("--rate 25k --of DIR/1 DIR/2 --objective p99<5ms", "--objective 'p99 < 20ms'");
    refused("--rate 25k --of DIR/1 DIR/2 DIR/1/0", "1/0: is named twice");
    refused("--of DIR/1", "needs --rate and --of");
    refused("--rate 25k --of DIR/1", "needs three measured rates or more");
  }

  @Test
  void clientsMayDifferAsTheirNumberFollowsTheServers() throws IOException {
    searches();
    search("more", 30_500, "get@2 --tasks 9 --threads 3 --start-rate 5000", Limit.SERVERS, 3);
    assertThat(plan("--rate 25k --of DIR/1 DIR/2 DIR/3 DIR/more")).hasExitCode(0);
  }

  /** On each number of servers a ladder of threads: two and more get the same. */
  @Test
  void theMostThatALadderReachesIsACapacity() throws IOException {
    ladders(Map.of("1", 6_000.0, "2", 9_900.0, "4", 10_000.0));
    assertThat(plan("--rate 38k --of DIR/ladders").out())
        .contains("verdict: extrapolated, 4 region servers (95 %: 4 to 4)\n")
        .contains("3 servers 30,000/s (6 results)\nobjectives:  none\n");
    refused("--rate 38k --objective p99<5ms --of DIR/ladders", "were measured without one;");
  }

  @Test
  void aLadderThatStillGrowsTellsNoCapacity() throws IOException {
    ladders(Map.of("1", 6_000.0, "2", 9_000.0, "4", 10_000.0));
    refused("--rate 38k --of DIR/ladders", "the ladder ends while its throughput grows");
  }

  private void ladders(Map<String, Double> throughput) throws IOException {
    List<Run> runs = new ArrayList<>();
    for (int servers = 1; servers <= 3; servers++) {
      for (int repeat = 1; repeat <= 2; repeat++) {
        for (Map.Entry<String, Double> rung : throughput.entrySet()) {
          String name = "%d-%s-%d".formatted(servers, rung.getKey(), repeat);
          double rate = servers * rung.getValue() * NOISE[(repeat + servers) % 2];
          String words = "get@2 --threads " + rung.getKey();
          search("ladders/" + name, rate, words, Limit.SERVERS, servers);
          java.nio.file.Files.delete(dir.resolve("ladders/" + name + "/findmax.json"));
          runs.add(
              new Run(
                  "read",
                  Map.of("configuration", "servers" + servers, "threads", rung.getKey()),
                  repeat,
                  true,
                  name,
                  0,
                  null,
                  true,
                  "valid",
                  Map.of("get", Map.of("ops/s", rate)),
                  false,
                  false));
        }
      }
    }
    new RunDirectory(
            SyntheticRuns.conf(), new org.apache.hadoop.fs.Path(dir.resolve("ladders").toUri()))
        .writeJson(
            "suite.json",
            new SuiteRecord(
                SuiteRecord.SCHEMA, "s", "1", false, Map.of(), List.of(), runs, List.of()));
  }
}
