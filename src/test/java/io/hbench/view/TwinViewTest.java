package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.doc.TextRenderer;
import io.hbench.figure.Unit;
import io.hbench.twin.Twin;
import io.hbench.twin.TwinComparison;
import io.hbench.twin.TwinComparison.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  @Test
  void ofAFamilyWithoutASampleTheMeansOfStoreFilesAreShown() throws IOException {
    JsonObject twin =
        JsonParser.parseString(Files.readString(Path.of("src/test/resources/twin.json")))
            .getAsJsonObject();
    JsonObject family =
        twin.getAsJsonObject("table").getAsJsonArray("families").get(0).getAsJsonObject();
    assertThat(summary(twin))
        .contains("columns in a row 10, qualifier 6.00 B, value 100 B, compressible to 45.0 %");
    family.add("keys", family.get("qualifiers"));
    for (String unknown : List.of("columns", "qualifiers", "compressibleTo")) {
      family.add(unknown, JsonNull.INSTANCE);
    }
    assertThat(summary(twin)).contains("  row key and qualifier 6.00 B, value 100 B\n");
  }

  /** The difference was "+Infinity %", or rounded to "+0.0 points". */
  @Test
  void aDifferenceFromZeroOrOfASmallShareIsReadable() {
    TwinComparison comparison =
        new TwinComparison(
            List.of(
                new Line("CPU", Unit.MICROS, 0.0, 90.0, Double.POSITIVE_INFINITY, 0.15, false, ""),
                new Line("region 1", Unit.SHARE, 0.0, 0.000_41, 0.000_41, 0.000_12, true, "")));
    assertThat(TextRenderer.summary(TwinView.of(comparison)))
        .containsPattern("\nCPU +0 µs +90.0 µs +- +15.0 % +outside\n")
        .containsPattern("\nregion 1 +0 % +0.041 % +[+]0.041 points +0.012 points +outside\n");
  }

  private static String summary(JsonObject twin) throws IOException {
    return TextRenderer.summary(TwinView.of(Twin.parse(twin.toString())));
  }
}
