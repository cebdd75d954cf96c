package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What a test that fails prints besides its failure. */
class FailureHintsTest {
  @Test
  void eachTestThatFailsHasTheCommandThatRepeatsIt() {
    assertThat(hints(Unit.class))
        .contains("failed: FailureHintsTest$Unit fails()\n")
        .contains("  repeat: bin/dev test -Dtest='FailureHintsTest$Unit#fails'\n")
        .contains("failed: FailureHintsTest$Unit [2] 5\n")
        .contains("  repeat: bin/dev test -Dtest='FailureHintsTest$Unit#failsForFive'\n")
        .doesNotContain("[1]", "logs", "seed")
        .containsOnlyOnce("#fails'");
  }

  @Test
  void aPropertyHasItsSeedAndItsFactorOfTries() {
    assertThat(hints(Law.class))
        .contains(
            "  repeat: bin/dev test -Dtest='FailureHintsTest$Law#fails'"
                + " -Dproperty.seed=%d -Dproperty.tries=1\n".formatted("Law#fails".hashCode()));
  }

  @Test
  void anIntegrationTestSaysWhereTheLogsAre() {
    assertThat(hints(FixtureIT.class))
        .contains("  repeat: bin/dev it -Dit.test='FailureHintsTest$FixtureIT#fails'\n")
        .contains("  logs: target/sandbox/logs");
  }

  @Test
  void aTestThatItsTagExcludesIsIncludedAgain() {
    assertThat(hints(FixtureIT.class))
        .contains("'FailureHintsTest$FixtureIT#failsAtLength' -Dtest.excluded=\n");
  }

  @Test
  void aClassThatCannotStartIsRepeatedAsAWhole() {
    assertThat(hints(Unprepared.class))
        .contains("  repeat: bin/dev test -Dtest='FailureHintsTest$Unprepared'\n");
  }

  private static String hints(Class<?> type) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LauncherFactory.create(
            LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(
                    new FailureHints(new PrintStream(out, true, StandardCharsets.UTF_8)))
                .build())
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(type))
                // else jqwik prints its own report of a failure that is none
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                .build());
    return out.toString(StandardCharsets.UTF_8);
  }

  // Surefire takes no classes inside of others: these run here alone.

  static class Unit {
    @Test
    void fails() {
      fail("on purpose");
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void failsForFive(int number) {
      assertThat(number).isNotEqualTo(5);
    }
  }

  static class Law {
    @Property
    void fails(@ForAll int number) {
      assertThat(number).isLessThan(1000);
    }
  }

  @ResourceLock("sandbox")
  static class FixtureIT {
    @Test
    void fails() {
      fail("on purpose");
    }

    @Tag("faults")
    @Test
    void failsAtLength() {
      fail("on purpose");
    }
  }

  static class Unprepared {
    @BeforeAll
    static void fail() {
      throw new IllegalStateException("on purpose");
    }

    @Test
    void neverRuns() {}
  }
}
