package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hbench.kit.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The built jar on a cluster with Kerberos, as a user who administers nothing: he may read, write
 * and create tables of one namespace. Tickets by a keytab last two minutes, tokens one without
 * renewal; those that a command comes with last longer than it takes on a busy machine.
 */
@Tag("soak")
@TestMethodOrder(OrderAnnotation.class)
class SecureIT {
  private static final int TICKET_SECONDS = 120;

  /** Of the key at the end of a keytab. */
  private static final int KEY_BYTES = 16;

  private static final String ME = System.getProperty("user.name");
  private static final Path HOME = Path.of("target/secure").toAbsolutePath();

  /** Its own sandbox, beside that of the other tests. */
  private static final String SANDBOX =
      "export HBENCH_SANDBOX=%s HBENCH_SANDBOX_PORT_BASE=24500 HBENCH_SANDBOX_TOKEN_SECONDS=60; "
          .formatted(HOME);

  private static final String KEYTAB =
      " --principal %s@SANDBOX.LOCAL --keytab %s/kdc/%s.keytab".formatted(ME, HOME, ME);
  private static final String ROWS = " --table perf:t --rows 20k --tasks 2 --quiet";

  @TempDir static Path directory;

  @BeforeAll
  static void start() throws Exception {
    Shell.Result start = shell("bin/sandbox start --secure");
    assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
    String lifetime = "[libdefaults]\nticket_lifetime = " + TICKET_SECONDS + "s\n";
    String conf =
        Files.readString(HOME.resolve("kdc/krb5.conf")).replace("[libdefaults]\n", lifetime);
    assertThat(conf).containsOnlyOnce("ticket_lifetime").contains(lifetime);
    Files.writeString(directory.resolve("krb5.conf"), conf);
    Shell.Result granted = shell("bin/sandbox grant " + ME + " RWC @perf");
    assertThat(granted.exitCode()).as(granted.err()).isZero();
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(shell("bin/sandbox stop --clean").exitCode()).isZero();
  }

  private static Shell.Result shell(String line) throws Exception {
    return Shell.run(SANDBOX + line);
  }

  private static String hadoopJar(String environment, String words) {
    return SANDBOX + environment + " hadoop jar target/hbench.jar " + words;
  }

  private static Shell.Result asMe(String line) throws Exception {
    return shell("eval \"$(bin/sandbox env %s)\" && %s".formatted(ME, line));
  }

  /** As the user whose ticket is fresh. */
  private static Shell.Result withTicket(String words) throws Exception {
    return Shell.run(hadoopJar("eval \"$(bin/sandbox env %s)\" &&".formatted(ME), words));
  }

  /** Without a ticket: the words have a keytab, or nothing. */
  private static Shell.Result withoutTicket(String words) throws Exception {
    String environment =
        "eval \"$(bin/sandbox env)\" && KRB5CCNAME=/no/ticket HADOOP_CLIENT_OPTS=-Djava.security.krb5.conf=";
    return Shell.run(hadoopJar(environment + directory.resolve("krb5.conf"), words));
  }

  private static void succeeds(Shell.Result ended) {
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isZero();
  }

  /** A busy machine degrades a run, and all counts agree nevertheless. */
  private static void isNotInvalid(Shell.Result run) {
    assertThat(run.out())
        .containsPattern("verdict: (valid|degraded)")
        .doesNotContain("counts-differ");
  }

  private static void isRefusedWith(Shell.Result ended, String... words) {
    assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(2);
    assertThat(ended.err().lines().toList()).hasSize(1).first().asString().contains(words);
  }

  @ParameterizedTest
  @Order(1)
  @CsvSource({"run get --table perf:t --rows 1k", "report /no/run", "suite job-conf/nightly.yaml"})
  void withoutATicketThereIsOneLine(String words) throws Exception {
    isRefusedWith(withoutTicket(words), "no Kerberos ticket", "kinit", "--keytab");
  }

  @ParameterizedTest
  @Order(1)
  @CsvSource({
    "--principal a@SANDBOX.LOCAL, no --keytab",
    "--keytab /no/file --principal a@SANDBOX.LOCAL, not a file that can be read",
    "--keytab HOME/kdc/alice.keytab --principal bob@SANDBOX.LOCAL, no login as bob@SANDBOX.LOCAL"
  })
  void aLoginThatIsWrongIsOneLine(String login, String message) throws Exception {
    String words = "run get --table perf:t --rows 1k " + login.replace("HOME", HOME.toString());
    isRefusedWith(withoutTicket(words), message);
  }

  @Test
  @Order(2)
  void loadRunAndVerifyNeedNoMoreThanATicket() throws Exception {
    succeeds(withTicket("load --presplit 4" + ROWS));
    Shell.Result run = withTicket("run get:90,put:10 --warmup 0s --for 5s" + ROWS);
    succeeds(run);
    // the pages are behind HTTPS and a ticket
    isNotInvalid(run);
    assertThat(run.out()).contains("servers: ");
    assertThat(run.out()).doesNotContain("hit ratio unknown");
    Shell.Result verify = withTicket("verify" + ROWS);
    succeeds(verify);
    assertThat(verify.out()).contains("20,000 of 20,000 rows");
  }

  @Test
  @Order(3)
  void aBulkLoadHandsItsFilesOver() throws Exception {
    String rows = ROWS.replace("perf:t", "perf:bulk");
    String closed = "load --bulk --presplit 2 --out closed/run" + rows;
    succeeds(asMe("hadoop fs -mkdir closed && hadoop fs -chmod 700 closed"));
    Shell.Result refused = withTicket(closed);
    assertThat(refused.exitCode()).as(refused.out() + refused.err()).isEqualTo(1);
    assertThat(refused.err().lines().toList())
        .last()
        .asString()
        .contains("HBase can't read the HFiles in ", "Permission denied: user=hbase", "--out");

    succeeds(withTicket("load --bulk --recreate --presplit 2" + rows));
    succeeds(withTicket("verify" + rows));
  }

  @Test
  @Order(3)
  void aDetachedRunIsFollowed() throws Exception {
    succeeds(withTicket("run get --warmup 0s --for 10s --detach --out detached" + ROWS));
    Shell.Result followed = withTicket("report --follow detached");
    succeeds(followed);
    isNotInvalid(followed);
    succeeds(withTicket("run get --warmup 0s --for 10s --out again" + ROWS));
    Shell.Result compared = withTicket("compare detached again --margin 90%");
    assertThat(compared.exitCode()).as(compared.err()).isIn(0, 6);
    assertThat(compared.out()).contains("get");
  }

  /** WebHDFS is a file system of its own: its tokens are of another kind, and renewed elsewhere. */
  @ParameterizedTest
  @Order(3)
  @CsvSource({
    "run get --warmup 0s --for 5s",
    "findmax get --step-time 2s --start-rate 100 --max-steps 2 --objective 'p99 < 5s'"
  })
  void aRunDirectoryOnAnotherFileSystemHasItsToken(String command) throws Exception {
    String out =
        "swebhdfs://localhost:%s/user/%s/other-%s"
            .formatted(port("namenode_http"), ME, command.substring(0, 3));
    // a ticket of two minutes may end before the search does
    Shell.Result ended = withoutTicket(command + " --out " + out + ROWS + KEYTAB);
    succeeds(ended);
    assertThat(ended.out()).contains(out);
  }

  private static String port(String name) throws Exception {
    return Files.readAllLines(HOME.resolve("conf/ports")).stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @Order(3)
  void aMissingRightIsOneLine() throws Exception {
    Shell.Result refused = withoutTicket("run get" + ROWS + KEYTAB.replace(ME, "alice"));
    isRefusedWith(
        refused, "user 'alice' lacks R on table 'perf:t'", "grant 'alice', 'R', 'perf:t'");
  }

  /**
   * The submitter may create tables in the namespace, and read and write them; web and etl have no
   * more than a right on their table, and no keytab.
   */
  @Test
  @Order(3)
  void eachTenantHasTheTokenAndTheRightsOfItsUser() throws Exception {
    for (String table : List.of("perf:web", "perf:etl")) {
      succeeds(withTicket("load --rows 5k --tasks 1 --quiet --table " + table));
    }
    succeeds(shell("bin/sandbox grant web RW perf:web"));
    succeeds(shell("bin/sandbox grant etl R perf:etl"));
    String web =
        "web: get:90,put:10@1 --table perf:web --rows 5k --rate 200 --yes=perf:web --user %s\n";
    String etl = "etl: scan@2 --table perf:etl --rows 5k --rate 20 --scan-rows 10 --user %s\n";
    String of =
        " lacks R on table 'perf:%s', which %s needs; grant it: grant '%s', 'R', 'perf:%1$s'";
    isRefusedWith(
        withTicket(tenants(web.formatted("etl") + etl.formatted("web"))),
        "user 'etl'" + of.formatted("web", "get", "etl"));
    isRefusedWith(
        withTicket(tenants(etl.formatted("web") + web.formatted("etl"))),
        "user 'web'" + of.formatted("etl", "scan", "web"));

    String words = tenants(web.formatted("web") + etl.formatted("etl"));
    CompletableFuture<Shell.Result> running = inTheBackground(words + KEYTAB);
    noTaskKnowsTheKeytab();
    noContainerHasAKeytab();
    Shell.Result ended = running.get(8, TimeUnit.MINUTES);
    succeeds(ended);
    hasItsRate("web", 200 * 30);
    hasItsRate("etl", 20 * 30);
    isRefusedWith(
        withoutTicket("run get --user web" + ROWS + KEYTAB.replace(ME, "alice")),
        "--user web: HBase closes connections of user 'alice' as its proxy, and takes those without",
        ": hadoop.proxyuser.alice.hosts and hadoop.proxyuser.alice.groups (or .users) in");
  }

  private static String tenants(String lines) throws IOException {
    Path file = Files.writeString(directory.resolve("tenants.yaml"), lines);
    return "run --tenants " + file + " --for 30s --warmup 2s --quiet --out both";
  }

  /** Counts are exact, and the rate is that of the tenant. */
  private static void hasItsRate(String tenant, int requests) throws Exception {
    Shell.Result report = withTicket("report both/" + tenant);
    succeeds(report);
    isNotInvalid(report);
    assertThat(report.out()).containsPattern("\n *user: +" + tenant + "\n");
    Json figures = Json.parse(asMe("hadoop fs -cat both/" + tenant + "/report.json").out());
    assertThat(figures).has("pace.scheduled", requests).has("pace.dropped", 0);
    long count = 0;
    for (Json operation : figures.list("operations")) {
      count += operation.count("count");
      assertThat(operation).has("failed", null);
    }
    assertThat(count).isCloseTo(requests, withinPercentage(1));
  }

  /** No file of a container is a keytab, or has the key of one. */
  private static void noContainerHasAKeytab() throws Exception {
    byte[] keytab = Files.readAllBytes(HOME.resolve("kdc/" + ME + ".keytab"));
    byte[] end = Arrays.copyOfRange(keytab, keytab.length - KEY_BYTES, keytab.length);
    String key = new String(end, StandardCharsets.ISO_8859_1);
    List<String> names = new ArrayList<>();
    Waits.until("containers of master and tasks", () -> directories().size() == 4);
    for (Path container : directories()) {
      try (Stream<Path> all = Files.walk(container)) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          names.add(file.getFileName().toString());
          assertThat(text(file)).as(file.toString()).doesNotContain(key);
        }
      }
    }
    assertThat(names).contains("container_tokens", "launch_container.sh");
    assertThat(names).noneMatch(name -> name.endsWith(".keytab"));
  }

  /** HBase's client asks no realm of the property, and says of a wrong name that servers fail. */
  @ParameterizedTest
  @Order(3)
  @CsvSource({
    "hbase.master.kerberos.principal, hbas/localhost@SANDBOX.LOCAL",
    "hbase.regionserver.kerberos.principal, hbas/localhost@SANDBOX.LOCAL",
    "hbase.master.kerberos.principal, hdfs/localhost@OTHER.LOCAL",
    "hbase.security.authentication, simple"
  })
  void aPrincipalThatTheServersDoNotHaveIsOneLine(String property, String value) throws Exception {
    isRefusedWith(
        withTicket("run get" + ROWS + " -D " + property + "=" + value),
        property + " " + value + " (",
        "; try -D " + property + "=");
  }

  /** The sandbox's client has no native library. Before, the job failed and gave no reason. */
  @Test
  @Order(3)
  void aLocalRunWithoutTheNativeLibraryIsRefused() throws Exception {
    isRefusedWith(withTicket("run get --local" + ROWS), "--local", "native library", "without");
  }

  @Test
  @Order(4)
  void aRunOutlivesTicketAndTokens() throws Exception {
    String words =
        "run get --warmup 0s --for %ds --out long%s".formatted(TICKET_SECONDS + 60, ROWS);
    CompletableFuture<Shell.Result> running = inTheBackground(words + KEYTAB);
    noTaskKnowsTheKeytab();
    Shell.Result ended = running.get(12, TimeUnit.MINUTES);
    succeeds(ended);
    isNotInvalid(ended);
  }

  private static CompletableFuture<Shell.Result> inTheBackground(String words) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return withoutTicket(words);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** Neither the job's configuration in its staging directory nor a container's environment. */
  private static void noTaskKnowsTheKeytab() throws Exception {
    String staging = "/user/%s/.staging/job_*/job.xml".formatted(ME);
    String job =
        Waits.await(
            "configuration of the job",
            Waits.LIMIT,
            Optional::empty,
            () ->
                Optional.of(asMe("hadoop fs -cat '%s'".formatted(staging)).out())
                    .filter(out -> out.contains("hbench.table")));
    assertThat(job).doesNotContain(ME + ".keytab").doesNotContain(ME + "@SANDBOX.LOCAL --");
    for (Path process : containers()) {
      for (String file : List.of("environ", "cmdline")) {
        assertThat(text(process.resolve(file))).doesNotContain(ME + ".keytab");
      }
    }
  }

  /** Empty if the process has ended. */
  private static String text(Path file) throws IOException {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static List<Path> containers() throws Exception {
    String pids =
        Shell.run(
                "grep -lF -e '-Djava.io.tmpdir=" + HOME + "/data/nodemanager' /proc/[0-9]*/cmdline")
            .out();
    return pids.lines().map(line -> Path.of(line).getParent()).toList();
  }

  /** The directories of the containers that run. */
  private static Set<Path> directories() throws Exception {
    Set<Path> directories = new TreeSet<>();
    for (Path process : containers()) {
      try {
        directories.add(process.resolve("cwd").toRealPath());
      } catch (NoSuchFileException e) {
        // it has ended, as the process that listed them
      }
    }
    return directories;
  }

  @Test
  @Order(4)
  void aRunThatOutlivesTheLastTokenIsRefused() throws Exception {
    isRefusedWith(
        withTicket("run get --for 192h" + ROWS), "--for 192h", "TOKEN lasts for 16", " hours");
  }

  @Test
  @Order(5)
  void aSearchOutlivesItsTicket() throws Exception {
    Shell.Result found =
        withoutTicket(
            "findmax get --step-time 15s --start-rate 200 --max-steps 10 --objective 'p99 < 5s'"
                + ROWS
                + KEYTAB);
    succeeds(found);
    assertThat(found.out()).contains("findmax");
  }

  @Test
  @Order(5)
  void aSuiteWithABaselineOutlivesItsTicket() throws Exception {
    Path suite = directory.resolve("secure.yaml");
    Files.writeString(
        suite,
        """
        name: secure
        repeat: 3
        baseline: previous
        margin: 90%
        settings:
          table: perf:suite
          rows: 5k
          tasks: 1
          warmup: 0s
          for: 5s
        steps:
          - name: load
            command: load --recreate
            once: true
          - name: read
            command: run get
        """);
    for (int night = 1; night <= 2; night++) {
      Shell.Result ended =
          withoutTicket("suite %s --out nights/%d%s".formatted(suite, night, KEYTAB));
      assertThat(ended.exitCode()).as(ended.out() + ended.err()).isIn(0, 6);
    }
    Shell.Result trend = withTicket("trend nights");
    succeeds(trend);
    assertThat(trend.out()).containsPattern("runs: +8, ");
  }
}
