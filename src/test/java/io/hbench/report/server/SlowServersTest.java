package io.hbench.report.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Chance;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With the probabilities of src/docs/decisions/19-by-server.md. */
class SlowServersTest {
  private static final double DELAY_NANOS = 3_000_000;
  private static final int SECONDS = 10;

  @Test
  void aServerThatIsThreeMillisecondsSlowerIsNamedWithItsRatio() {
    ByServer run = MadeRegionServers.NOISY.run(1, 0, DELAY_NANOS, SECONDS);
    assertThat(run.slow()).hasSize(1);
    ByServer.SlowServer slow = run.slow().get(0);
    assertThat(slow.server()).isEqualTo(MadeRegionServers.name(0));
    assertThat(slow.level().ratio()).isBetween(3.5, 4.5);
    assertThat(slow.level().excess()).isBetween(2_500.0, 3_500.0);
    assertThat(slow.level().low()).isLessThan(slow.level().ratio());
    assertThat(slow.level().high()).isGreaterThan(slow.level().ratio());
    assertThat(slow.level().pValue()).isLessThan(0.01);
  }

  @Test
  void equalServersAreRarelyNamed() {
    long named =
        LongStream.range(0, 10).filter(s -> MadeRegionServers.CALM.isWrong(s, SECONDS)).count();
    assertThat(named).isLessThanOrEqualTo(Chance.atMost(10, 0.01));
  }

  @Test
  void aDifferenceThatDoesNotMatterIsNotNamed() {
    ByServer run = MadeRegionServers.CALM.run(1, 0, 100_000, SECONDS);
    ByServer.Level level = run.servers().get(0).level();
    assertThat(level.ratio()).isCloseTo(1.1, Offset.offset(0.05));
    assertThat(run.slow()).isEmpty();
  }

  @Test
  void aHotServerThatIsSlowIsNamedAsSkew() {
    ByServer run = MadeRegionServers.UNEQUAL.run(1, 0, DELAY_NANOS, SECONDS);
    assertThat(run.slow()).isEmpty();
    assertThat(run.skews())
        .filteredOn(skew -> skew.region() == null)
        .singleElement()
        .satisfies(
            skew -> {
              assertThat(skew.server()).isEqualTo(MadeRegionServers.name(0));
              assertThat(skew.share()).isCloseTo(10 / 11.0, Offset.offset(0.01));
              assertThat(skew.level().ratio()).isGreaterThan(3);
            });
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BEYOND")
  @Tag("soak")
  void atMostOneInFiftyRunsOfEqualServersNamesOne(MadeRegionServers servers) {
    assertThat(LongStream.range(0, 100).parallel().filter(s -> servers.isWrong(s, 60)).count())
        .isLessThanOrEqualTo(Chance.atMost(100, 0.02));
  }
}
