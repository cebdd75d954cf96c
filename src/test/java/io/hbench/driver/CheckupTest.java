package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.driver.Checkup.Finding;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CheckupTest {
  private final Checkup checks = new Checkup();

  @Test
  void eachCheckHasALineWithWhatToDo() {
    begin("java", () -> Finding.ok("Java 17"));
    begin("slow log", () -> Finding.note("off; set a.property=true"), "java");
    begin("queue", () -> refuse("--queue a: no such queue; try --queue b"), "java");
    begin("free space", () -> refuse("4 % are left"));
    begin("cluster", () -> fail(new IOException("no answer\nfrom many")));
    begin("clock", () -> fail(new IllegalArgumentException("unknown host")));
    assertThat(checks.text())
        .isEqualTo(
            """
            ok       java           Java 17
            note     slow log       off; set a.property=true
            problem  queue          --queue a: no such queue; try --queue b
            problem  free space     4 % are left; start it
            problem  cluster        no answer; start it
            problem  clock          unknown host; start it
            """);
  }

  @Test
  void whatCantBeCheckedNamesTheFirstCause() {
    begin("cluster", () -> fail(new IOException("gone")));
    begin("pages", () -> Finding.ok("not asked"), "cluster");
    begin("clocks", () -> Finding.ok("not asked"), "pages");
    assertThat(checks.text())
        .endsWith(
            """
            note     pages          not checked, because of cluster
            note     clocks         not checked, because of cluster
            """);
    assertThat(checks.hasProblem()).isTrue();
  }

  @Test
  void aNoteIsNoProblem() {
    begin("slow log", () -> Finding.note("off"));
    begin("cost", () -> Finding.ok("fine"), "slow log");
    assertThat(checks.text()).contains("ok       cost           fine\n");
    assertThat(checks.hasProblem()).isFalse();
  }

  @Test
  void checksRunSideBySideAndOneThatHangsIsAProblem() {
    CountDownLatch both = new CountDownLatch(2);
    for (String name : List.of("a", "b")) {
      begin(
          name,
          () -> {
            both.countDown();
            both.await();
            return Finding.ok("met the other");
          });
    }
    checks.begin(
        "silent",
        Duration.ofSeconds(1),
        "start it",
        () -> {
          new CountDownLatch(1).await();
          return Finding.ok("never");
        });
    assertThat(checks.text())
        .isEqualTo(
            """
            ok       a              met the other
            ok       b              met the other
            problem  silent         no answer in 1 s; start it
            """);
  }

  @Test
  void aLimitMayDependOnWhatANeedHasFound() {
    AtomicReference<Duration> limit = new AtomicReference<>();
    begin(
        "cluster",
        () -> {
          limit.set(Duration.ofMinutes(1));
          return Finding.ok("large");
        });
    checks.begin("pages", limit::get, "start it", () -> Finding.ok("read"), "cluster");
    assertThat(checks.text()).endsWith("ok       pages          read\n");
  }

  private void begin(String name, Callable<Finding> ask, String... needs) {
    checks.begin(name, Duration.ofMinutes(1), "start it", ask, needs);
  }

  private static Finding refuse(String message) {
    throw new UsageException(message);
  }

  private static Finding fail(Exception why) throws Exception {
    throw why;
  }
}
