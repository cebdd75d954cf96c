package io.hbench.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.twin.Twin.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TwinTest {
  private static final Path EXAMPLE = Path.of("src/test/resources/twin.json");

  @Test
  void theExampleIsRead() throws IOException {
    Twin twin = Twin.parse(Files.readString(EXAMPLE));
    assertThat(twin.requests()).isEqualTo(60_000);
    assertThat(twin.calls(Kind.SCAN).rows()).isEqualTo(20);
    assertThat(twin.calls(Kind.MULTI_GET).perSecond()).isNull();
    assertThat(twin.unknown()).containsKey("calls.multi-get");
  }

  @Test
  void whatIsNotATwinIsRefused() throws IOException {
    assertThatThrownBy(() -> Twin.parse("")).hasMessage("not a file of schema hbench.twin/1");
    assertThatThrownBy(() -> Twin.parse("[]")).hasMessage("not a file of schema hbench.twin/1");
    refuses(twin -> twin.addProperty("schema", "hbench.twin/2"), "not a file of schema");
    refuses(twin -> twin.remove("regions"), "not a file of schema");
    refuses(twin -> twin.remove("table"), "a field is missing");
    refuses(twin -> twin.getAsJsonArray("calls").remove(0), "a field is missing");
    refuses(twin -> twin.addProperty("seconds", 0), "out of range");
    refuses(twin -> region(twin).addProperty("reads", -1), "out of range");
    refuses(twin -> twin.getAsJsonObject("rowKeys").addProperty("mean", -1), "out of range");
  }

  private static JsonObject region(JsonObject twin) {
    return twin.getAsJsonArray("regions").get(0).getAsJsonObject();
  }

  private static void refuses(Consumer<JsonObject> change, String why) throws IOException {
    JsonObject twin = JsonParser.parseString(Files.readString(EXAMPLE)).getAsJsonObject();
    change.accept(twin);
    assertThatThrownBy(() -> Twin.parse(twin.toString())).hasMessageContaining(why);
  }
}
