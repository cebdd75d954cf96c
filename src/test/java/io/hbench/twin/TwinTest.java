package io.hbench.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.compat.twin.Twins;
import io.hbench.rundir.RunDirectory;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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

  @Test
  void theCurveOfADayFitsIntoAnEditor() {
    List<Interval> day =
        IntStream.range(0, 8_640).mapToObj(i -> new Interval(10, i, i % 2 == 0 ? 100 : 0)).toList();
    Twin twin =
        Twins.with(
            Twins.example().table().families(),
            Collections.nCopies(100, new Region(1 << 30, 1 << 30, 1, 0, 1)),
            Twins.example().calls(),
            day);
    assertThat(twin.curve()).hasSize(960).startsWith(new Interval(90, 4, 500.0 / 9));
    assertThat(twin.curve().stream().mapToDouble(Interval::seconds).sum()).isEqualTo(86_400);
    assertThat(twin.curve().stream().mapToDouble(i -> i.seconds() * i.reads()).sum())
        .isCloseTo(day.stream().mapToDouble(i -> i.seconds() * i.reads()).sum(), within(1.0));
    assertThat(RunDirectory.toJson(twin)).hasSizeLessThan(150_000);
    // a curve that is no multiple has a shorter rest
    List<Interval> odd = day.subList(0, 1_001);
    assertThat(curve(odd)).hasSize(501).endsWith(new Interval(10, 1_000, 100));
    assertThat(curve(day.subList(0, 1_000))).hasSize(1_000);
  }

  private static List<Interval> curve(List<Interval> curve) {
    return Twins.with(List.of(), List.of(), List.of(), curve).curve();
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
