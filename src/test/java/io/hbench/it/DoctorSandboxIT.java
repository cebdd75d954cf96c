package io.hbench.it;

import static io.hbench.it.Runs.signal;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code doctor} in the sandbox, whole and broken in one way each. */
@Tag("soak")
@Sandbox.Alone
class DoctorSandboxIT {
  private static final String CLOCK = "target/clock-5s.so";

  @BeforeAll
  static void makeClock() throws Exception {
    Shell.Result made =
        Shell.run("cc -shared -fPIC -DFAST_MILLIS=5000 -o " + CLOCK + " src/sandbox/hosts/clock.c");
    assertThat(made.exitCode()).as(made.err()).isZero();
  }

  @AfterEach
  void mend() throws Exception {
    Shell.Result started = Shell.run("bin/sandbox start");
    assertThat(started.exitCode()).as(started.err()).isZero();
  }

  @Test
  void allIsWell() throws Exception {
    String out = Runs.dir("well/run");
    Shell.Result page = Sandbox.hadoopJar("doctor --containers --tasks 2 --out " + out);
    assertThat(page.out().lines())
        .as(page.out() + page.err())
        .hasSize(13)
        .allMatch(line -> line.startsWith("ok "));
    assertThat(page.out())
        .contains(" holds ")
        .contains("ok       containers     Java 17.")
        .contains("; all 4 addresses of HBase answer there");
    assertThat(page.exitCode()).isZero();
    try (FileSystem hdfs = Sandbox.hdfs()) {
      assertThat(hdfs.exists(new org.apache.hadoop.fs.Path(out).getParent())).isFalse();
    }
  }

  @Test
  void aQueueThatIsNotThereIsNamed() throws Exception {
    isTheProblem(
        doctor("-D mapreduce.job.queuename=nowhere"), "queue", "no such queue; YARN has default");
  }

  @Test
  void tasksThatNeverFitAreNamed() throws Exception {
    isTheProblem(doctor("--tasks 400"), "queue", "--tasks 400: default (", "; try --tasks ");
  }

  @Test
  void aPlaceWithoutHostsIsNamed() throws Exception {
    isTheProblem(
        doctor("--place apart"), "containers", "--place apart: YARN has NodeManagers on 1 host");
  }

  @Test
  void anOldJavaOfTheContainersIsNamed() throws Exception {
    isTheProblem(
        doctor("--containers --tasks 1 -D mapreduce.admin.user.env=JAVA_HOME=" + oldJava()),
        "containers",
        "the containers have Java 11, and hbench needs 17; try --jdk");
  }

  private static String oldJava() throws Exception {
    Shell.Result java = Shell.run("bin/java-home 11");
    assertThat(java.exitCode()).as(java.err()).isZero();
    return java.out().trim();
  }

  @Test
  void aClockHereThatIsFiveSecondsFastIsNamed() throws Exception {
    isTheProblem(
        Shell.inSandbox("LD_PRELOAD=$PWD/%s %s doctor".formatted(CLOCK, Sandbox.HBENCH)),
        "clock",
        "this machine's is 5.0 s fast beside that of hdfs://localhost:",
        "; run chronyc makestep there");
  }

  @Test
  void aClockOfANodeThatIsFiveSecondsFastIsNamed() throws Exception {
    isTheProblem(
        doctor(
            "--containers --tasks 1 -D mapreduce.map.env=LD_PRELOAD="
                + Path.of(CLOCK).toAbsolutePath()),
        "containers",
        "clock of localhost 5.0 s fast; run chronyc makestep there");
  }

  @Test
  void aYarnWithoutNodesIsNamed() throws Exception {
    signal("TERM", Sandbox.pid("nodemanager1"));
    signal("TERM", Sandbox.pid("nodemanager2"));
    Waits.until(
        "a YARN without nodes", () -> Shell.inSandbox("yarn node -list").out().contains(":0\n"));
    isTheProblem(doctor(""), "queue", "YARN has no NodeManager that runs; see yarn node -list");
  }

  @ParameterizedTest
  @CsvSource({"resourcemanager,queue", "namenode,run directory"})
  void aServiceThatDoesNotAnswerIsNamedAndHoldsUpNothing(String daemon, String check)
      throws Exception {
    long well = System.nanoTime();
    assertThat(Sandbox.hadoopJar("doctor").exitCode()).isZero();
    long usual = System.nanoTime() - well;
    long pid = Sandbox.pid(daemon);
    signal("STOP", pid);
    try {
      long begin = System.nanoTime();
      isTheProblem(Sandbox.hadoopJar("doctor"), check, "no answer in 20 s; ");
      // checks wait at the same time, not one after the other
      long limit = 3 * usual + TimeUnit.SECONDS.toNanos(30);
      assertThat(System.nanoTime() - begin).isLessThan(limit);
    } finally {
      signal("CONT", pid);
    }
  }

  @Test
  void aYarnThatIsDownIsNamed() throws Exception {
    signal("KILL", Sandbox.pid("resourcemanager"));
    isTheProblem(doctor(""), "queue", "no answer in 20 s; see yarn node -list");
  }

  @Test
  void anHBaseWithoutServersIsNamed() throws Exception {
    for (String server : List.of("regionserver1", "regionserver2")) {
      assertThat(Shell.run("bin/sandbox stop-server " + server).exitCode()).isZero();
    }
    isTheProblem(doctor(""), "cluster", ", 0 region servers: none is alive; start HBase");
  }

  @Test
  void anHBaseThatIsDownIsNamed() throws Exception {
    signal("KILL", Sandbox.pid("master"));
    isTheProblem(doctor(""), "cluster", "localhost:", "; start HBase, or name another one");
  }

  @Test
  void aSlowLogThatIsOffIsNamed() throws Exception {
    Path file = Path.of("target/sandbox/conf/hbase/hbase-site.xml");
    String site = Files.readString(file);
    String property = "hbase.regionserver.slowlog.buffer.enabled</name><value>";
    Files.writeString(file, site.replace(property + "true", property + "false"));
    try {
      restartServers();
      assertThat(doctor("").out())
          .contains("note     slow log       off, so no causes of slow requests in servers; set");
    } finally {
      Files.writeString(file, site);
      restartServers();
    }
  }

  private static void restartServers() throws Exception {
    for (String server : List.of("regionserver1", "regionserver2")) {
      Shell.Result again =
          Shell.run(
              "bin/sandbox stop-server %1$s && bin/sandbox start-server %1$s".formatted(server));
      assertThat(again.exitCode()).as(again.err()).isZero();
    }
  }

  private static Shell.Result doctor(String words) throws IOException {
    return Sandbox.hbench("doctor " + words);
  }

  private static void isTheProblem(Shell.Result page, String check, String... what) {
    assertThat(page.out().lines().filter(line -> line.startsWith("problem ")))
        .as(page.out() + page.err())
        .singleElement()
        .asString()
        .startsWith("problem  " + check)
        .contains(what);
    assertThat(page.exitCode()).isEqualTo(1);
  }
}
