package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.latency.Side;
import io.hbench.settings.Setting;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DuetReaderTest {
  @Test
  void theCandidateHasItsOwnSettingsAndAllOthersOfTheBaseline() {
    RunSpec spec = read("table=t1", "threads=3", "candidate=table=t2\ncaching=7");
    RunSpec candidate = spec.candidate().orElseThrow();
    assertThat(spec.table()).isEqualTo("t1");
    assertThat(candidate.table()).isEqualTo("t2");
    assertThat(candidate.data().scans().caching()).isEqualTo(7);
    assertThat(candidate.load()).isEqualTo(spec.load());
    assertThat(candidate.window()).isEqualTo(spec.window());
    assertThat(candidate.candidate()).isEmpty();
  }

  @Test
  void onlyValuesThatDifferAreDifferences() {
    assertThat(DuetReader.differences(conf("table=t1", "candidate=table=t1"))).isEmpty();
    assertThat(DuetReader.differences(conf("table=t1", "candidate=table=t1\nquorum=zk2:2181")))
        .containsExactly(Map.entry("--quorum", List.of("none", "zk2:2181")));
  }

  @Test
  void theSidesDrawDifferentRowsOfTheSameDistribution() {
    RunSpec spec = read("candidate=table=t2", "draw-seed=5");
    RunSpec candidate = spec.candidate().orElseThrow();
    assertThat(candidate.taskSeed(0)).isNotEqualTo(spec.taskSeed(0));
    assertThat(candidate.keys()).isEqualTo(spec.keys());
    assertThat(candidate.data().seed()).isEqualTo(spec.data().seed());
  }

  @Test
  void aRunWithoutCandidateIsTheBaselineAndMeasuredAllTheTime() {
    RunSpec spec = read();
    assertThat(spec.sides()).isEqualTo(Map.of(Side.BASELINE, spec));
    assertThat(spec.alternation(Side.BASELINE)).isEmpty();
    assertThat(spec.measuredSeconds("get", 60)).isEqualTo(60);
  }

  @Test
  void intervalsAreASecondInLongRunsToo() {
    assertThat(read("candidate=table=t2", "for=2h").measurement().interval())
        .isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aSideIsMeasuredInNineTenthsOfItsIntervals() {
    RunSpec spec = read("candidate=table=t2", "for=60s");
    assertThat(spec.measuredSeconds(Side.BASELINE.nameOf("get"), 60)).isEqualTo(27);
    assertThat(spec.measuredSeconds(Side.CANDIDATE.nameOf("get"), 1)).isEqualTo(0.9);
    assertThat(spec.measuredSeconds("total", 60)).isEqualTo(54);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          rows=5            | --rows 5: both sides of compare --live share it; try one value, or two runs and compare
          tabel=t2          | --candidate tabel=t2: no such setting; try --candidate table=t2
          caching=many      | --caching many: not a count of 1 or more
          """)
  void aCandidateMayNotDifferInWhatBothSidesShare(String candidate, String message) {
    assertThatThrownBy(() -> read("candidate=" + candidate))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ops=100                 | compare --live: --ops: the sides take turns by time; try --for 5m
          for=61s                 | --for 61s: not a whole number of pairs of intervals of 1s; try --for 62s
          command=load            | compare --live: load: only run has two sides
          objective=p99 < 20ms    | compare --live: --objective: not for the two sides of a run
          recreate=true           | compare --live: --recreate: not for the two sides of a run
          assignments=insert@1    | compare --live: run insert: the sides would not insert the same new rows
          """)
  void whatHasNoTwoSidesIsRefused(String setting, String message) {
    assertThatThrownBy(() -> read("candidate=table=t2", setting))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void sequentialKeysOfTheSameTableAreRefused() {
    assertThatThrownBy(() -> read("candidate=caching=7", "keys=sequential"))
        .hasMessageContaining("in the caches of the same table");
    assertThat(read("candidate=table=t2", "keys=sequential").candidate()).isPresent();
  }

  private static RunSpec read(String... settings) {
    return RunSpec.from(conf(settings));
  }

  private static Configuration conf(String... settings) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get@1");
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      conf.set(Setting.PREFIX + setting.substring(0, equals), setting.substring(equals + 1));
      if (setting.startsWith("command=load")) {
        conf.unset("hbench.assignments");
      }
    }
    return conf;
  }
}
