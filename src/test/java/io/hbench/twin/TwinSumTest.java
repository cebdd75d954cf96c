package io.hbench.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
              twin.getAsJsonObject("servers").addProperty("hitRatio", 0.95);
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
        .isEqualTo((60_000 * 0.93 + 54_000 * 0.95) / 114_000);
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
    assertThat(sum.unknown()).containsEntry("calls.put", "profile 1: a reason");
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
    assertThat(sum.unknown())
        .doesNotContainKey("rowKeys")
        .containsEntry("regions", "profile 1: one moved");
    sum = TwinSum.of(List.of(sampled, without));
    assertThat(sum.rowKeys()).isNull();
    assertThat(sum.unknown()).containsEntry("rowKeys", "not sampled");
  }

  /** 60 s with 1,000 rows a second each: in 500 gets, or in 5 scans. */
  @Test
  void costIsWeightedByWhatItIsOf() throws IOException {
    Twin gets =
        twin(
            twin -> {
              only(twin, 0, 500);
              twin.getAsJsonObject("servers").addProperty("cpuMicros", 100);
              twin.getAsJsonObject("servers").addProperty("share", 1);
            });
    Twin scans =
        twin(
            twin -> {
              only(twin, 2, 5);
              twin.getAsJsonObject("servers").addProperty("cpuMicros", 10_100);
              twin.getAsJsonObject("servers").addProperty("share", 0.5);
              twin.getAsJsonObject("servers").addProperty("hitRatio", 0.33);
            });
    Twin sum = TwinSum.of(List.of(gets, scans));
    assertThat(sum.servers().cpuMicros()).isCloseTo((500 * 100 + 5 * 10_100) / 505.0, within(1e-9));
    assertThat(sum.servers().share()).isCloseTo(2 / 3.0, within(1e-9)); // of 1,000 and 2,000
    assertThat(sum.servers().hitRatio()).isNull();
    assertThat(sum.unknown())
        .containsEntry(
            "servers.hitRatio", "the profiles have different ones, and no number of their blocks");
    Twin unknown = twin(twin -> {}); // multi-gets
    sum = TwinSum.of(List.of(gets, unknown));
    assertThat(sum.servers().cpuMicros()).isNull();
    assertThat(sum.unknown())
        .containsEntry(
            "servers.cpuMicros", "not all kinds of calls are known, by which it is weighted");
    assertThat(TwinSum.of(List.of(unknown))).isEqualTo(unknown);
  }

  @Test
  void reasonsWithNumbersAreThoseOfTheirProfiles() throws IOException {
    Twin first = twin(unknown("regions", "regions opened again: 2; regions from splits: 2"));
    Twin second =
        twin(
            unknown("regions", "regions opened again: 2; regions from splits: 2")
                .andThen(unknown("table.families", "means of 6 store files")));
    Twin third = twin(unknown("table.families", "means of 4 store files"));
    assertThat(TwinSum.of(List.of(first, second)).unknown())
        .containsEntry(
            "regions",
            "profile 1: regions opened again: 2; regions from splits: 2; profile 2: regions opened"
                + " again: 2; regions from splits: 2");
    assertThat(TwinSum.of(List.of(second, third)).unknown())
        .containsEntry("table.families", "means of 4 store files");
  }

  @Test
  void profilesOfOtherTablesAndTheSameOneTwiceAreNotJoined() throws IOException {
    Twin one = twin(name("orders"));
    assertThat(TwinSum.problem(one, twin(twin -> twin.addProperty("seconds", 9)))).isEmpty();
    assertThat(TwinSum.problem(one, one)).contains("is the same profile as");
    assertThat(TwinSum.problem(one, twin(name("users")))).contains("has another table than");
    for (Consumer<JsonObject> other :
        List.<Consumer<JsonObject>>of(
            twin -> twin.getAsJsonArray("regions").remove(3), twin -> families(twin).remove(1))) {
      assertThat(TwinSum.problem(one, twin(other)))
          .contains("has another number of regions or families than");
    }
    assertThat(TwinSum.problem(one, twin(twin -> settings(twin).addProperty("versions", 5))))
        .contains("has other settings of families than");
  }

  private static JsonObject settings(JsonObject twin) {
    return families(twin).get(0).getAsJsonObject().getAsJsonObject("settings");
  }

  private static Consumer<JsonObject> name(String name) {
    return twin -> twin.getAsJsonObject("table").addProperty("name", name);
  }

  private static Consumer<JsonObject> unknown(String path, String why) {
    return twin -> twin.getAsJsonObject("unknown").addProperty(path, why);
  }

  /** Calls of one kind, and none of the others. */
  private static void only(JsonObject twin, int kind, double perSecond) {
    twin.getAsJsonArray("calls").forEach(one -> one.getAsJsonObject().addProperty("perSecond", 0));
    call(twin, kind).addProperty("perSecond", perSecond);
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
