package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.doc.TextRenderer;
import io.hbench.twin.Twin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TwinViewTest {
  @Test
  void aTableWithoutRequestsHasNoHottestRegion() throws IOException {
    JsonObject twin =
        JsonParser.parseString(Files.readString(Path.of("src/test/resources/twin.json")))
            .getAsJsonObject();
    assertThat(summary(twin)).contains("; the hottest has ").doesNotContain("no requests");
    for (JsonElement region : twin.getAsJsonArray("regions")) {
      region.getAsJsonObject().addProperty("reads", 0);
      region.getAsJsonObject().addProperty("writes", 0);
    }
    assertThat(summary(twin)).contains("; no requests\n").doesNotContain("hottest");
  }

  private static String summary(JsonObject twin) throws IOException {
    return TextRenderer.summary(TwinView.of(Twin.parse(twin.toString())));
  }
}
