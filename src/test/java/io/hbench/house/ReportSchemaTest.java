package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.harrel.jsonschema.Error;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;
import io.hbench.cli.TestMain;
import io.hbench.kit.LocalJobs;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema of report.json is that of the records, and reports are as it says. */
class ReportSchemaTest {
  private static final Path SCHEMA = Path.of("src/docs/report.schema.json");

  @TempDir static Path dir;
  private static JsonObject report;

  @BeforeAll
  static void drive() throws IOException {
    Configuration conf = LocalJobs.conf(dir);
    TestMain.Result run =
        TestMain.run(
            conf,
            ("run noop@2 --threads 2 --rate 1k --for 1s --warmup 0s --slow 1ms --out "
                    + dir.resolve("run"))
                .split(" "));
    assertThat(run.exitCode()).as(run.err()).isZero();
    report =
        JsonParser.parseString(Files.readString(dir.resolve("run/report.json"))).getAsJsonObject();
  }

  @Test
  void theSchemaIsMadeFromTheRecords() throws IOException {
    String made = RunDirectory.toJson(ReportSchema.make());
    if (System.getProperty("readme.update") != null) {
      Files.writeString(SCHEMA, made);
    }
    assertThat(Files.readString(SCHEMA)).isEqualTo(made);
  }

  @Test
  void itIsInTheJarAndIsPrinted() throws IOException {
    TestMain.Result schema = TestMain.run(new Configuration(), "report", "--schema");
    assertThat(schema.exitCode()).isZero();
    assertThat(JsonParser.parseString(schema.out()))
        .isEqualTo(JsonParser.parseString(Files.readString(SCHEMA)));
  }

  @Test
  void aReportMatchesTheSchema() throws IOException {
    assertThat(errors(report)).isEmpty();
  }

  @Test
  void reportsOfAKilledTaskAndOfALostSubmitterMatchTheSchema() throws IOException {
    Path run = dir.resolve("run");
    for (String gone :
        List.of(".job.json.crc", "part-r-00000", "timeline-r-00000", "_SUCCESS", "report.json")) {
      Files.delete(run.resolve(gone));
    }
    JsonObject job =
        JsonParser.parseString(Files.readString(run.resolve("job.json"))).getAsJsonObject();
    List.of("finished", "counters").forEach(job::remove);
    Files.writeString(run.resolve("job.json"), job.toString());
    try (Stream<Path> tasks = Files.list(run.resolve("tasks"))) {
      for (Path file : tasks.filter(f -> f.toString().contains("facts")).toList()) {
        Files.delete(file);
      }
    }
    TestMain.Result left =
        TestMain.run(new Configuration(), "report", run.toString(), "--format", "json");
    assertThat(left.exitCode()).as(left.err()).isZero();
    JsonObject broken = JsonParser.parseString(left.out()).getAsJsonObject();
    assertThat(broken.getAsJsonObject("window").get("started").isJsonNull()).isTrue();
    assertThat(errors(broken)).isEmpty();
  }

  @Test
  void aFieldThatIsMissingOrOfAnotherTypeIsFound() throws IOException {
    for (Map.Entry<String, JsonElement> field : report.entrySet()) {
      JsonObject less = report.deepCopy();
      less.remove(field.getKey());
      assertThat(errors(less)).as(field.getKey()).isNotEmpty();
      JsonObject other = report.deepCopy();
      other.addProperty(field.getKey(), true);
      assertThat(errors(other)).as(field.getKey()).isNotEmpty();
    }
  }

  private static List<Error> errors(JsonObject json) throws IOException {
    Validator.Result result =
        new ValidatorFactory()
            .withJsonNodeFactory(new GsonNode.Factory())
            .validate(Files.readString(SCHEMA), json.toString());
    return result.isValid() ? List.of() : result.getErrors();
  }
}
