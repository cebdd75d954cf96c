package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema of report.json is that of the records, and reports are as it says. */
class ReportSchemaTest {
  private static final Path SCHEMA = Path.of("src/docs/report.schema.json");

  @TempDir static Path dir;
  private static Json report;

  @BeforeAll
  static void drive() throws IOException {
    Hbench.Result run =
        new Hbench(dir)
            .job(
                "run",
                "run noop@2 --threads 2 --rate 1k --for 1s --warmup 0s --latency-threshold 1ms");
    assertThat(run).hasExitCode(0);
    report = run.report();
  }

  @Test
  void theSchemaIsMadeFromTheRecords() throws IOException {
    String made = RunDirectory.toJson(ReportSchema.of(RunReport.class, RunReport.SCHEMA));
    if (System.getProperty("readme.update") != null) {
      Files.writeString(SCHEMA, made);
    }
    assertThat(Files.readString(SCHEMA)).isEqualTo(made);
  }

  @Test
  void itIsInTheJarAndIsPrinted() throws IOException {
    Hbench.Result schema = Hbench.run(new Configuration(), "report", "--schema");
    assertThat(schema).hasExitCode(0);
    assertThat(Json.parse(schema.out())).isEqualTo(Json.parse(Files.readString(SCHEMA)));
  }

  @Test
  void aReportMatchesTheSchema() throws IOException {
    assertThat(errors(report)).isEmpty();
  }

  @Test
  void reportsOfAKilledTaskAndOfALostSubmitterMatchTheSchema() throws IOException {
    Path run = dir.resolve("run");
    for (String gone : List.of("part-r-00000", "timeline-r-00000", "_SUCCESS", "report.json")) {
      Files.delete(run.resolve(gone));
    }
    Json.edit(
        run.resolve("job.json"), job -> job.remove("status.finished").remove("status.counters"));
    try (Stream<Path> tasks = Files.list(run.resolve("tasks"))) {
      for (Path file : tasks.toList()) {
        Files.delete(file);
      }
    }
    Hbench.Result left =
        Hbench.run(new Configuration(), "report", run.toString(), "--format", "json");
    assertThat(left).hasExitCode(1);
    Json broken = Json.parse(left.out());
    assertThat(broken).has("window.started", null);
    assertThat(errors(broken)).isEmpty();
  }

  @Test
  void aFieldThatIsMissingOrOfAnotherTypeIsFound() throws IOException {
    for (String field : report.names("")) {
      assertThat(errors(copy().remove(field))).as(field).isNotEmpty();
      assertThat(errors(copy().set(field, true))).as(field).isNotEmpty();
    }
  }

  private static Json copy() {
    return Json.parse(report.toString());
  }

  private static List<Error> errors(Json json) throws IOException {
    Validator.Result result =
        new ValidatorFactory()
            .withJsonNodeFactory(new GsonNode.Factory())
            .validate(Files.readString(SCHEMA), json.toString());
    return result.isValid() ? List.of() : result.getErrors();
  }
}
