package io.hbench.suite.summary;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.Comparison;
import io.hbench.compare.Comparison.Difference;
import io.hbench.compare.Comparison.RunSetComparison;
import io.hbench.compare.FigureVerdict;
import io.hbench.rundir.RunDirectory;
import io.hbench.suite.SuiteRecord;
import io.hbench.suite.SuiteRecord.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The judgement on a suite by the one before it. */
class SuiteJudgementTest {
  private final Configuration conf = new Configuration(false);
  @TempDir Path dir;

  /** The canary was as usual, whatever HBase it met: it uses HBase, too. */
  @Test
  void afterAnUpgradeACanaryThatUsesHBaseIsNoEvidence() throws IOException {
    assertThat(canary(List.of())).hasValue(0.0);
    assertThat(canary(List.of(new Difference("regions", List.of("4"), List.of("5"), false))))
        .hasValue(0.0);
    assertThat(canary(List.of(new Difference("HBase", List.of("2.6.1"), List.of("2.6.2"), false))))
        .isEmpty();
  }

  private Optional<Double> canary(List<Difference> differences) throws IOException {
    Run run =
        new Run(
            "canary",
            Map.of(),
            1,
            true,
            "canary",
            0,
            null,
            true,
            "valid",
            Map.of("get", Map.of("ops/s", 1_000.0)),
            true,
            false,
            false);
    SuiteRecord record =
        new SuiteRecord(
            SuiteRecord.SCHEMA,
            "nightly",
            "1",
            false,
            Map.of(),
            List.of(),
            List.of(run),
            List.of());
    RunSetComparison set =
        new RunSetComparison(
            "canary", "run", "t1", false, List.of(), List.of(), List.of(), null, null, null, null,
            null);
    Comparison comparison =
        new Comparison(
            Comparison.SCHEMA,
            0.05,
            0.01,
            0.98,
            0.99,
            0,
            FigureVerdict.EQUIVALENT,
            differences,
            List.of(),
            List.of(set));
    RunDirectory suite =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.resolve("night").toUri()));
    return SuiteJudgement.of(comparison, suite, record, conf).steps().get(0).canary();
  }
}
