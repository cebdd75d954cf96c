package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import dev.harrel.jsonschema.providers.GsonNode;
import io.hbench.kit.Json;
import io.hbench.rundir.RunDirectory;
import io.hbench.twin.Twin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The schema of twin.json is that of the records, and the example is as it says. */
class TwinSchemaTest {
  private static final Path SCHEMA = Path.of("src/docs/twin.schema.json");
  private static final Path EXAMPLE = Path.of("src/test/resources/twin.json");

  @Test
  void theSchemaIsMadeFromTheRecords() throws IOException {
    String made = RunDirectory.toJson(ReportSchema.of(Twin.class, Twin.SCHEMA));
    if (System.getProperty("readme.update") != null) {
      Files.writeString(SCHEMA, made);
    }
    assertThat(Files.readString(SCHEMA)).isEqualTo(made);
  }

  @Test
  void theExampleMatchesTheSchemaAndIsWrittenAsItWasRead() throws IOException {
    String text = Files.readString(EXAMPLE);
    Twin example = Twin.parse(text);
    assertThat(errors(text)).isEmpty();
    assertThat(Json.parse(RunDirectory.toJson(example))).isEqualTo(Json.parse(text));
  }

  @Test
  void aFieldThatIsMissingOrOfAnotherTypeIsFound() throws IOException {
    Json example = Json.parse(Files.readString(EXAMPLE));
    for (String field : example.names("")) {
      assertThat(errors(copy(example).remove(field).toString())).as(field).isNotEmpty();
      assertThat(errors(copy(example).set(field, true).toString())).as(field).isNotEmpty();
    }
  }

  private static Json copy(Json json) {
    return Json.parse(json.toString());
  }

  private static List<String> errors(String json) throws IOException {
    Validator.Result result =
        new ValidatorFactory()
            .withJsonNodeFactory(new GsonNode.Factory())
            .validate(Files.readString(SCHEMA), json);
    return result.isValid()
        ? List.of()
        : result.getErrors().stream().map(e -> e.getInstanceLocation() + e.getError()).toList();
  }
}
