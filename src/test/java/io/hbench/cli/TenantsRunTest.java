package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeySequence;
import io.hbench.job.VirtualJobs;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.PlainOperation;
import io.hbench.op.Request;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Several runs at once, without a cluster. */
class TenantsRunTest {
  private static final String QUICK = " --for 10s --warmup 1s";
  private static final String TWO =
      """
      web: noop@3 --table profiles --rate 300
      etl: noop@2 --table logs --rate 50
      """;

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  private String tenants(String text) throws IOException {
    return "--tenants " + Files.writeString(dir.resolve("tenants.yaml"), text) + QUICK;
  }

  @Test
  void eachTenantIsARunOfItsOwn() throws IOException {
    Hbench.Result run = hbench.job("both", "run " + tenants(TWO));
    assertThat(run).hasExitCode(0);
    Json web = run.json("web/report.json");
    Json etl = run.json("etl/report.json");
    assertThat(web).has("operations.0.count", 3_000).has("tasks.planned", 3);
    assertThat(web.at("settings")).has("table", "profiles").has("tenant", "web");
    assertThat(etl).has("operations.0.count", 500).has("tasks.planned", 2);
    assertThat(etl.at("settings")).has("table", "logs").has("rate", "50");
    for (Json report : List.of(web, etl)) {
      assertThat(report.at("verdict").toString()).doesNotContain("counts-differ");
      assertThat(report).has("window.seconds", 10);
    }
    assertThat(web.text("window.started")).isEqualTo(etl.text("window.started"));
    assertThat(run.dir().resolve("web/part-r-00000")).exists();
    assertThat(hbench.run("report " + run.dir().resolve("web") + " --audit")).hasExitCode(0);
  }

  @Test
  void theTableOfAllTenantsNamesThem() throws IOException {
    Hbench.Result run = hbench.job("both", "run " + tenants(TWO));
    assertThat(run.out().lines().toList().get(0)).isEqualTo("hbench tenants");
    assertThat(run.out())
        .containsPattern("\ntenant +table +operation +ops ")
        .containsPattern("\nweb +profiles +noop +3,000 ")
        .containsPattern("\netl +logs +noop +500 ");
    assertThat(Files.readString(run.dir().resolve("suite.html"))).contains("./web/report.html");
    assertThat(run.json("suite.json")).has("running", false).hasSize("runs", 2);
    Hbench.Result report = hbench.run("report " + run.dir());
    assertThat(report).hasExitCode(2);
    assertThat(report.err())
        .contains("has several runs, whose figures are in suite.txt in it; try trend ");
    assertThat(hbench.run("trend " + run.dir())).hasExitCode(0);
  }

  @Test
  void aTenantIsComparedAndRepeatedLikeAnyRun() throws IOException {
    Path both = hbench.job("both", "run " + tenants(TWO)).dir();
    Hbench.Result alone = hbench.job("alone", "run -conf " + both.resolve("web/plan.xml"));
    assertThat(alone).hasExitCode(0);
    assertThat(alone.report()).has("settings.table", "profiles");
    assertThat(alone.report()).has("settings.tenant", "");
    Hbench.Result compared = hbench.run("compare %s %s/web".formatted(alone.dir(), both));
    assertThat(compared).hasExitCode(2);
    assertThat(compared.err())
        .contains("tenant: baseline none, candidate web")
        .contains("neighbours: baseline none, candidate etl: run noop@2 --table logs --rate 50");
    compared = hbench.run("compare %s %s/web --different-ok".formatted(alone.dir(), both));
    assertThat(compared.out())
        .contains("different: tenant: baseline none, candidate web\n")
        .containsPattern("noop +ops/s +300/s +300/s +0.0 %");
    assertThat(hbench.run("compare %1$s %1$s".formatted(both))).hasExitCode(0);
    assertThat(hbench.run("trend " + dir).out()).containsPattern("runs: +3, ");
  }

  @Test
  void theExitCodeIsThatOfTheWorstTenant() throws IOException {
    Hbench.Result run =
        hbench.job(
            "run " + tenants(TWO.replace("--rate 50", "--rate 50 --objective 'throughput > 60'")));
    assertThat(run).hasExitCode(3);
    assertThat(run.json("web/report.json").text("verdict.status")).isEqualTo("valid");
    assertThat(run.json("suite.json").at("runs.0")).has("exitCode", 0).has("verdict", "valid");
    assertThat(run.json("suite.json").at("runs.1")).has("exitCode", 3).has("verdict", "missed");
    assertThat(run.dir().resolve("etl/junit.xml")).exists();
  }

  @Test
  void aTenantThatFailsEndsAllAndIsNamed() throws IOException {
    String failing = "etl: %s@2 --rate 50 --abort-above 10%%";
    Hbench.Result run =
        hbench.job(
            "run "
                + tenants(
                    "web: noop@1 --rate 300\n"
                        + failing.formatted(FailingOperation.class.getName())));
    assertThat(run).hasExitCode(1);
    assertThat(run.err())
        .contains("tenant etl ends the run of all tenants: ")
        .contains(" requests failed: more than --abort-above 10%");
    assertThat(run.out()).containsPattern("\nweb +hbench .* (invalid|failed)");
    assertThat(run.json("web/report.json").at("verdict").toString()).contains("job-failed");
  }

  @Test
  void serversAndClientsThatAllTenantsShareAreNoCostOfOne() throws IOException {
    Json web = hbench.job("run " + tenants(TWO)).json("web/report.json");
    assertThat(web.at("cost.missing").toString()).contains("client CPU unknown");
    assertThat(web.at("cost.figures").toString()).doesNotContain("client-cpu");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "web: noop@1 --for 5s | --for 5s: the same for all tenants; put it on the command line",
        "web: noop@1 --local | --local true: the same for all tenants",
        "web: noop@1 -D a=b | -D a=b: the same for all tenants; put it on the command line",
        "web: noop@1 --ops 10 | --ops 10: all tenants have one window; leave it out",
        "web: noop@1 --abort-on-breach | --abort-on-breach true: the tenants' objectives",
        "web: noop@1 --profile | --profile true: takes one run, and tenants are several",
        "web: noop@1 --threads 1,2 | --threads 1,2: several values for one tenant; try --threads 1",
        "web: noop@1 --lost-tasks 50% --abort-above 1% | --abort-above 1%: a task that it ends",
        "web: noop@1 --repeat 2 | --repeat 2: takes one run, and tenants are several",
        "web: noop@1 --tenants x | --tenants x: the same for all tenants",
        "web: noop@x | run noop@x: 'x' is not a number of tasks",
        "web: | no value; leave the key out, or give it one",
        "web: metaWrite --i-know-this-writes-to-meta | hbase:meta is no tenant's table",
        "a/b: noop@1 | tenant a/b: not a directory name, such as web",
        "_job: noop@1 | tenant _job: not a directory name",
      })
  void whatIsNotOfOneTenantIsRefused(String file, String message) throws IOException {
    Hbench.Result run = hbench.job("none", "run " + tenants(file));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).startsWith("hbench: ").contains("tenants.yaml:1: ").contains(message);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.dir()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run get | run get: the file of --tenants has the words of each tenant; leave it out",
        "run --repeat 2 | --repeat: takes one run, and tenants are several; leave it out",
        "run --for auto | --for: all tenants have one window, whatever its precision; try --for 5m",
        "run --detach | --detach true: the submitter makes the tenants' reports; leave it out",
        "run --format json | --format json: prints one run, and tenants are several",
        "run --yes | --yes true: names no table, and each tenant has its own; try --yes=profiles",
        "load --resume x | --resume: takes one run, and tenants are several; leave it out",
        "findmax get | --tenants: no such option",
        "replay requests.csv | --tenants: no such option",
      })
  void whatSeveralTenantsCannotHaveIsRefused(String words, String message) throws IOException {
    Hbench.Result run =
        hbench.job(
            "none",
            words + " " + tenants(TWO).replaceFirst(words.contains("--for") ? QUICK : "$", ""));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains(message);
    assertThat(run.dir()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "max.rate, 349, 350 requests in a second of all tenants together",
    "max.tasks, 4, 5 tasks of all tenants together",
  })
  void theLimitsOfASiteAreForAllTenantsTogether(String limit, int max, String message)
      throws IOException {
    Configuration site = LocalJobs.defaults();
    site.setInt("hbench." + limit, max);
    Hbench.Result run = Hbench.ofSite(site, dir).job("none", "run " + tenants(TWO));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains("--tenants: " + message + ", and this site allows " + max);
    site.setInt("hbench." + limit, max + 1);
    assertThat(Hbench.ofSite(site, dir).job("allowed", "run " + tenants(TWO))).hasExitCode(0);
  }

  @Test
  void theBytesThatASiteAllowsAreThoseOfAllTenantsTogether() throws IOException {
    Configuration site = LocalJobs.defaults();
    site.set("hbench.max.write.bytes", "3M");
    String each = "%s: put@1 --table %1$s --rate 200\n";
    Hbench hbench = Hbench.ofSite(site, dir);
    Hbench.Result run =
        hbench.job("none", "run " + tenants(each.formatted("web") + each.formatted("etl")));
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .containsPattern(
            "--tenants: [45],[\\d,]+ bytes written of all tenants together, and this site allows"
                + " 3,000,000 .*; shorten --for");
    assertThat(run.dir()).doesNotExist();
  }

  @Test
  void aTenantThatWritesNothingNeedsNoConsentToASize() throws IOException {
    String words = "web: get@1 --table a --rate 10\netl: put@40 --table b --threads 64";
    Hbench.Result run = hbench.job("none", "run " + tenants(words + " --value-size 10KB"));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains("--tenants: the run writes up to ").contains("try --yes=size");
    run = hbench.job("none", "run " + tenants(words + " --value-size 10KB --yes=size"));
    assertThat(run.err()).contains("no HBase configuration found"); // the next check
  }

  @Test
  void theTenantWithoutATableToWarmIsNamed() throws IOException {
    Hbench.Result run = hbench.job("none", "run " + tenants(TWO + "own: noop@1 --warm"));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains("tenant 'own': --warm: noop has no table to prepare");
  }

  /** What one tenant costs another one depends on it, and a comparison of the other one said so. */
  @Test
  void anotherNeighbourIsADifferenceOfATenant() throws IOException {
    Path monday = hbench.job("monday", "run " + tenants(TWO)).dir();
    Path same = hbench.job("same", "run " + tenants(TWO)).dir();
    Path tuesday =
        hbench.job("tuesday", "run " + tenants(TWO.replace("--rate 50", "--rate 60"))).dir();
    assertThat(hbench.run("compare %s/web %s/web".formatted(monday, same))).hasExitCode(0);
    Hbench.Result compared = hbench.run("compare %s/web %s/web".formatted(monday, tuesday));
    assertThat(compared).hasExitCode(2);
    assertThat(compared.err())
        .contains("neighbours: baseline etl: run noop@2 --table logs --rate 50")
        .contains("candidate etl: run noop@2 --table logs --rate 60");
  }

  @ParameterizedTest
  @CsvSource({"run, t1, default:t1", "load, t1, t1", "verify, default:t1, t1"})
  void aTableHasOneTenant(String command, String table, String same) throws IOException {
    String words = "a: get --table %s --rows 10\nb: scan --table %s --rows 20\n";
    String file = tenants(words.formatted(table, same)).replace(QUICK, "");
    Hbench.Result run =
        hbench.job("none", command + " " + file + (command.equals("run") ? QUICK : ""));
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .endsWith(
            "tenants.yaml:2: tenant 'b': --table %s: tenant 'a' has that table; each needs one of its own; try --table b\n"
                .formatted(same));
    assertThat(run.dir()).doesNotExist();
  }

  /** It showed when the tables before it were written. */
  @Test
  void aBadTenantIsFoundBeforeTheFirstTableIsWritten() throws IOException {
    String words = "a: get --table t1\nb: get --table t2 --presplit 16 --rows 10\n";
    Hbench.Result load = hbench.job("none", "load " + tenants(words).replace(QUICK, ""));
    assertThat(load).hasExitCode(2);
    assertThat(load.err()).contains("tenants.yaml:2: tenant 'b': --presplit 16: ");
    assertThat(load.dir()).doesNotExist();
  }

  @Test
  void sampledKeysTellNoRowsToLoadOrVerify() throws IOException {
    for (String command : List.of("load ", "verify ")) {
      for (String keys : List.of("sampled", "Sampled")) {
        String words = "a: get --table t1 --keys " + keys;
        Hbench.Result run = hbench.job("none", command + tenants(words).replace(QUICK, ""));
        assertThat(run).hasExitCode(2);
        assertThat(run.err())
            .contains("tenant 'a': --keys " + keys + ": only rows that hbench has");
      }
    }
  }

  @Test
  void aPlanOfAnotherCommandIsNoTenant() throws IOException {
    Configuration load = new Configuration(false);
    Settings.COMMAND.set(load, "load");
    Path plan = dir.resolve("plan.xml");
    try (OutputStream out = Files.newOutputStream(plan)) {
      load.writeXml(out);
    }
    String file = tenants("web: --table t1").replace(QUICK, "");
    Hbench.Result run = hbench.job("none", "run -conf %s %s".formatted(plan, file));
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .contains("tenant 'web': load put@4: of another run's plan (-conf), and tenants are runs");
  }

  @Test
  void onlyTheSubmitterEndsATenant() throws IOException {
    Path web = hbench.job("both", "run " + tenants(TWO)).dir().resolve("web");
    assertThat(hbench.run("report --follow " + web)).hasExitCode(0);
    Path facts = web.resolve("job.json");
    Json.edit(facts, job -> job.set("status.state", "RUNNING").remove("status.finished"));
    assertThat(hbench.run("report " + web).out()).contains("unknown:").doesNotContain("--follow");
    Hbench.Result followed = hbench.run("report --follow " + web);
    assertThat(followed).hasExitCode(2);
    assertThat(followed.err()).contains("--follow: only the submitter makes the reports");
  }

  @Test
  void aTaskThatIsLostIsOneOfItsTenant() throws IOException {
    String etl = "etl: noop@1 %s@1 --rate 50 --lost-tasks 50%%";
    Hbench.Result run =
        hbench.job(
            "both",
            "run -D %s=2 ".formatted(VirtualJobs.ATTEMPTS)
                + tenants("web: noop@3 --rate 300\n" + etl.formatted(Broken.class.getName())));
    assertThat(run.json("web/report.json")).has("operations.0.count", 3_000);
    assertThat(run.json("web/report.json").at("tasks")).has("planned", 3).has("completed", 3);
    Json lost = run.json("etl/report.json").at("tasks");
    assertThat(lost).has("planned", 2).has("completed", 1).has("lost.0.task", 1);
    assertThat(run.dir().resolve("etl/part-r-00000")).exists(); // which comparisons read
  }

  @Test
  void aReportThatFailsIsNamedAndLeavesTheOthers() throws IOException {
    Vandal.file = dir.resolve("both").resolve("bad").resolve("job.json");
    String bad = "bad: %s@1 --rate 9\n".formatted(Vandal.class.getName());
    Hbench.Result run = hbench.job("both", "run " + tenants(bad + TWO));
    assertThat(run).hasExitCode(1);
    assertThat(run.err()).contains("tenant bad: ").contains("job.json");
    assertThat(run.json("etl/report.json")).has("operations.0.count", 500);
    assertThat(run.json("suite.json")).has("running", false).hasSize("runs", 3);
  }

  @Test
  void aDryRunSaysWhatEachTenantWouldDo() throws IOException {
    Hbench.Result run = hbench.job("dry", "run --dry-run " + tenants(TWO));
    assertThat(run).hasExitCode(0);
    assertThat(run.out())
        .contains("tenant: web\nload: run noop@3\n")
        .contains("tenant: etl\nload: run noop@2\n");
    assertThat(run.dir()).doesNotExist();
  }

  @Test
  void tenantsDrawDifferentRowsUnlessTheirWordsHaveASeed() throws IOException {
    Hbench.Result run = hbench.job("run --draw-seed 7 " + tenants(TWO + "own: noop --draw-seed 7"));
    assertThat(run.json("web/report.json")).has("run.drawSeed", 7);
    assertThat(run.json("etl/report.json")).has("run.drawSeed", 8);
    assertThat(run.json("own/report.json")).has("run.drawSeed", 7);
  }

  @Test
  void manyTenantsShareFewContainers() throws IOException {
    String many = "t{0..24}: noop@1 --table t{0..24} --rate 20\n";
    Hbench.Result run = hbench.job("run --containers 2 " + tenants(TWO + many));
    assertThat(run).hasExitCode(0);
    assertThat(run.json("web/report.json")).has("operations.0.count", 3_000);
    String window = run.json("etl/report.json").text("window.started");
    for (int i = 0; i < 25; i++) {
      Json report = run.json("t%d/report.json".formatted(i));
      assertThat(report).has("operations.0.count", 200).has("settings.table", "t" + i);
      assertThat(report).hasVerdict("valid");
      assertThat(report.text("window.started")).isEqualTo(window);
      assertThat(report.at("cost.missing").toString()).contains("client CPU unknown");
    }
    assertThat(run.json("t3/report.json").text("settings.neighbours"))
        .startsWith("web: run noop@3 --table profiles --rate 300 --for 10s --warmup 1s; etl: run ")
        .endsWith(
            "; t0: run noop@1 --table t0 --rate 20 --for 10s --warmup 1s, and 23 more like it");
    assertThat(run.out()).containsPattern("\nothers: +17 tenants: 17 valid, noop p99 .* median ");
    assertThat(run.out().lines().filter(line -> line.matches("(t\\d+|web|etl) .*"))).hasSize(10);
    assertThat(run.json("suite.json")).hasSize("runs", 27).hasSize("rows", 27);
  }

  @Test
  void anotherNumberOfContainersIsADifference() throws IOException {
    Path one = hbench.job("one", "run --containers 1 " + tenants(TWO)).dir();
    Path two = hbench.job("two", "run --containers 2 " + tenants(TWO)).dir();
    assertThat(hbench.run("compare %s/web %s/web".formatted(one, two)).err())
        .contains("containers: baseline 1, candidate 2");
  }

  @Test
  void aTenantThatFailsEndsTheOthersOfItsContainer() throws IOException {
    String failing = "etl: %s@2 --rate 50 --abort-above 10%%";
    Hbench.Result run =
        hbench.job(
            "run --containers 1 "
                + tenants(
                    "web: noop@2 --rate 300\n"
                        + failing.formatted(FailingOperation.class.getName())));
    assertThat(run).hasExitCode(1);
    assertThat(run.err()).contains("tenant etl ends the run of all tenants: ");
    assertThat(run.json("web/report.json").at("verdict").toString()).contains("job-failed");
  }

  @Test
  void aContainerThatIsLostLosesTasksOfSeveralTenants() throws IOException {
    String etl = "etl: %s@1 --rate 50 --lost-tasks 100%%\n".formatted(Broken.class.getName());
    String web = "web: noop@2 --rate 300 --lost-tasks 50%\n";
    Hbench.Result run =
        hbench.job(
            "both",
            "run --containers 2 -D %s=2 ".formatted(VirtualJobs.ATTEMPTS) + tenants(web + etl));
    assertThat(run.json("web/report.json").at("tasks"))
        .has("planned", 2)
        .has("completed", 1)
        .has("lost.0.task", 0);
    assertThat(run.json("etl/report.json").at("tasks"))
        .has("planned", 1)
        .has("completed", 0)
        .has("lost.0.task", 0);
  }

  @Test
  void aDryRunHasTheContainersOfAllTenants() throws IOException {
    Hbench.Result run = hbench.job("dry", "run --dry-run --containers 2 " + tenants(TWO));
    assertThat(run.out())
        .contains("containers of all tenants: none, tasks are threads of this JVM")
        .doesNotContain("\ncontainers:");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run --containers 5 | --containers 5: the tenants have 5 tasks, which would share none;",
        "run --containers 2 --alternate 5s | --containers 2: the neighbours of --alternate would",
        "run --containers 0 | --containers 0: not a count of 1 or more",
        "load --containers 2 | --containers: no such option",
      })
  void containersThatNoTasksShareAreRefused(String words, String message) throws IOException {
    Hbench.Result run = hbench.job("none", words + " " + tenants(TWO));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains(message);
    assertThat(run.dir()).doesNotExist();
  }

  @Test
  void containersAreOfTenants() {
    Hbench.Result run = hbench.job("none", "run noop@8 --for 1s --containers 2");
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .contains("--containers 2: needs tenants, whose tasks share them; try run --tenants");
  }

  @Test
  void theTasksThatASiteAllowsAreContainers() throws IOException {
    Configuration site = LocalJobs.defaults();
    site.setInt("hbench.max.tasks", 3);
    Hbench limited = Hbench.ofSite(site, dir);
    assertThat(limited.job("run --containers 3 " + tenants(TWO))).hasExitCode(0);
    for (String evasion : List.of("", "-D hbench.containers=1 ")) {
      assertThat(limited.job("none", "run " + evasion + tenants(TWO)).err())
          .contains("--tenants: 5 tasks of all tenants together, and this site allows 3");
    }
    assertThat(limited.job("none", "run --containers 4 " + tenants(TWO)).err())
        .contains("--tenants: 4 tasks of all tenants together, and this site allows 3");
  }

  /** Fails its task with the first request, when the load has started. */
  public static final class Broken extends PlainOperation {
    @Override
    protected Request next(KeySequence keys) {
      throw new IllegalStateException("broken");
    }
  }

  /** Damages a file of the run. */
  public static final class Vandal extends PlainOperation {
    private static Path file;

    @Override
    protected Request next(KeySequence keys) {
      keys.next();
      try {
        Files.writeString(file, "[]");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return client -> CompletableFuture.completedFuture(null);
    }
  }
}
