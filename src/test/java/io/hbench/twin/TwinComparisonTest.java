package io.hbench.twin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.twin.TwinComparison.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TwinComparisonTest {
  private static final Path EXAMPLE = Path.of("src/test/resources/twin.json");

  @Test
  void aTwinOfItselfIsAlike() throws IOException {
    TwinComparison same = TwinComparison.of(twin(twin -> {}), twin(twin -> {}));
    assertThat(same.outside()).isEmpty();
    assertThat(same.unknown()).isEmpty();
  }

  @Test
  void eachFigureHasItsBound() throws IOException {
    within(calls(0, 410.0), calls(0, 450.0), "get", "scan", "put");
    within(faster(1.019), faster(1.021), "calls");
    within(region(1, 13_900), region(1, 15_000), "share of region 2"); // 10 %: scans have 20 rows
    within(law(16.7), law(16.9), "row key");
    within(server("hitRatio", 0.89), server("hitRatio", 0.87), "hit ratio");
    within(server("cpuMicros", 97), server("cpuMicros", 98), "CPU a call");
  }

  /** Those of store files are rounded down. */
  @Test
  void aMeanInWholeBytesMayDifferByAByte() throws IOException {
    Consumer<JsonObject> whole =
        twin -> twin.getAsJsonObject("rowKeys").add("twentieths", JsonNull.INSTANCE);
    Twin original = twin(whole.andThen(law(8)));
    assertThat(TwinComparison.of(original, twin(whole.andThen(law(9)))).outside()).isEmpty();
    assertThat(TwinComparison.of(original, twin(law(8.9))).outside()).isEmpty();
    assertThat(TwinComparison.of(original, twin(whole.andThen(law(10)))).outside())
        .extracting(Line::figure)
        .containsExactly("row key");
  }

  @Test
  void anotherNumberOfRegionsIsOutside() throws IOException {
    assertThat(outside(twin -> twin.getAsJsonArray("regions").remove(3))).contains("regions");
  }

  @Test
  void aDifferenceThatChanceMakesIsInside() throws IOException {
    Consumer<JsonObject> few =
        twin -> {
          for (int i = 0; i < 4; i++) {
            twin.getAsJsonArray("regions").get(i).getAsJsonObject().addProperty("writes", 0);
            twin.getAsJsonArray("regions").get(i).getAsJsonObject().addProperty("reads", 25);
          }
        };
    Twin original = twin(few);
    Twin twin = twin(few.andThen(region(0, 30)));
    assertThat(TwinComparison.of(original, twin).outside())
        .extracting(Line::figure)
        .doesNotContain("share of region 1");
  }

  /** Its difference was infinite: a single request was outside. */
  @Test
  void aFewRequestsToARegionThatHadNoneAreInside() throws IOException {
    Consumer<JsonObject> idle =
        twin -> twin.getAsJsonArray("regions").get(0).getAsJsonObject().addProperty("writes", 0);
    Twin original = twin(idle.andThen(region(0, 0)));
    assertThat(TwinComparison.of(original, twin(idle.andThen(region(0, 1)))).outside()).isEmpty();
    assertThat(TwinComparison.of(original, twin(idle.andThen(region(0, 999)))).outside())
        .extracting(Line::figure)
        .contains("share of region 1");
  }

  /** The standard error was that of the original's request alone. */
  @Test
  void aFewMoreRequestsToARegionThatHadNextToNoneAreInside() throws IOException {
    Consumer<JsonObject> gets = calls(0, 10_000).andThen(TwinComparisonTest::onlyGets);
    Twin original = twin(gets.andThen(regions(500, 1_202, 1)));
    assertThat(TwinComparison.of(original, twin(gets.andThen(regions(500, 1_202, 8)))).outside())
        .isEmpty();
    assertThat(TwinComparison.of(original, twin(gets.andThen(regions(500, 1_202, 40)))).outside())
        .extracting(Line::figure)
        .containsExactly("share of region 1");
  }

  private static void onlyGets(JsonObject twin) {
    for (int kind = 1; kind < twin.getAsJsonArray("calls").size(); kind++) {
      calls(kind, 0).accept(twin);
    }
  }

  private static Consumer<JsonObject> regions(int count, long reads, long ofFirst) {
    return twin -> {
      JsonObject any = twin.getAsJsonArray("regions").get(0).getAsJsonObject();
      any.addProperty("writes", 0);
      JsonArray regions = new JsonArray();
      for (int i = 0; i < count; i++) {
        JsonObject region = any.deepCopy();
        region.addProperty("reads", i == 0 ? ofFirst : reads);
        regions.add(region);
      }
      twin.add("regions", regions);
    };
  }

  @Test
  void callsAreComparedWhereAllKindsAreKnownAndElseRows() throws IOException {
    Consumer<JsonObject> slower = twin -> twin.addProperty("seconds", 66);
    assertThat(outside(slower)).isEmpty(); // its rows, which chance makes, as scans are drawn
    Consumer<JsonObject> unknown =
        twin -> twin.getAsJsonArray("calls").get(1).getAsJsonObject().add("perSecond", null);
    Consumer<JsonObject> partly =
        twin -> twin.getAsJsonObject("unknown").addProperty("calls", "600 s are left out");
    for (Consumer<JsonObject> one : List.of(unknown, partly)) {
      assertThat(TwinComparison.of(twin(one), twin(slower)).outside())
          .extracting(Line::figure)
          .containsExactly("rows");
    }
  }

  /** Scans of 20 rows are drawn: three standard errors are 5 % of the rows. */
  @Test
  void rowsThatDifferAsChanceMakesThemAreInside() throws IOException {
    Consumer<JsonObject> unknown =
        twin -> twin.getAsJsonArray("calls").get(1).getAsJsonObject().add("perSecond", null);
    Twin twin = twin(unknown.andThen(t -> t.addProperty("seconds", 62)));
    assertThat(TwinComparison.of(twin(unknown), twin).outside()).isEmpty();
  }

  @Test
  void chanceExplainsNoMoreThanATenthOfTheRows() throws IOException {
    Consumer<JsonObject> large = calls(1, 0).andThen(TwinComparisonTest::largeScans);
    Twin original = twin(large.andThen(t -> t.getAsJsonObject("unknown").addProperty("calls", "")));
    Twin twin = twin(large.andThen(t -> t.addProperty("seconds", 70)));
    assertThat(TwinComparison.of(original, twin).outside())
        .extracting(Line::figure)
        .containsExactly("rows");
  }

  private static void largeScans(JsonObject twin) {
    JsonObject scans = twin.getAsJsonArray("calls").get(2).getAsJsonObject();
    scans.addProperty("rows", 100_000);
  }

  @Test
  void aMixOfFewCallsMayDifferByChance() throws IOException {
    Consumer<JsonObject> morePuts = calls(0, 380).andThen(calls(3, 120));
    assertThat(outside(morePuts)).containsExactly("get", "put");
    Consumer<JsonObject> few = faster(0.02);
    assertThat(TwinComparison.of(twin(few), twin(morePuts.andThen(few))).outside()).isEmpty();
  }

  @Test
  void aTwinAtHalfTheRateIsOutsideThoughRareScansAreLarge() throws IOException {
    Consumer<JsonObject> large =
        calls(2, 0.1)
            .andThen(
                twin ->
                    twin.getAsJsonArray("calls")
                        .get(2)
                        .getAsJsonObject()
                        .addProperty("rows", 100_000));
    assertThat(TwinComparison.of(twin(large), twin(large.andThen(faster(0.5)))).outside())
        .extracting(Line::figure)
        .contains("calls");
  }

  @Test
  void requestsAreUnknownWhereThoseOfARegionAreMissing() throws IOException {
    Consumer<JsonObject> silent =
        twin -> twin.getAsJsonObject("unknown").addProperty("regions", "no answer: 1");
    for (TwinComparison comparison :
        List.of(
            TwinComparison.of(twin(silent), twin(faster(0.5))),
            TwinComparison.of(twin(t -> {}), twin(silent.andThen(region(0, 99)))))) {
      assertThat(comparison.outside()).isEmpty();
      assertThat(comparison.unknown())
          .extracting(Line::figure)
          .anyMatch(figure -> figure.equals("calls"))
          .anyMatch(figure -> figure.startsWith("share of region"));
      assertThat(comparison.unknown().get(0).note())
          .isEqualTo("requests of some regions are missing");
    }
  }

  @Test
  void whatOneOfTheTwoLacksIsUnknown() throws IOException {
    TwinComparison comparison =
        TwinComparison.of(twin(twin -> {}), twin(twin -> twin.add("rowKeys", null)));
    assertThat(comparison.unknown()).extracting(Line::figure).contains("row key");
    assertThat(comparison.outside()).isEmpty();
  }

  @Test
  void whatOnlyTheTwinHasIsUnknown() throws IOException {
    Consumer<JsonObject> less =
        twin -> {
          twin.getAsJsonArray("calls").get(2).getAsJsonObject().add("rows", JsonNull.INSTANCE);
          twin.getAsJsonObject("table").getAsJsonArray("families").remove(1);
        };
    TwinComparison comparison = TwinComparison.of(twin(less), twin(twin -> {}));
    assertThat(comparison.unknown())
        .extracting(Line::figure)
        .contains("rows a scan", "f2 columns", "f2 value");
    assertThat(comparison.outside()).isEmpty();
  }

  @Test
  void rowsOfFewCallsAreNoise() throws IOException {
    Consumer<JsonObject> few =
        twin -> twin.getAsJsonArray("calls").get(2).getAsJsonObject().addProperty("perSecond", 1);
    Consumer<JsonObject> rows =
        twin -> twin.getAsJsonArray("calls").get(2).getAsJsonObject().addProperty("rows", 99);
    assertThat(TwinComparison.of(twin(few), twin(few.andThen(rows))).outside()).isEmpty();
    assertThat(TwinComparison.of(twin(t -> {}), twin(rows)).outside()).isNotEmpty();
  }

  @Test
  void aKindThatOneOfTheTwoDoesNotKnowIsNoPartOfTheMix() throws IOException {
    Consumer<JsonObject> unknown =
        twin -> twin.getAsJsonArray("calls").get(0).getAsJsonObject().add("perSecond", null);
    TwinComparison comparison = TwinComparison.of(twin(unknown), twin(twin -> {}));
    assertThat(comparison.outside()).isEmpty();
    assertThat(comparison.unknown()).extracting(Line::figure).contains("get");
  }

  private static Consumer<JsonObject> calls(int kind, double perSecond) {
    return twin ->
        twin.getAsJsonArray("calls")
            .get(kind)
            .getAsJsonObject()
            .addProperty("perSecond", perSecond);
  }

  private static Consumer<JsonObject> faster(double factor) {
    return twin ->
        twin.getAsJsonArray("calls")
            .forEach(
                one -> {
                  JsonObject calls = one.getAsJsonObject();
                  if (!calls.get("perSecond").isJsonNull()) {
                    calls.addProperty("perSecond", calls.get("perSecond").getAsDouble() * factor);
                  }
                });
  }

  private static Consumer<JsonObject> region(int region, long reads) {
    return twin ->
        twin.getAsJsonArray("regions").get(region).getAsJsonObject().addProperty("reads", reads);
  }

  private static Consumer<JsonObject> law(double mean) {
    return twin -> twin.getAsJsonObject("rowKeys").addProperty("mean", mean);
  }

  private static Consumer<JsonObject> server(String figure, double value) {
    return twin -> twin.getAsJsonObject("servers").addProperty(figure, value);
  }

  /** A change is inside, and a larger one outside of the bound of some figure. */
  private static void within(
      Consumer<JsonObject> small, Consumer<JsonObject> large, String... figures)
      throws IOException {
    assertThat(outside(small)).isEmpty();
    assertThat(outside(large)).containsAnyOf(figures);
  }

  private static List<String> outside(Consumer<JsonObject> change) throws IOException {
    return TwinComparison.of(twin(twin -> {}), twin(change)).outside().stream()
        .map(Line::figure)
        .toList();
  }

  private static Twin twin(Consumer<JsonObject> change) throws IOException {
    JsonObject twin = JsonParser.parseString(Files.readString(EXAMPLE)).getAsJsonObject();
    JsonObject multiGets = twin.getAsJsonArray("calls").get(1).getAsJsonObject();
    multiGets.addProperty("perSecond", 0);
    change.accept(twin);
    return Twin.parse(twin.toString());
  }
}
