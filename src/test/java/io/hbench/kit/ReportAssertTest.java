package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Paths into a report, and messages of assertions that fail. */
class ReportAssertTest {
  private static final String GET =
      "{\"operation\":\"get\",\"count\":1,\"response\":null,\"service\":{\"p99.9\":2.5}}";

  private final Json report = Json.parse("{\"operations\":[" + GET + "]}");

  @Test
  void aPathHasIndexesAndNamesWithDots() {
    assertThat(report).has("operations.0.service.p99.9", 2.5).has("operations.0.response", null);
    assertThat(report).operation("get").hasCount(1).number("service.p99.9").isEqualTo(2.5);
  }

  @Test
  void anotherValueIsShownWithPathAndDocument() {
    assertThatThrownBy(() -> assertThat(report).has("operations.0.count", 2))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("operations.0.count is 1, not 2")
        .hasMessageContaining(GET);
    assertThatThrownBy(() -> assertThat(report).operation("get").hasCount(2))
        .hasMessageContaining("operations.0: " + GET);
    assertThatThrownBy(() -> assertThat(report).number("operations.0.count").isGreaterThan(1))
        .hasMessageContaining("operations.0.count of ")
        .hasMessageContaining(GET);
  }

  @Test
  void aTextIsNoNumberAndAbsenceIsNotNull() {
    assertThatThrownBy(() -> assertThat(report).has("operations.0.count", "1"))
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(report).has("operations.0.total", null))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no 'total' in operations.0: " + GET);
    assertThatThrownBy(() -> report.count("operations.0.service.p99.9"))
        .isInstanceOf(AssertionError.class)
        .hasMessage("not a whole number: operations.0.service.p99.9: 2.5");
  }

  @Test
  void anEditChangesOneValueAndDropsTheChecksum(@TempDir Path dir) throws IOException {
    Path file = Files.writeString(dir.resolve("report.json"), report.toString());
    Path checksum = Files.createFile(dir.resolve(".report.json.crc"));
    Json.edit(file, json -> json.set("operations.0.service.p99.9", 3).remove("operations.0.count"));
    assertThat(Json.read(file).at("operations.0"))
        .isEqualTo(
            Json.parse("{\"operation\":\"get\",\"response\":null,\"service\":{\"p99.9\":3}}"));
    assertThat(checksum).doesNotExist();
  }
}
