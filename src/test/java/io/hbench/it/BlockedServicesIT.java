package io.hbench.it;

import static io.hbench.it.Runs.dir;
import static io.hbench.it.Runs.hbench;
import static io.hbench.it.Runs.signal;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose services stop to answer in the middle, and jobs without a submitter. */
@Tag("soak")
@Sandbox.Alone
class BlockedServicesIT {
  /** Within it a container has to start, on a busy machine too. */
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Three minutes of grace, and ten times what the kill, the start and the end of a JVM take. */
  private static final Duration GRACE = Duration.ofMinutes(10);

  /** For a detached job to its end: YARN would give five minutes more to one that is not. */
  private static final Duration LIFETIME = LIMIT.plusMinutes(4);

  @TempDir Path temp;

  @Test
  void aRunEndsMinutesAfterItsLimitThoughTheResourceManagerIsFrozen() throws Exception {
    endsThoughFrozen("resourcemanager", "YARN's ResourceManager");
  }

  @Test
  void aRunEndsMinutesAfterItsLimitThoughTheNameNodeIsFrozen() throws Exception {
    endsThoughFrozen("namenode", "HDFS's NameNode|the application master or the history server");
  }

  /**
   * The history server does not answer without a NameNode. YARN ends the job at the lifetime that
   * it was given, which may be before the kill; lines of the log say what stays of it.
   */
  private void endsThoughFrozen(String daemon, String silent) throws Exception {
    Path err = temp.resolve("err");
    Process run =
        Sandbox.submitter(
            "run noop@1 --rate 100 --warmup 0s --for 1h --deadline %dm --quiet --out %s"
                .formatted(LIMIT.toMinutes(), dir(daemon)),
            temp.resolve("out"),
            err);
    long begin = System.nanoTime();
    Waits.await(
        "facts of the task", Waits.LIMIT, () -> Sandbox.end(run, err), () -> Runs.facts(daemon, 0));
    TimeUnit.SECONDS.sleep(5);
    long pid = Sandbox.pid(daemon);
    signal("STOP", pid);
    try {
      assertThat(run.waitFor(LIMIT.plus(GRACE).toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      signal("CONT", pid);
      run.destroyForcibly();
    }
    System.out.printf("%s: %.0f s%n", daemon, (System.nanoTime() - begin) / 1e9);
    assertThat(err)
        .content()
        .matches(
            "(.* WARN .*\n){0,3}hbench: it exceeded its --deadline of 2m, and there is no answer from (%s) for 3m; its job (was killed|may still run \\(yarn application -kill application_\\d+_\\d+\\)|had ended: try report --follow \\S+)\n(.* WARN .*\n){0,3}"
                .formatted(silent));
    assertThat(run.exitValue()).isEqualTo(1);
  }

  @Test
  void yarnEndsADetachedJobAtItsLimit() throws Exception {
    Shell.Result submit =
        hbench(
            "lifetime",
            "run noop@1 --warmup 0s --rate 10 --for 1h --detach --deadline %dm"
                .formatted(LIMIT.toMinutes()));
    assertThat(submit.exitCode()).as(submit.err()).isZero();
    assertThat(submit.err()).isEmpty();
    long begin = System.nanoTime();
    Shell.Result follow = Sandbox.hbench("report --quiet --follow " + dir("lifetime"));
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(LIFETIME);
    assertThat(follow.exitCode()).isEqualTo(1);
    assertThat(follow.err()).contains("exceeded the lifetime period");
  }
}
