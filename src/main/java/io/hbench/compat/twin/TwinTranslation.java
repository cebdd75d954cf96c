package io.hbench.compat.twin;

import static io.hbench.figure.Format.format;

import io.hbench.compat.Translation;
import io.hbench.data.KeyRange;
import io.hbench.data.RegionWeights;
import io.hbench.length.RunLength;
import io.hbench.op.Operations;
import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.FamilySettings;
import io.hbench.twin.Twin.Region;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** Translation of the twin of a table into settings of hbench: {@code --like}. */
public final class TwinTranslation extends Translation {
  public static final String FLAG = "--like";

  /** The size of a region is in steps of 1 MiB: one of 0 has half of that. */
  private static final long HALF_STEP = 1 << 19;

  /** Share of a mean number of rows that a whole number may differ by without a note. */
  private static final double MAX_ROUNDING = 0.05;

  /** Rows whose mean size is that of a row in a buffer. */
  private static final int SAMPLE = 100;

  /** Settings that decide on the same. */
  private static final List<List<Setting<?>>> ONE_OF =
      List.of(
          List.of(Settings.FAMILIES, Settings.FAMILY_NAMES),
          List.of(
              Settings.VALUE_SIZE,
              Settings.MIN_VALUE_SIZE,
              Settings.VALUE_LENGTHS,
              Settings.VALUE_HISTOGRAM),
          List.of(Settings.VALUE_BYTES, Settings.COMPRESSIBLE_TO));

  private static final MathContext RATE_DIGITS = new MathContext(4);
  private static final BigDecimal MIN_RATE = new BigDecimal("0.001");

  private final Twin twin;
  private final Request request;
  private final Map<Setting<?>, String> given;

  /**
   * What is asked for.
   *
   * @param file of the twin, for messages
   * @param scale size of the table by that of the twin
   * @param speed rate by that of the twin
   */
  public record Request(Command command, String file, double scale, double speed) {}

  /**
   * @param given hbench's own settings; they override those of the twin
   * @throws UsageException if the twin lacks what the command needs
   */
  public TwinTranslation(Twin twin, Request request, Map<Setting<?>, String> given) {
    this.twin = twin;
    this.request = request;
    this.given = given;
    set(Settings.COMMAND, request.command());
    set(
        Settings.LOADER,
        "load %s %s --scale %s%%".formatted(FLAG, request.file(), plain(request.scale() * 100)));
    rows();
    regions();
    if (request.command() == Command.LOAD) {
      newTable();
    } else {
      load();
    }
    given.forEach(this::set);
    Map<Setting<?>, String> shown = new LinkedHashMap<>(settings());
    Stream.of(Settings.REGION_WEIGHTS, Settings.VALUE_HISTOGRAM)
        .forEach(text -> shown.replace(text, "…"));
    note(twin.regions().size() + " regions of the twin, as: " + CommandLineText.of(shown));
  }

  /** Rows: their keys, columns and values, and their number. */
  private void rows() {
    TwinRows rows = new TwinRows(twin);
    rows.notes().forEach(this::note);
    rows.settings().forEach(this::setUnlessGiven);
    if (!rows.hasColumns() && !given.containsKey(Settings.COLUMNS)) {
      throw UsageException.badValue(
          FLAG,
          request.file(),
          "has no number of columns, which profile --sample 1000 reads",
          "%s %s --columns 10".formatted(FLAG, request.file()));
    }
    if (given.containsKey(Settings.ROWS)) {
      set(Settings.ROWS, given.get(Settings.ROWS));
      return;
    }
    long bytes = twin.sum(Region::uncompressedBytes);
    boolean sized =
        rows.areKnown()
            || given.containsKey(Settings.VALUE_SIZE)
            || given.containsKey(Settings.VALUE_HISTOGRAM);
    if (!sized || bytes == 0) {
      throw UsageException.badValue(
          FLAG,
          request.file(),
          sized
              ? "its regions have less than 1 MB, which gives no number of rows"
              : "has no lengths of values, which gives no number of rows",
          "%s %s --rows 10M --value-size 1KB".formatted(FLAG, request.file()));
    }
    if (twin.table().families().stream()
        .anyMatch(f -> f.settings() != null && f.settings().mobThreshold() != null)) {
      throw UsageException.badValue(
          FLAG,
          request.file(),
          "has MOB files, which the sizes of its regions lack, and so no number of rows",
          "%s %s --rows 10M".formatted(FLAG, request.file()));
    }
    FamilySettings family = TwinRows.largest(twin).settings();
    if (family != null && family.versions() > 1) {
      note("rows: more than those of the twin, whose bytes may be those of several versions");
    }
    if (family != null && !family.blockEncoding().equals(Settings.BLOCK_ENCODING.fallback())) {
      note(
          "rows: fewer than those of the twin, whose bytes are those of blocks encoded by "
              + family.blockEncoding());
    }
    long size = LoadEstimate.rowBytes(spec());
    set(Settings.ROWS, Math.max(1, Math.round(bytes * request.scale() / size)));
  }

  /** The specification of the rows alone. */
  private RunSpec spec() {
    Configuration conf = new Configuration(false);
    Settings.COMMAND.set(conf, Command.LOAD.toString());
    Map<Setting<?>, String> all = new LinkedHashMap<>(settings());
    all.putAll(given);
    all.keySet().retainAll(Settings.with(SettingRole.ROW_CONTENT));
    all.keySet().removeAll(List.of(Settings.TABLE, Settings.ROWS)); // which may be ladders
    all.forEach((setting, text) -> setting.set(conf, text));
    return RunSpec.from(conf);
  }

  /**
   * A region each, or fewer, each in place of neighbours. Reads that are parts of writes are where
   * the writes are.
   */
  private void regions() {
    int all = twin.regions().size();
    int count =
        Optional.ofNullable(given.get(Settings.PRESPLIT))
            .flatMap(Settings.PRESPLIT.kind()::find)
            .map(some -> Math.min(some, all))
            .orElse(all);
    List<KeyRange> groups =
        LongStream.range(0, count)
            .mapToObj(i -> KeyRange.ofRows(all).part((int) i, count))
            .toList();
    if (count < all) {
      note(format("%,d regions in place of %,d: neighbours are one", count, all));
    }
    boolean idle = twin.requests() == 0;
    double writes = twin.sum(Region::writes);
    double readsOfWrite = writes == 0 ? 0 : Math.min(1, TwinMix.readsOfWrites(twin) / writes);
    set(
        Settings.REGION_WEIGHTS,
        new RegionWeights(
            sums(groups, region -> Math.max(region.uncompressedBytes(), HALF_STEP)),
            sums(
                groups,
                r -> idle ? 1 : Math.max(0, Math.round(r.reads() - readsOfWrite * r.writes()))),
            sums(groups, Region::writes)));
  }

  private List<Long> sums(List<KeyRange> groups, ToLongFunction<Region> weight) {
    return groups.stream()
        .map(
            group ->
                twin.regions().subList((int) group.first(), (int) group.end()).stream()
                    .mapToLong(weight)
                    .sum())
        .toList();
  }

  /** The table, whose regions stay those of the twin. */
  private void newTable() {
    set(Settings.REGION_SPLITS, false);
    if (twin.table().replicas() != null) {
      set(Settings.REPLICAS, twin.table().replicas());
    }
    FamilySettings family = TwinRows.largest(twin).settings();
    if (family == null) {
      note("settings of families: hbench's, as those of the twin are unknown");
      return;
    }
    set(Settings.COMPRESSION, family.compression());
    set(Settings.BLOCK_ENCODING, family.blockEncoding());
    set(Settings.BLOOM_FILTER, family.bloomFilter());
    set(Settings.BLOCK_SIZE, family.blockSize());
    set(Settings.BLOCK_CACHE, family.blockCache());
    set(Settings.IN_MEMORY, family.inMemory());
    set(Settings.VERSIONS, family.versions());
    set(Settings.PREFETCH_ON_OPEN, family.prefetchOnOpen());
    setIfKnown(Settings.IN_MEMORY_COMPACTION, family.inMemoryCompaction());
    if (BloomType.ROWPREFIX_FIXED_LENGTH
        .name()
        .equalsIgnoreCase(given.getOrDefault(Settings.BLOOM_FILTER, family.bloomFilter()))) {
      setIfKnown(Settings.BLOOM_PREFIX, family.bloomPrefix());
    }
    setIfKnown(Settings.MOB_THRESHOLD, family.mobThreshold());
    timeToLive(family.ttlSeconds());
    if (twin.table().families().stream().anyMatch(f -> !family.equals(f.settings()))) {
      note("settings of families: those of " + TwinRows.largest(twin).name() + " for all");
    }
  }

  private void timeToLive(Integer seconds) {
    if (seconds == null) {
      return;
    }
    if (Settings.TTL.kind().find(seconds + "s").isPresent()) {
      set(Settings.TTL, seconds + "s");
    } else {
      note(format("not carried: time to live of %,d s, beyond any test", seconds));
    }
  }

  /** Sets a setting, unless the user has given one that decides on the same. */
  private void setUnlessGiven(Setting<?> setting, String value) {
    if (ONE_OF.stream()
        .filter(group -> group.contains(setting))
        .flatMap(List::stream)
        .noneMatch(given::containsKey)) {
      set(setting, value);
    }
  }

  private void setIfKnown(Setting<?> setting, Object value) {
    if (value != null) {
      set(setting, value);
    }
  }

  private long whole(String operation, double rows) {
    long whole = Math.round(rows);
    if (Math.abs(whole / rows - 1) > MAX_ROUNDING) {
      note(format("rows of each %s: %d; the mean is %.1f", operation, whole, rows));
    }
    return whole;
  }

  /** The operations and their rate. */
  private void load() {
    TwinMix mix = new TwinMix(twin);
    if (mix.perSecond() == 0) {
      throw UsageException.badValue(
          FLAG, request.file(), "had no requests that could be repeated", "run get --rate 5k");
    }
    mix.notes().forEach(this::note);
    set(Settings.ASSIGNMENTS, mix);
    mix.rows(Operations.SCAN).ifPresent(rows -> set(Settings.SCAN_ROWS, whole("scan", rows)));
    mix.rows(Operations.GET).ifPresent(rows -> set(Settings.BATCH, whole("get", rows)));
    mix.rows(Operations.BUFFERED_PUT)
        .ifPresent(rows -> buffer(rows, row -> spec().rowRequests().writes().put(row)));
    mix.rows(Operations.BUFFERED_DELETE)
        .ifPresent(rows -> buffer(rows, row -> spec().rowRequests().writes().delete(row)));
    double rate = mix.perSecond() * request.speed();
    if (request.command() == Command.FINDMAX) {
      set(Settings.START_RATE, rate(rate));
      return;
    }
    List<Double> stages = given.containsKey(Settings.RATE) ? List.of() : stages();
    if (stages.isEmpty()) {
      set(Settings.RATE, rate(rate));
      return;
    }
    set(Settings.RATE, stages.stream().map(s -> rate(s * rate)).collect(Collectors.joining(",")));
    if (!given.containsKey(Settings.FOR)) {
      set(Settings.FOR, SettingType.text(Duration.ofSeconds(Math.round(twin.seconds()))));
    }
  }

  /** The stages of the rate; none if it is constant, or the run has no fixed length. */
  private List<Double> stages() {
    TwinCurve.Curve curve = TwinCurve.of(twin);
    Optional.ofNullable(curve.note()).ifPresent(this::note);
    List<Double> stages = curve.stages();
    boolean fixed =
        Stream.of(Settings.OPS, Settings.ROW_BUDGET, Settings.UNTIL).noneMatch(given::containsKey)
            && Optional.ofNullable(given.get(Settings.FOR))
                .flatMap(Settings.FOR.kind()::find)
                .map(RunLength::isFixed)
                .orElse(true);
    if (fixed || stages.isEmpty()) {
      return stages;
    }
    note("rate: constant, as a curve needs a fixed length; try --for 10m");
    return List.of();
  }

  private static String rate(double perSecond) {
    return plain(BigDecimal.valueOf(perSecond).round(RATE_DIGITS).max(MIN_RATE));
  }

  private static String plain(double number) {
    return plain(BigDecimal.valueOf(number).round(RATE_DIGITS));
  }

  private static String plain(BigDecimal number) {
    return number.stripTrailingZeros().toPlainString();
  }

  /** Sets the size of a buffer with a number of rows, which is sent when it is full. */
  private void buffer(double rows, LongFunction<Mutation> make) {
    double size =
        LongStream.range(0, SAMPLE)
            .mapToObj(make)
            .mapToLong(Mutation::heapSize)
            .average()
            .orElseThrow();
    set(Settings.WRITE_BUFFER, Math.max(1, Math.round((rows - 0.5) * size)));
  }
}
