package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.SyntheticSearch;
import io.hbench.findmax.FindmaxRecord.Limit;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number of region servers for a rate, by searches on a few of them. */
class PlanCommandTest {
  private static final double[] NOISE = {0.99, 1.01};

  private static final String ALL = "DIR/1-0 DIR/1-1 DIR/2-0 DIR/2-1 DIR/3-0 DIR/3-1";

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
        search(servers + "-" + repeat, rate, "get@2", Limit.SERVERS, servers);
      }
    }
  }

  private Hbench.Result plan(String words) {
    return new Hbench(dir).run("plan " + words.replace("ALL", ALL).replace("DIR", "" + dir));
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
    Hbench.Result plan = plan("--rate 38k --objective p99<20ms --of ALL");
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
    String of = ALL.replaceFirst(" ", ",");
    Json plan = Json.parse(plan("--rate 25k --format json --of " + of).out());
    assertThat(plan)
        .has("schema", "hbench.plan/1")
        .has("servers", 3)
        .has("extrapolated", false)
        .hasSize("measured", 6);
    assertThat(plan).hasSize("predicted", 6);
    assertThat(plan.list("predicted").get(2)).has("servers", 3).has("extrapolated", false);
    assertThat(plan.list("predicted").get(3)).has("servers", 4).has("extrapolated", true);
  }

  /** The last one counted, and the others were not in the plan. */
  @Test
  void allDirectoriesCountHoweverTheyAreGiven() throws IOException {
    searches();
    String of = "DIR/1-0 --of DIR/1-1,DIR/2-0 --of DIR/2-1 DIR/3-0 DIR/3-1";
    assertThat(Json.parse(plan("--rate 25k --format json --of " + of).out()))
        .hasSize("measured", 6);
  }

  /** The line of the law crosses 0. */
  @Test
  void aNumberOfServersWithoutABoundHasNoPrediction() throws IOException {
    search("a", 1_000, "get@2", Limit.SERVERS, 1);
    search("b", 3_030, "get@2", Limit.SERVERS, 2);
    search("c", 5_800, "get@2", Limit.SERVERS, 3);
    Hbench.Result plan = plan("--rate 1500 --format json --of DIR/a,DIR/b,DIR/c");
    assertThat(plan).hasExitCode(0);
    assertThat(Json.parse(plan.out()).list("predicted")).hasSizeBetween(3, 5);
  }

  @Test
  void whatIsTooFarAwayIsRefusedWithARateThatIsNot() throws IOException {
    searches();
    refused(
        "--rate 200k --of ALL",
        "--rate 200k: may need more than 6 region servers, and 3 are the most that were measured;"
            + " try --rate 5");
    String proposed = plan("--rate 200k --of ALL").err().replaceFirst(".*try ", "");
    assertThat(plan(proposed.strip() + " --of ALL")).hasExitCode(0);
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
    refused("--rate 25k --of DIR/1-0 DIR/puts", "its load differs from that of");
    search("wide", 10_000, "get@2 --columns 5", Limit.SERVERS, 2);
    refused("--rate 25k --of DIR/1-0 DIR/wide", ": columns is 5, not 1; try --of");
    refused("--rate 25k --of DIR/nothing", "does not exist");
    refused("--rate 25k --of DIR", "no findmax; those of a suite are named one by one");
    refused("--rate 25k --of DIR/1-0 --objective p99<5ms", "--objective 'p99 < 20ms'");
    refused("--rate 25k --of ALL DIR/1-0", "1-0: is named twice");
    refused("--of DIR/1-0", "needs --rate and --of");
    refused("--rate 25k --of DIR/1-0", "needs three measured rates or more");
  }

  /** Texts were compared: {@code @8} was another load than {@code @16}, and 10M than 10000000. */
  @Test
  void equalLoadsInDifferentNotationAreOneLoad() throws IOException {
    search("one", 10_000, "get:95,put:5@8 --rows 10M --value-size 1KB", Limit.SERVERS, 1);
    search("two", 20_000, "get:95,put:5@16 --rows 10000000 --value-size 1024", Limit.SERVERS, 2);
    search("three", 30_000, "put:1,get:19 --rows 10000k --value-size 1kb", Limit.SERVERS, 3);
    assertThat(plan("--rate 25k --of DIR/one DIR/two DIR/three")).hasExitCode(0);
    search("both", 10_000, "get@8 put@4", Limit.SERVERS, 1);
    search("more-puts", 20_000, "get@8 put@8", Limit.SERVERS, 2);
    refused("--rate 25k --of DIR/both DIR/more-puts", "is get@8 put@8, not get@8 put@4; try --of");
    search("half", 20_000, "get,put@8 --rows 10M --value-size 1KB", Limit.SERVERS, 2);
    refused("--rate 25k --of DIR/one DIR/half", "assignments is get,put@8, not get:95,put:5@8");
  }

  @Test
  void equalObjectivesInDifferentNotationAreOneObjective() throws IOException {
    searches();
    for (String equal : List.of("p99<20ms", "p99  <0.02s", "p99.0 < 20000us")) {
      edited("other", "findmax.json", "p99 < 20ms", equal);
      assertThat(plan("--rate 25k --of ALL DIR/other").err()).isEmpty();
      assertThat(plan("--rate 25k --of ALL --objective '" + equal + "'").err()).isEmpty();
    }
    for (String other : List.of("p99 <= 20ms", "p99 < 20us", "get.p99 < 20ms")) {
      edited("other", "findmax.json", "p99 < 20ms", other);
      refused("--rate 25k --of ALL DIR/other", "its objectives are [" + other + "], those of ");
    }
  }

  /** The message was to propose the first objective. */
  @Test
  void anObjectiveOfSearchesWithoutOneIsRefusedInOneLine() throws IOException {
    edited("without", "findmax.json", "(\"objectives\": \\[)[^\\]]*", "$1");
    refused("--rate 25k --of DIR/without --objective p99<5ms", "without without it");
  }

  /** Replaces parts of a file of a copy of a search on two servers. */
  private void edited(String name, String file, String... fromTo) throws IOException {
    search(name, 20_000, "get@2", Limit.SERVERS, 2);
    Path path = dir.resolve(name).resolve(file);
    String text = Files.readString(path);
    for (int i = 0; i < fromTo.length; i += 2) {
      assertThat(text).containsPattern(fromTo[i]);
      text = text.replaceFirst(fromTo[i], fromTo[i + 1]);
    }
    Files.writeString(path, text);
  }

  @Test
  void aSearchThatHasNotEndedTellsNoCapacity() throws IOException {
    edited("killed", "job.json", "SUCCEEDED", "KILLED");
    refused("--rate 25k --of DIR/killed", "killed: has not come to its end: the job killed");
  }

  /** A fresh server without regions, or one region more on one of a few. */
  @Test
  void serversThatCarryLessOfTheTableAreNotCounted() throws IOException {
    String regions = "(\"rs1:16020\": \\{[^}]*\"regions\": )1";
    edited("idle", "job.json", regions, "$10");
    refused("--rate 25k --of DIR/idle", "carried from 0 to 1 regions of the table");
    edited("uneven", "job.json", regions, "$12");
    refused("--rate 25k --of DIR/uneven", "carried from 1 to 2 regions of the table");
    edited("other", "job.json", "rs1:16020", "rs7:16020");
    refused("--rate 25k --of DIR/other", "its region servers changed while it ran");
  }

  @Test
  void aRateWithoutTheConfirmationThatWasAskedForIsRefused() throws IOException {
    edited("open", "findmax.json", "(\"confirmed\": )null", "$1false");
    refused("--rate 25k --of DIR/open", "its rate is confirmed by no longer step");
    searches();
    search("long", 20_000, "get@2 --confirm 5m", Limit.SERVERS, 2);
    refused("--rate 25k --of DIR/1-0 DIR/long", "confirm is 5m, not 0s");
    search("steps", 20_000, "get@2 --step-time 60s", Limit.SERVERS, 2);
    refused("--rate 25k --of DIR/1-0 DIR/steps", "step-time is 60s, not 20s");
  }

  /** The rate above the result may be inconclusive: no rate was missed for certain. */
  @Test
  void aLimitThatWasNotMissedForCertainBoundsTheRateToo() throws IOException {
    searches();
    edited("likely", "findmax.json", "(\"lowestFailing\": )20200.0", "$1null");
    assertThat(plan("--rate 25k --of ALL DIR/likely").out()).contains("(95 %: 3 to 3)");
    edited("none", "findmax.json", "(\"limitingStep\": )2", "$1null");
    refused("--rate 25k --of ALL DIR/none", "its limit is not the servers");
  }

  @Test
  void fewerServersThanWereMeasuredAreNoAnswer() throws IOException {
    searches();
    String twoAndThree = "DIR/2-0 DIR/2-1 DIR/3-0 DIR/3-1";
    assertThat(plan("--rate 9k --of " + twoAndThree).out())
        .contains("verdict: interpolated, 2 region servers (95 %: 2 to 2), or fewer: not measured");
    assertThat(plan("--rate 9k --of ALL").out())
        .contains("verdict: interpolated, 1 region server (95 %: 1 to 1)\n");
  }

  @Test
  void clientsMayDifferAsTheirNumberFollowsTheServers() throws IOException {
    searches();
    search("more", 30_500, "get@9 --tasks 9 --threads 3 --start-rate 5000", Limit.SERVERS, 3);
    assertThat(plan("--rate 25k --of ALL DIR/more")).hasExitCode(0);
  }
}
