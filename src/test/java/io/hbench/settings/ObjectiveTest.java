package io.hbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.latency.Timing;
import io.hbench.spec.RunSpec;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectiveTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99 < 20ms                       |      |          | PERCENTILE | 99   | 20000",
        "get.p99.9<=1.5s                  | get  |          | PERCENTILE | 99.9 | 1500000",
        "get.response.p50 < 250us         | get  | RESPONSE | PERCENTILE | 50   | 250",
        "service.max < 1s                 |      | SERVICE  | MAX        | 0    | 1000000",
        "my.own.Operation.service.mean<1s | my.own.Operation | SERVICE | MEAN | 0 | 1000000",
        "errors < 0.1%                    |      |          | ERRORS     | 0    | 0.001",
        "put.errors <= 0%                 | put  |          | ERRORS     | 0    | 0",
        "throughput > 45k                 |      |          | THROUGHPUT | 0    | 45000"
      })
  void anObjectiveIsAFigureAndALimit(
      String text,
      String operation,
      Timing timing,
      Objective.Figure figure,
      double percentile,
      double limit) {
    Objective objective = Objective.parse(text);
    assertThat(objective.operation().orElse(null)).isEqualTo(operation);
    assertThat(objective.timing().orElse(null)).isEqualTo(timing);
    assertThat(objective.figure()).isEqualTo(figure);
    assertThat(objective.percentile()).isEqualTo(percentile);
    assertThat(objective.limit()).isEqualTo(limit);
    assertThat(objective.isOfIntervals()).isFalse();
  }

  @Test
  void itMayBeOfEveryIntervalAfterAGraceTime() {
    assertThat(Objective.parse("p99 < 20ms every interval").grace()).contains(Duration.ZERO);
    assertThat(Objective.parse("p99 < 20ms every interval  after 30s").grace())
        .contains(Duration.ofSeconds(30));
  }

  @Test
  void theExamplesAreRight() {
    assertThat(Objective.EXAMPLES).allSatisfy(e -> assertThat(Objective.parse(e)).hasToString(e));
  }

  @Test
  void theLimitMeetsAnObjectiveWithOrEqualOnly() {
    assertThat(Objective.parse("p99 < 20ms").isMetBy(20_000)).isFalse();
    assertThat(Objective.parse("p99 <= 20ms").isMetBy(20_000)).isTrue();
    assertThat(Objective.parse("throughput > 45k").isMetBy(45_000)).isFalse();
    assertThat(Objective.parse("throughput >= 45k").isMetBy(45_000)).isTrue();
    assertThat(Objective.parse("throughput >= 45k").isMetBy(44_999)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p99           | 'p99' is not a figure, < or >, and a value; try 'p99 < 20ms'",
        "p99 < 20ms ok | 'p99 < 20ms ok' is not a figure, < or >, and a value; try 'p99 < 20ms'",
        "get < 20ms    | 'get < 20ms' names no figure: they are p50, p99, p99.9 and the like, max,"
            + " mean, errors, throughput; try 'get.response.p99.9 <= 250ms'",
        "p100 < 20ms   | 'p100 < 20ms' has a percentile that is not between 0 and 100; try 'p99 <"
            + " 20ms'",
        "p99 > 20ms    | 'p99 > 20ms' would be met by what is bad; try 'p99 < 20ms'",
        "throughput<5k | 'throughput<5k' would be met by what is bad; try 'throughput > 45k'",
        "get.p99 < 20  | 'get.p99 < 20' compares with '20'; try 'get.p99 < 20ms'",
        "errors < 3    | 'errors < 3' compares with '3'; try 'errors < 0.1%'",
        "service.errors < 1% | 'service.errors < 1%' asks for service times, which errors don't"
            + " have; try 'errors < 0.1%'",
        "max < 1s every interval after x | 'max < 1s every interval after x' begins after 'x'; try"
            + " 'max < 1s every interval after 30s'",
        "put.p99 < 1s  | 'put.p99 < 1s' is of 'put', which is not driven; try one of get, or none"
            + " for all together",
        "response.p99 < 1s | 'response.p99 < 1s' needs a rate: a closed loop has no response"
            + " times; try --rate 5k",
        "p99 < 1s every interval after 60s | 'p99 < 1s every interval after 60s' begins when the"
            + " run is over; try --for 5m"
      })
  void everyErrorHasAMessage(String text, String message) {
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "get");
    Settings.OBJECTIVE.set(conf, text);
    assertThatThrownBy(() -> RunSpec.from(conf))
        .isInstanceOf(UsageException.class)
        .hasMessage("--objective: " + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run     | step-time | 5s  | --step-time: belongs to findmax",
        "findmax | rate      | 5k  | --rate: findmax goes in steps, and chooses their rates",
        "findmax | ops       | 5k  | --ops: findmax goes in steps, and chooses their rates",
        "findmax | objective | throughput > 5k | is what findmax looks for",
        "findmax | assignments | insert | insert: each step would add the rows of the first one",
        "run     | abort-on-breach | true | --abort-on-breach: no objective is of every interval"
      })
  void aSettingWithoutEffectOnTheCommandIsRefused(
      String command, String setting, String value, String message) {
    Configuration conf = new Configuration(false);
    Settings.ASSIGNMENTS.set(conf, "get");
    Settings.COMMAND.set(conf, command);
    conf.set(Setting.PREFIX + setting, value);
    assertThatThrownBy(() -> RunSpec.from(conf))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aPlanOfAFindmaxIsOneAgain() {
    Configuration conf = new Configuration(false);
    Settings.all().stream()
        .filter(s -> !s.fallback().isEmpty())
        .forEach(s -> s.set(conf, s.fallback()));
    Settings.ASSIGNMENTS.set(conf, "get");
    Settings.COMMAND.set(conf, "findmax");
    RunSpec spec = RunSpec.from(conf);
    assertThat(spec.interval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(spec.warmup()).isEqualTo(Duration.ofSeconds(5));
    assertThat(spec.rate()).contains(Rate.parse("1000"));
  }
}
