package io.hbench.it;

import static org.apache.hadoop.hbase.security.access.Permission.Action.ADMIN;
import static org.apache.hadoop.hbase.security.access.Permission.Action.CREATE;
import static org.apache.hadoop.hbase.security.access.Permission.Action.READ;
import static org.apache.hadoop.hbase.security.access.Permission.Action.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users may do whose rights are limited, and what they are told. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class RightsIT {
  private static final String ONE = "@1 --threads 1 --warmup 0s --ops 40 --rows 100 --table ";

  @TempDir static Path dir;
  private static GuardedHBase hbase;
  private static Hbench superuser;

  @BeforeAll
  static void start() throws Exception {
    hbase = new GuardedHBase(HBaseFixture.conf());
    superuser = new Hbench(hbase.conf(), dir.resolve("superuser"));
  }

  @AfterAll
  static void stop() throws Exception {
    hbase.close();
  }

  @Test
  void oneRightIsEnoughForReadsAndTheReportSaysWhatIsUnknown() throws Exception {
    load("r-read");
    GuardedHBase.As alice = as("alice");
    refused(
        alice,
        "run put,get" + ONE + "r-read --yes",
        "user 'alice' lacks R on table 'r-read', which get needs; grant it: grant 'alice', 'R',"
            + " 'r-read'");
    refused(
        alice,
        "run get --keys sampled --table r-read",
        "user 'alice' lacks R on table 'r-read', which get needs; grant it: grant 'alice', 'R',"
            + " 'r-read'");
    hbase.grant("alice", "r-read", READ);
    assertThat(alice.job("run get,exists,scan,scanRange,scanFiltered,locate" + ONE + "r-read"))
        .hasExitCode(0);
    String unknown = "user 'alice' lacks C on table 'r-read'";
    assertThat(alice.hbench().last().out())
        .contains(" schema of the table: unknown, " + unknown + "\n");
    assertThat(alice.hbench().last().report())
        .has("servers.before.descriptor", null)
        .has("servers.after.regions", 1)
        .has("servers.before.unknown.0.what", "schema of the table")
        .has("servers.before.unknown.0.missing", unknown);
    assertThat(alice.hbench().last().json("job.json")).has("tableMark", "unknown");
    refused(
        alice,
        "run get" + ONE + "r-read --family-names cf",
        "--family-names cf: no family of table r-read; try --family-names NAMES with those of the"
            + " table");
  }

  @Test
  void twoRightsAreEnoughForWrites() throws Exception {
    load("r-written");
    GuardedHBase.As bob = as("bob");
    hbase.grant("bob", "r-written", READ);
    refused(
        bob,
        "run get:90,put:10" + ONE + "r-written",
        "user 'bob' lacks W on table 'r-written', which put needs; grant it: grant 'bob', 'W',"
            + " 'r-written'");
    refused(
        bob,
        "load --rows 100 --table r-written",
        "user 'bob' lacks W on table 'r-written', which load needs; grant it: grant 'bob', 'W',"
            + " 'r-written'");
    hbase.grant("bob", "r-written", WRITE);
    refused(
        bob,
        "run put" + ONE + "r-written",
        "--table r-written: unknown whether hbench created it, because user 'bob' lacks C on table"
            + " 'r-written'; try --yes=r-written");
    Hbench.Result load = bob.job("load --rows 100 --tasks 1 --table r-written --yes");
    assertThat(load).hasExitCode(0);
    assertThat(bob.job("load --resume " + load.dir() + " --yes")).hasExitCode(0);
    assertThat(bob.job("verify " + load.dir())).hasExitCode(0);
    assertThat(
            bob.job(
                "run put,bufferedPut,insert,delete,bufferedDelete,increment,append,checkAndPut,"
                    + "checkAndMutate,checkAndDelete,readModifyWrite"
                    + ONE
                    + "r-written --yes"))
        .hasExitCode(0);
    hbase.revoke("bob", "r-written", READ);
    assertThat(bob.job("run put" + ONE + "r-written --yes")).hasExitCode(0);
    refused(
        bob,
        "run checkAndPut" + ONE + "r-written --yes",
        "user 'bob' lacks R on table 'r-written', which checkAndPut needs; grant it: grant 'bob',"
            + " 'R', 'r-written'");
    refused(
        bob,
        "run insert" + ONE + "r-written --yes",
        "user 'bob' lacks R on table 'r-written', which insert without --first-insert needs; grant"
            + " it: grant 'bob', 'R', 'r-written'");
  }

  @Test
  void aRunAsAnotherUserHasThatUsersRights() throws Exception {
    load("r-web");
    GuardedHBase.As ida = as("ida"); // who has none
    String run = "run get" + ONE + "r-web --user web";
    refused(
        ida,
        run,
        "user 'web' lacks R on table 'r-web', which get needs; grant it: grant 'web', 'R',"
            + " 'r-web'");
    refused(
        ida,
        "load --rows 100 --table r-web-new --user web",
        "user 'web' lacks C on namespace 'default', which creating table 'r-web-new' needs; grant"
            + " it: grant 'web', 'C', '@default'");
    hbase.grant("web", "r-web", READ);
    assertThat(ida.job(run + " --dry-run").out())
        .contains(", as user web\ntable: r-web, as it is\n");
    for (String client : new String[] {"async", "blocking"}) {
      assertThat(ida.job(client, run + " --client " + client)).hasExitCode(0);
      assertThat(ida.hbench().last().err()).containsPattern("cluster: .*, as user web\n");
    }
    Hbench.Result web = ida.hbench().last();
    assertThat(web.out())
        .containsPattern("\n *user: +web\n")
        .contains(" schema of the table: unknown, user 'web' lacks C on table 'r-web'\n");
    Path own = superuser.job("run get" + ONE + "r-web").dir();
    Hbench.Result compared = superuser.run("compare %s %s".formatted(own, web.dir()));
    assertThat(compared.out()).contains("different: --user: baseline none, candidate web\n");
  }

  @Test
  void aTableOfAProxiedUserIsDroppedOnlyIfItIsNamed() throws Exception {
    hbase.grantOnNamespace("zoe", "default", CREATE);
    GuardedHBase.As ike = as("ike");
    String load = "load --rows 100 --tasks 1 --table r-zoe --user zoe";
    assertThat(ike.job("zoe", load)).hasExitCode(0);
    refused(
        ike,
        load + " --recreate",
        "--recreate true: user zoe created table r-zoe in file:%s, so its name has to confirm the drop; try --recreate=r-zoe"
            .formatted(ike.hbench().last().dir()));
    assertThat(ike.job(load + " --recreate=r-zoe")).hasExitCode(0);
    hbase.revokeOnNamespace("zoe", "default", CREATE);
  }

  @Test
  void theSidesOfALiveComparisonHaveTheRightsOfTheirUsers() throws Exception {
    load("r-gold");
    load("r-lead");
    GuardedHBase.As kim = as("kim"); // who has none
    String live =
        "compare --live run get@1 --threads 1 --rows 100 --table r-gold,r-lead --user gold,lead"
            + " --warmup 0s --interval 200ms --for 2s";
    hbase.grant("gold", "r-gold", READ);
    refused(
        kim,
        live,
        "user 'lead' lacks R on table 'r-lead', which get needs; grant it: grant 'lead', 'R',"
            + " 'r-lead'");
    hbase.grant("lead", "r-lead", READ);
    Hbench.Result run = kim.job("both", live);
    assertThat(run.out()).contains("--user: baseline gold, candidate lead\n");
    assertThat(run.report()).has("operations.0.failed", null).has("operations.1.failed", null);
    assertThat(run.report().at("verdict").toString()).doesNotContain("counts-differ");
  }

  @Test
  void eachTenantHasTheRightsOfItsUser() throws Exception {
    load("r-profiles");
    load("r-logs");
    hbase.grant("web", "r-profiles", READ, WRITE);
    hbase.grant("etl", "r-logs", READ);
    GuardedHBase.As jo = as("jo"); // who has none
    String web = "web: get:90,put:10@1 --table r-profiles --rate 50 --yes=r-profiles --user %s\n";
    String etl = "etl: scan@1 --table r-logs --rate 20 --user %s\n";
    Hbench.Result run = jo.job(tenants(web.formatted("web") + etl.formatted("etl")));
    assertThat(run).hasExitCode(0);
    assertThat(run.json("web/report.json")).has("settings.user", "web").has("pace.scheduled", 100);
    assertThat(run.json("etl/report.json")).has("settings.user", "etl").has("pace.scheduled", 40);
    refused(
        jo,
        tenants(web.formatted("etl") + etl.formatted("web")),
        "user 'etl' lacks R on table 'r-profiles', which get needs; grant it: grant 'etl', 'R',"
            + " 'r-profiles'");
    refused(
        jo,
        tenants(etl.formatted("web") + web.formatted("etl")),
        "user 'web' lacks R on table 'r-logs', which scan needs; grant it: grant 'web', 'R',"
            + " 'r-logs'");
    assertThat(jo.job("verify " + tenants(web.formatted("web")).replaceAll("^run | --for.*", "")))
        .hasExitCode(0);
  }

  @Test
  void actionsOnANewTableOfAProxiedUserNeedTheSubmittersRights() throws Exception {
    hbase.grantOnNamespace("mia", "default", CREATE);
    Path file =
        Files.writeString(
            dir.resolve("mia.yaml"),
            """
            steps:
            - name: a
              command: load --rows 100 --tasks 1 --table r-mia --user mia
              during: [{after: 0s, action: move-regions 1}]
            """);
    GuardedHBase.As ines = as("ines");
    assertThat(ines.job("suite " + file).err())
        .contains("user 'ines' lacks A on table 'r-mia', which action 'move-regions 1' needs;");
    assertThat(hbase.admin().tableExists(TableName.valueOf("r-mia"))).isFalse();
    hbase.revokeOnNamespace("mia", "default", CREATE);
  }

  @Test
  void quotasNeedRightsOnTheirTargetAndOnTheTableOfQuotas() throws Exception {
    load("r-quota");
    GuardedHBase.As hal = as("hal");
    hbase.grant("hal", "r-quota", READ, CREATE, ADMIN);
    for (String target : new String[] {"namespace ", "user web "}) {
      refusedAction(
          hal,
          "set-quota " + target + "5k",
          "user 'hal' lacks A on everything, which action 'set-quota "
              + target
              + "5k' needs; grant it: grant 'hal', 'A'");
    }
    for (String target : new String[] {"", " user web on table"}) {
      refusedAction(
          hal,
          "remove-quota" + target,
          "user 'hal' lacks R on table 'hbase:quota', which action 'remove-quota"
              + target
              + "' needs; grant it: grant 'hal', 'R', 'hbase:quota'");
    }
  }

  /** HBase says nothing to a user without the right, and balances nothing. */
  @Test
  void theBalancerIsTheClusters() throws Exception {
    load("r-quota");
    GuardedHBase.As ida = as("ida");
    hbase.grant("ida", "r-quota", READ, CREATE, ADMIN);
    refusedAction(
        ida,
        "balance",
        "user 'ida' lacks A on everything, which action 'balance' needs; grant it: grant 'ida',"
            + " 'A'");
  }

  private static void refusedAction(GuardedHBase.As user, String action, String reason)
      throws Exception {
    Path file =
        Files.writeString(
            dir.resolve("quota.yaml"),
            """
            steps:
            - name: a
              command: run get --rows 100 --for 5s --table r-quota
              yes: servers
              during: [{after: 1s, action: %s}]
            """
                .formatted(action));
    refused(user, "suite " + file, "step 'a': " + reason);
  }

  private static String tenants(String lines) throws IOException {
    Path file = Files.writeString(dir.resolve("tenants.yaml"), lines);
    return "run --tenants " + file + " --rows 100 --for 2s --warmup 0s";
  }

  @Test
  void aBulkLoadSaysThatNothingWasTriedWithoutTheRightToCreateATable() throws Exception {
    load("r-bulk");
    GuardedHBase.As gil = as("gil");
    hbase.grant("gil", "r-bulk", READ, WRITE, CREATE);
    Hbench.Result run =
        gil.run(
            "load --rows 100 --tasks 1 --bulk --quiet --table r-bulk --out "
                + hbase.home("gil")
                + "/load");
    assertThat(run).hasExitCode(0);
    assertThat(run.err())
        .contains(
            "hbench: not known before the hand-over whether HBase takes the HFiles, because user"
                + " 'gil' lacks C on namespace 'default', which creating table 'r-bulk' needs;");
  }

  @Test
  void whatAdministersNeedsTheRightToCreate() throws Exception {
    load("r-kept");
    GuardedHBase.As carl = as("carl");
    hbase.grant("carl", "r-kept", READ, WRITE);
    for (String flag : new String[] {"--flush", "--major-compact"}) {
      refused(
          carl,
          "run get" + ONE + "r-kept --yes " + flag,
          "user 'carl' lacks C on table 'r-kept', which "
              + flag
              + " needs; grant it: grant 'carl', 'C', 'r-kept'");
    }
    for (String flag : new String[] {"--bulk", "--recreate", "--recreate=r-kept"}) {
      refused(
          carl,
          "load --rows 100 --tasks 1 --yes --table r-kept " + flag,
          "user 'carl' lacks C on table 'r-kept', which "
              + flag.replaceFirst("=.*", "")
              + " needs; grant it: grant 'carl', 'C', 'r-kept'");
    }
    String creation =
        "user 'carl' lacks C on namespace 'default', which creating table '%s' needs; grant"
            + " it: grant 'carl', 'C', '@default'";
    refused(carl, "load --rows 100 --tasks 1 --table r-new", creation.formatted("r-new"));
    hbase.grant("carl", "r-kept", CREATE);
    assertThat(carl.job("run get" + ONE + "r-kept --flush")).hasExitCode(0);
    refused(
        carl,
        "load --rows 100 --tasks 1 --table r-kept --recreate=r-kept",
        creation.formatted("r-kept"));
    assertThat(superuser.job("run get" + ONE + "r-kept")).hasExitCode(0);
    hbase.grantOnNamespace("carl", "default", CREATE);
    assertThat(carl.job("load --rows 100 --tasks 1 --table r-kept --recreate=r-kept"))
        .hasExitCode(0);
    assertThat(carl.job("run get" + ONE + "r-kept")).hasExitCode(0);
    assertThat(carl.hbench().last().report()).hasSize("servers.before.unknown", 0);
    hbase.revokeOnNamespace("carl", "default", CREATE);
  }

  @Test
  void cachesAreClearedByWhoMayAdministerEverything() throws Exception {
    load("r-cached");
    GuardedHBase.As lou = as("lou");
    hbase.grant("lou", "r-cached", Action.values());
    refused(
        lou,
        "run get" + ONE + "r-cached --clear-cache",
        "user 'lou' lacks A on everything, which --clear-cache needs; grant it: grant 'lou', 'A'");
    hbase.grantOnNamespace("lou", "default", CREATE);
    refused(
        lou,
        "load --rows 100 --tasks 1 --table r-cached --recreate=r-cached --clear-cache",
        "user 'lou' lacks A on everything, which --clear-cache needs; grant it: grant 'lou', 'A'");
    hbase.grantOnEverything("lou", ADMIN);
    assertThat(lou.job("run get" + ONE + "r-cached --clear-cache")).hasExitCode(0);
  }

  @Test
  void rightsOnFamiliesAreRights() throws Exception {
    assertThat(superuser.job("load --rows 100 --tasks 1 --table r-families --families 2"))
        .hasExitCode(0);
    GuardedHBase.As dora = as("dora");
    hbase.grantOnFamily("dora", "r-families", "info0", READ, WRITE);
    assertThat(dora.job("run get,put" + ONE + "r-families --yes")).hasExitCode(0);
    refused(
        dora,
        "run get,put" + ONE + "r-families --yes --families 2",
        "user 'dora' lacks W on family 'info1' of table 'r-families', which put needs; grant it:"
            + " grant 'dora', 'W', 'r-families', 'info1'");
  }

  @Test
  void aRightThatIsTakenAwayEndsTheRunWithOneLine() throws Exception {
    TableName name = TableName.valueOf("r-taken");
    hbase
        .admin()
        .createTable(
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("info0"))
                .build());
    GuardedHBase.As emil = as("emil");
    hbase.grant("emil", "r-taken", WRITE);
    CompletableFuture<Hbench.Result> run = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                run.complete(
                    emil.job("run put@2 --rate 100 --warmup 0s --for 1m --table r-taken --yes"));
              } catch (Exception e) {
                run.completeExceptionally(e);
              }
            });
    thread.start();
    try (Table table = hbase.connection().getTable(name)) {
      boolean written = false;
      while (!written && !run.isDone()) {
        try (ResultScanner rows = table.getScanner(new Scan().setLimit(1))) {
          written = rows.next() != null;
        }
      }
    }
    hbase.revoke("emil", "r-taken", WRITE);
    assertThat(run.get()).hasExitCode(1);
    assertThat(run.get().err())
        .matches(
            "hbench: the job failed \\(job_local\\w+\\): user 'emil' lacks W on table 'r-taken', which"
                + " put needs; grant it: grant 'emil', 'W', 'r-taken'\n");
    assertThat(run.get().report()).has("operations.0.operation", "put");
  }

  private static GuardedHBase.As as(String user) {
    return hbase.as(user, dir.resolve(user));
  }

  private static void load(String table) {
    assertThat(superuser.job("load --rows 100 --tasks 1 --table " + table)).hasExitCode(0);
  }

  private static void refused(GuardedHBase.As user, String words, String message) throws Exception {
    Hbench.Result result = user.job(words);
    assertThat(result.err()).isEqualTo("hbench: " + message + "\n");
    assertThat(result).hasExitCode(2);
    assertThat(result.dir()).doesNotExist();
  }
}
