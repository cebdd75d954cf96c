package io.hbench.twin;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class TwinSumTest {
  private static final Path EXAMPLE = Path.of("src/test/resources/twin.json");

  @Test
  void loadsAreWeightedByTimeAndSizesAreThoseOfTheLast() throws IOException {
    Twin day = twin(twin -> {});
    Twin night =
        twin(
            twin -> {
              twin.addProperty("seconds", 180);
              call(twin, 0).addProperty("perSecond", 40); // in place of 400 gets
              call(twin, 2).addProperty("perSecond", 60); // in place of 20 scans
              call(twin, 2).addProperty("rows", 100); // in place of 20
              twin.getAsJsonObject("servers").addProperty("flushedBytes", 0);
              twin.getAsJsonObject("servers").addProperty("hitRatio", 0.33);
              JsonObject region = twin.getAsJsonArray("regions").get(0).getAsJsonObject();
              region.addProperty("bytes", 1 << 20);
              region.addProperty("writes", 0);
            });
    Twin sum = TwinSum.of(List.of(day, night));
    assertThat(sum.seconds()).isEqualTo(240);
    assertThat(sum.calls(Kind.GET)).isEqualTo(new Calls(Kind.GET, 130.0, 1.0));
    assertThat(sum.calls(Kind.SCAN)).isEqualTo(new Calls(Kind.SCAN, 50.0, 92.0));
    assertThat(sum.calls(Kind.APPEND)).isEqualTo(new Calls(Kind.APPEND, 0.0, null));
    assertThat(sum.regions().get(0)).isEqualTo(new Region(1 << 20, 209_715_200, 48_000, 0, 6_000));
    assertThat(sum.servers().flushedBytes()).isEqualTo(123_456.0 / 4);
    assertThat(sum.servers().hitRatio()) // by requests: 60,000 and 54,000
        .isEqualTo((60_000 * 0.93 + 54_000 * 0.33) / 114_000);
    assertThat(sum.curve()).hasSize(12).startsWith(new Interval(10, 600, 150));
    assertThat(sum.unknown())
        .containsEntry("curve", "the times of 2 profiles follow each other without a gap")
        .containsEntry("calls.multi-get", day.unknown().get("calls.multi-get")); // once
  }

  @Test
  void whatOneLacksIsUnknownWithItsReason() throws IOException {
    Twin lacks =
        twin(
            twin -> {
              call(twin, 3).add("perSecond", JsonNull.INSTANCE);
              call(twin, 3).add("rows", JsonNull.INSTANCE);
              call(twin, 2).add("rows", JsonNull.INSTANCE);
              twin.getAsJsonObject("servers").add("cpuMicros", JsonNull.INSTANCE);
              twin.getAsJsonObject("unknown").addProperty("calls.put", "a reason");
            });
    Twin sum = TwinSum.of(List.of(lacks, twin(twin -> {})));
    assertThat(sum.calls(Kind.PUT)).isEqualTo(new Calls(Kind.PUT, null, null));
    assertThat(sum.calls(Kind.SCAN)).isEqualTo(new Calls(Kind.SCAN, 20.0, null));
    assertThat(sum.servers().cpuMicros()).isNull();
    assertThat(sum.unknown()).containsEntry("calls.put", "a reason");
  }

  @Test
  void aTimeWithoutRequestsDoesNotHideWhatTheOthersKnow() throws IOException {
    Twin idle =
        twin(
            twin -> {
              twin.getAsJsonObject("servers").add("hitRatio", JsonNull.INSTANCE);
              twin.getAsJsonArray("regions")
                  .forEach(
                      region -> {
                        region.getAsJsonObject().addProperty("reads", 0);
                        region.getAsJsonObject().addProperty("writes", 0);
                      });
            });
    assertThat(TwinSum.of(List.of(idle, twin(twin -> {}))).servers().hitRatio()).isEqualTo(0.93);
  }

  @Test
  void lengthsAreThoseOfTheLast() throws IOException {
    Twin sampled = twin(twin -> {});
    Twin without =
        twin(
            twin -> {
              twin.add("rowKeys", JsonNull.INSTANCE);
              twin.getAsJsonObject("unknown").addProperty("rowKeys", "not sampled");
              twin.getAsJsonObject("unknown").addProperty("regions", "one moved");
            });
    Twin sum = TwinSum.of(List.of(without, sampled));
    assertThat(sum.rowKeys()).isEqualTo(sampled.rowKeys());
    assertThat(sum.table()).isEqualTo(sampled.table());
    assertThat(sum.unknown()).doesNotContainKey("rowKeys").containsEntry("regions", "one moved");
    sum = TwinSum.of(List.of(sampled, without));
    assertThat(sum.rowKeys()).isNull();
    assertThat(sum.unknown()).containsEntry("rowKeys", "not sampled");
  }

  @Test
  void profilesFitByTheirRegionsAndFamilies() throws IOException {
    Twin one = twin(twin -> {});
    assertThat(TwinSum.fits(one, one)).isTrue();
    assertThat(TwinSum.fits(one, twin(twin -> twin.getAsJsonArray("regions").remove(3)))).isFalse();
    assertThat(TwinSum.fits(one, twin(twin -> families(twin).remove(1)))).isFalse();
  }

  private static JsonArray families(JsonObject twin) {
    return twin.getAsJsonObject("table").getAsJsonArray("families");
  }

  private static JsonObject call(JsonObject twin, int kind) {
    return twin.getAsJsonArray("calls").get(kind).getAsJsonObject();
  }

  private static Twin twin(Consumer<JsonObject> change) throws IOException {
    JsonObject twin = JsonParser.parseString(Files.readString(EXAMPLE)).getAsJsonObject();
    change.accept(twin);
    return Twin.parse(twin.toString());
  }
}
