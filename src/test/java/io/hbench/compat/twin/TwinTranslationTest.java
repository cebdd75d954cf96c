package io.hbench.compat.twin;

import static io.hbench.compat.twin.Twins.family;
import static io.hbench.compat.twin.Twins.law;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hbench.data.RegionWeights;
import io.hbench.op.Operations;
import io.hbench.row.RowWrites;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import io.hbench.twin.Law;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.FamilySettings;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwinTranslationTest {
  private static final Region REGION = new Region(1 << 30, 1 << 30, 10, 0, 10);
  private static final List<Calls> GETS = Twins.calls(new Calls(Kind.GET, 100.0, 1.0));

  @Test
  void aLoadMakesATableOfTheSameShape() {
    RunSpec spec = spec(translate(Twins.example(), Command.LOAD, Map.of()));
    assertThat(spec.data().cells().families()).containsExactly("f1", "f2");
    ColumnFamilyDescriptor family = spec.tableSpec().newTable().getColumnFamilies()[0];
    assertThat(family.getCompressionType()).isEqualTo(Compression.Algorithm.SNAPPY);
    assertThat(family.getDataBlockEncoding()).isEqualTo(DataBlockEncoding.FAST_DIFF);
    assertThat(spec.tableSpec().newTable().isSplitEnabled()).isFalse();
    assertThat(spec.keys().format()).hasToString("{row:16}");
    assertThat(spec.splitPoints()).hasNumberOfRows(3);
    assertThat((double) spec.rows() * LoadEstimate.rowBytes(spec))
        .isCloseTo(0.05 * 600 * (1 << 20), within(2.0 * LoadEstimate.rowBytes(spec)));
    assertThat(spec.data().cells().random())
        .isCloseTo((10 * 100 * 0.45 + 500 * 0.9) / 1500, within(1e-3));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"86400, 86400s", "94608000, none", "none, none"})
  void aTimeToLiveOfYearsIsLeftOut(Integer seconds, String ttl) {
    TwinTranslation translation = load("row", null, seconds, Map.of());
    assertThat(translation.settings().get(Settings.TTL)).isEqualTo(ttl);
    assertThat(
            translation
                .notes()
                .contains("not carried: time to live of 94,608,000 s, beyond any test"))
        .isEqualTo(seconds != null && ttl == null);
    assertThat(spec(translation).command()).isEqualTo(Command.LOAD);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "rowprefix_fixed_length, none, 8",
        "rowprefix_fixed_length, row, none",
        "row, none, none",
      })
  void aPrefixIsCarriedToABloomFilterOfPrefixes(String filter, String given, String prefix) {
    Map<Setting<?>, String> own = given == null ? Map.of() : Map.of(Settings.BLOOM_FILTER, given);
    TwinTranslation translation = load(filter, 8, null, own);
    assertThat(translation.settings().get(Settings.BLOOM_PREFIX)).isEqualTo(prefix);
    assertThat(spec(translation).command()).isEqualTo(Command.LOAD);
  }

  private static TwinTranslation load(
      String filter, Integer prefix, Integer seconds, Map<Setting<?>, String> given) {
    FamilySettings settings =
        new FamilySettings(
            "none", "none", filter, prefix, 65_536, true, false, null, 1, seconds, null, false);
    Family family = new Family("f1", settings, law(1), 1.0, null, law(100), null, null);
    Twin twin = Twins.with(List.of(family), List.of(REGION), GETS, List.of());
    return translate(twin, Command.LOAD, given);
  }

  /** A family that no sampled row has was taken for one of a cell a row. */
  @Test
  void aFamilyWithoutCellsAddsNoColumns() {
    Family empty = new Family("f2", null, null, 0.0, null, null, null, null);
    List<Family> families = List.of(Twins.family("f1", law(10), 1.0, law(100)), empty);
    TwinTranslation translation =
        translate(Twins.with(families, List.of(REGION), GETS, List.of()), Command.LOAD, Map.of());
    assertThat(translation.settings()).containsEntry(Settings.COLUMNS, "5");
    assertThat(translation.notes())
        .contains("columns: 5 in each family and row; all families have 10.0 on average");
  }

  @Test
  void meansOfStoreFilesGiveRowsOfTheSameBytes() {
    Family family =
        new Family(
            "f1", null, null, null, null, new Law(900, 80.0, null), new Law(900, 25.0, null), null);
    Twin example = Twins.example();
    Twin twin =
        new Twin(
            Twin.SCHEMA,
            Twins.SECONDS,
            new Twin.Table(null, null, null, List.of(family)),
            List.of(REGION),
            GETS,
            null,
            List.of(),
            example.servers(),
            Map.of());
    assertThatThrownBy(() -> translate(twin, Command.RUN, Map.of(Settings.ROWS, "1k")))
        .hasMessage(
            "--like twin: has no number of columns, which profile --sample 1000 reads; try --like"
                + " twin --columns 10");
    TwinTranslation translation = translate(twin, Command.LOAD, Map.of(Settings.COLUMNS, "10"));
    RunSpec spec = spec(translation);
    assertThat(spec.keys().format()).hasToString("{row:25}");
    assertThat(spec.data().cells().columns()).isEqualTo(10);
    assertThat(translation.settings().get(Settings.VALUE_SIZE)).isEqualTo("80");
    assertThat((double) spec.rows() * LoadEstimate.rowBytes(spec))
        .isCloseTo(0.05 * (1 << 30), within(2.0 * LoadEstimate.rowBytes(spec)));
    assertThat(translation.notes())
        .contains("row keys: 25 bytes, with those of the qualifiers in store files")
        .noneMatch(note -> note.startsWith("columns: "));
  }

  @Test
  void valuesHaveTheMeanOfAllFamilies() {
    Law small = Law.of(IntStream.range(0, 1_000).map(i -> 10 + i % 17).toArray());
    Law large = Law.of(IntStream.range(0, 1_000).map(i -> 5_000 + i).toArray());
    RunSpec spec =
        spec(
            translate(
                Twins.with(
                    List.of(family("f1", law(9), 1.0, small), family("f2", law(2), 0.5, large)),
                    List.of(REGION),
                    GETS,
                    List.of()),
                Command.LOAD,
                Map.of()));
    assertThat(spec.data().cells().columns()).isEqualTo(5); // 9 and 1 in two families
    RowWrites writes = spec.rowRequests().writes();
    double mean =
        LongStream.range(0, 2_000)
            .mapToObj(writes::put)
            .flatMap(put -> put.getFamilyCellMap().values().stream().flatMap(List::stream))
            .mapToInt(cell -> cell.getValueLength())
            .average()
            .orElseThrow();
    double expected = (9 * small.mean() + large.mean()) / 10;
    assertThat(mean).isCloseTo(expected, within(0.05 * expected));
  }

  @Test
  void lengthsThatAreAllTheSameNeedNoHistogram() {
    var settings =
        translate(
                Twins.with(
                    List.of(family("f1", law(3), 1.0, law(77))), List.of(REGION), GETS, List.of()),
                Command.RUN,
                Map.of())
            .settings();
    assertThat(settings).containsEntry(Settings.VALUE_SIZE, "77");
    assertThat(settings).doesNotContainKey(Settings.VALUE_HISTOGRAM);
  }

  /** Sizes of regions are in steps of 1 MiB. */
  @Test
  void regionsKeepTheirWeightsAndAnEmptyOneHasHalfAStep() {
    Twin twin =
        Twins.ofRegions(
            new Region(9, 3 << 20, 5, 0, 1),
            new Region(0, 0, 70, 0, 0),
            new Region(9, 1 << 20, 0, 0, 3));
    assertThat(translate(twin, Command.RUN, Map.of()).settings().get(Settings.REGION_WEIGHTS))
        .isEqualTo("rows reads writes\n3145728 5 1\n524288 70 0\n1048576 0 3");
  }

  /** HBase counts an increment as a write and as a read. */
  @Test
  void readsOfIncrementsAreWhereTheWritesAre() {
    Twin twin =
        Twins.with(
            Twins.example().table().families(),
            List.of(new Region(0, 1 << 20, 1_000, 0, 100), new Region(0, 1 << 20, 900, 0, 900)),
            Twins.calls(new Calls(Kind.INCREMENT, 10.0, 1.0), new Calls(Kind.GET, 20.0, 1.0)),
            List.of());
    assertThat(translate(twin, Command.RUN, Map.of()).settings().get(Settings.REGION_WEIGHTS))
        .isEqualTo("rows reads writes\n1048576 940 100\n1048576 360 900");
  }

  @Test
  void fewerRegionsAreNeighboursTogether() {
    TwinTranslation fewer =
        translate(Twins.example(), Command.LOAD, Map.of(Settings.PRESPLIT, "2"));
    assertThat(RegionWeights.parse(fewer.settings().get(Settings.REGION_WEIGHTS)).reads())
        .containsExactly(34_650L, 11_550L);
    assertThat(fewer.notes()).contains("2 regions in place of 4: neighbours are one");
    assertThat(spec(fewer).splitPoints()).hasNumberOfRows(1);
    assertThatThrownBy(
            () -> spec(translate(Twins.example(), Command.LOAD, Map.of(Settings.PRESPLIT, "5"))))
        .hasMessageStartingWith("--presplit 5: contradicts --region-weights, which has 4 regions");
  }

  @Test
  void aRunHasTheMixTheRateAndItsCurve() {
    RunSpec spec = spec(translate(Twins.example(), Command.RUN, Map.of()));
    assertThat(spec.commandText())
        .startsWith("run get:6957,put:1565,bufferedPut:87,delete:348,scan:348,increment:348");
    assertThat(spec.load().rate().orElseThrow().levels()).hasSize(6);
    assertThat(spec.load().rate().orElseThrow().mean()).isCloseTo(2 * 575, within(1.0));
    assertThat(spec.limit().time().orElseThrow()).hasSeconds(60);
    assertThat(spec.data().scans().rows()).isEqualTo(20);
  }

  /** A buffer is sent when it is full: with the same number of rows as those of the twin. */
  @ParameterizedTest
  @CsvSource({
    "PUT_BATCH, BUFFERED_PUT, 10",
    "DELETE_BATCH, BUFFERED_DELETE, 3",
    "PUT_BATCH, BUFFERED_PUT, 1"
  })
  void aBufferHasTheRowsOfABatch(Kind kind, Operations operation, int rows) {
    Twin twin = Twins.with(Twins.calls(new Calls(kind, 5.0, (double) rows)));
    RunSpec spec = spec(translate(twin, Command.RUN, Map.of()));
    var one = operation.create(spec.rowRequests(), spec.keys().range());
    long[] drawn = {0, 0};
    for (int i = 0; i < 500; i++) {
      one.next(() -> drawn[0]++);
      drawn[1]++;
    }
    assertThat((double) drawn[0] / drawn[1]).isCloseTo(rows, within(0.1 * rows));
  }

  @Test
  void aSearchStartsAtTheRate() {
    var settings = translate(Twins.example(), Command.FINDMAX, Map.of()).settings();
    assertThat(settings).containsEntry(Settings.START_RATE, "1150");
    assertThat(settings).doesNotContainKeys(Settings.RATE, Settings.FOR);
    RunSpec spec =
        spec(translate(Twins.example(), Command.FINDMAX, Map.of(Settings.OBJECTIVE, "p99 < 20ms")));
    assertThat(spec.command()).isEqualTo(Command.FINDMAX);
  }

  @Test
  void flagsOverrideTheTwin() {
    Map<Setting<?>, String> given =
        Map.of(
            Settings.VALUE_SIZE, "50",
            Settings.VALUE_BYTES, "letters",
            Settings.FAMILIES, "1",
            Settings.RATE, "5",
            Settings.ASSIGNMENTS, "get:1,scan:1",
            Settings.ROWS, "1000");
    TwinTranslation translation = translate(Twins.example(), Command.RUN, given);
    given.forEach(
        (setting, text) -> assertThat(translation.settings()).containsEntry(setting, text));
    assertThat(translation.settings()).doesNotContainKey(Settings.FOR); // that of the curve
    RunSpec spec = spec(translation);
    assertThat(spec.data().cells().families()).containsExactly("info0");
    assertThat(spec.data().cells().histogram()).isEmpty();
  }

  @Test
  void aCurveHasTheLengthOfTheRun() {
    TwinTranslation shorter = translate(Twins.example(), Command.RUN, Map.of(Settings.FOR, "30s"));
    assertThat(spec(shorter).load().rate().orElseThrow().levels()).hasSize(6);
    for (var free : Map.of(Settings.OPS, "10k", Settings.FOR, "1m..2m").entrySet()) {
      TwinTranslation constant =
          translate(Twins.example(), Command.RUN, Map.of(free.getKey(), free.getValue()));
      assertThat(constant.settings()).containsEntry(Settings.RATE, "1150");
      assertThat(constant.notes())
          .contains("rate: constant, as a curve needs a fixed length; try --for 10m");
      assertThat(spec(constant).load().rate()).isPresent();
    }
  }

  @Test
  void whatIsUnknownIsTheDefaultAndSaid() {
    Twin twin =
        new Twin(
            Twin.SCHEMA,
            60,
            new Twin.Table(null, null, null, List.of()),
            List.of(REGION, REGION),
            GETS,
            null,
            List.of(),
            Twins.example().servers(),
            Map.of());
    TwinTranslation translation =
        translate(twin, Command.LOAD, Map.of(Settings.ROWS, "1k", Settings.COLUMNS, "1"));
    assertThat(translation.notes())
        .startsWith(
            "row keys: 10 bytes; the lengths are unknown",
            "values: lengths and compressibility unknown; --value-size 1000",
            "settings of families: hbench's, as those of the twin are unknown");
    assertThat(spec(translation).rows()).isEqualTo(1_000);
  }

  @Test
  void whatATwinLacksIsRefused() {
    Family unknown = family("f1", law(1), 1.0, null);
    assertThatThrownBy(
            () ->
                translate(
                    Twins.with(List.of(unknown), List.of(REGION), GETS, List.of()),
                    Command.LOAD,
                    Map.of()))
        .hasMessage(
            "--like twin: has no lengths of values, which gives no number of rows; try --like twin"
                + " --rows 10M --value-size 1KB");
    Region small = new Region(0, 0, 1, 0, 1);
    assertThatThrownBy(() -> translate(Twins.ofRegions(small, small), Command.RUN, Map.of()))
        .hasMessage(
            "--like twin: its regions have less than 1 MB, which gives no number of rows; try"
                + " --like twin --rows 10M --value-size 1KB");
    Twin idle = Twins.with(Twins.calls());
    assertThat(spec(translate(idle, Command.LOAD, Map.of())).rows()).isPositive();
    assertThatThrownBy(() -> translate(idle, Command.RUN, Map.of()))
        .hasMessage("--like twin: had no requests that could be repeated; try run get --rate 5k");
  }

  @Test
  void aTableWithoutRequestsIsLoaded() {
    Twin twin =
        Twins.with(
            Twins.example().table().families(),
            List.of(new Region(0, 1 << 30, 0, 0, 0), new Region(0, 1 << 30, 0, 0, 0)),
            Twins.calls(),
            List.of(new Interval(10, 0, 0)));
    assertThat(spec(translate(twin, Command.LOAD, Map.of())).splitPoints()).hasNumberOfRows(1);
  }

  private static TwinTranslation translate(
      Twin twin, Command command, Map<Setting<?>, String> given) {
    return new TwinTranslation(twin, new TwinTranslation.Request(command, "twin", 0.05, 2), given);
  }

  private static RunSpec spec(TwinTranslation translation) {
    Configuration conf = new Configuration(false);
    translation.settings().forEach((setting, text) -> setting.set(conf, text));
    return RunSpec.from(conf);
  }
}
