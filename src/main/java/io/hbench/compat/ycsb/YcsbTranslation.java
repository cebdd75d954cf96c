package io.hbench.compat.ycsb;

import io.hbench.compat.Translation;
import io.hbench.data.ScanLengths;
import io.hbench.data.ValueLengths;
import io.hbench.op.Operations;
import io.hbench.row.ColumnChoice;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Secrets;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;

/** Translation of YCSB's properties into settings of hbench. */
public final class YcsbTranslation extends Translation {
  /** Digits of the largest hash; YCSB pads shorter ones, hbench to all digits or not at all. */
  private static final int HASH_DIGITS = 19;

  /** Significant digits of a rate of batches, and the lowest rate that hbench takes. */
  private static final MathContext RATE_DIGITS = new MathContext(6, RoundingMode.HALF_UP);

  private static final BigDecimal MIN_RATE = new BigDecimal("0.001");

  /** Expected number of rows with another key than in YCSB that counts as none. */
  private static final double NOISE_OF_KEYS = 0.01;

  final boolean load;
  final Map<String, String> properties;
  private final Map<Setting<?>, String> given;
  private final List<String> errors;

  /**
   * @param load whether to translate YCSB's load phase
   * @param given hbench's own settings; they override properties
   * @param errors errors known so far, a line each
   * @throws UsageException for all errors, a line each
   */
  public YcsbTranslation(
      boolean load,
      Map<String, String> properties,
      Map<Setting<?>, String> given,
      List<String> errors) {
    this.load = load;
    this.properties = properties;
    this.given = given;
    this.errors = new ArrayList<>(errors);
    YcsbProperties.all().stream().filter(this::has).forEach(p -> check(() -> value(p)));
    new TreeMap<>(properties).forEach(this::refuseConfiguration);
    refuse();
    translate();
    refuse();
    given.forEach(this::set);
    YcsbNotes.of(this).forEach(this::note);
  }

  private void check(Runnable value) {
    try {
      value.run();
    } catch (UsageException e) {
      errors.add(e.getMessage());
    }
  }

  private void refuse() {
    if (!errors.isEmpty()) {
      throw new UsageException("\nhbench: ", errors);
    }
  }

  /** Refuses what names a cluster, or how to reach it, in a property that YCSB does not pass on. */
  private void refuseConfiguration(String name, String given) {
    if (YcsbProperties.ofHBase(name, given).isPresent()) {
      String value = Secrets.ofProperty(new Configuration(), name, given);
      String reason = "a property of HBase or Hadoop, which YCSB does not pass on";
      error(name, value, reason, YcsbProperties.ofHBase(name, value).orElseThrow());
    }
  }

  private void error(String property, Object value, String reason, String example) {
    errors.add(UsageException.badValue(property, value.toString(), reason, example).getMessage());
  }

  /**
   * The value of a property, or its default.
   *
   * @throws UsageException if the text is not a valid value
   */
  <T> T value(Setting<T> property) {
    String text = properties.getOrDefault(property.name(), property.fallback()).trim();
    SettingType<T> kind = property.kind();
    return kind.find(text)
        .orElseThrow(
            () ->
                UsageException.badValue(
                    property.name(), text, "not " + kind.noun(), YcsbProperties.example(property)));
  }

  boolean has(Setting<?> property) {
    return properties.containsKey(property.name());
  }

  private void translate() {
    set(Settings.COMMAND, load ? Command.LOAD : Command.RUN);
    set(Settings.LOADER, "ycsb load with the same properties");
    if (!load) {
      set(Settings.ASSIGNMENTS, mix());
    }
    String table = value(YcsbProperties.TABLE);
    try {
      set(Settings.TABLE, TableName.valueOf(table), has(YcsbProperties.TABLE));
    } catch (IllegalArgumentException e) {
      error("table", table, "not a table name", "-p table=usertable");
    }
    set(Settings.TASKS, 1, false);
    set(Settings.THREADS, value(YcsbProperties.THREAD_COUNT), has(YcsbProperties.THREAD_COUNT));
    long batch = batch();
    rate(batch);
    rows();
    set(Settings.KEY_FORMAT, keyFormat());
    cells();
    if (load) {
      set(Settings.BATCH, batch);
    } else {
      end(batch);
      keys();
      reads();
      set(
          Settings.WRITE_COLUMNS,
          value(YcsbProperties.WRITE_ALL_FIELDS) ? ColumnChoice.ALL : ColumnChoice.ONE);
      set(Settings.WARMUP, "0s", false);
    }
    if (value(YcsbProperties.DURABILITY) != Durability.USE_DEFAULT) {
      set(Settings.DURABILITY, value(YcsbProperties.DURABILITY));
    }
  }

  private void rows() {
    long first = value(YcsbProperties.INSERT_START);
    set(Settings.FIRST_ROW, first);
    if (given.containsKey(Settings.ROWS)) {
      return;
    }
    if (!has(YcsbProperties.RECORD_COUNT) && !has(YcsbProperties.INSERT_COUNT)) {
      errors.add("recordcount: missing; try -p recordcount=1000000");
      return;
    }
    long all =
        has(YcsbProperties.RECORD_COUNT) ? value(YcsbProperties.RECORD_COUNT) : Long.MAX_VALUE;
    boolean counted = has(YcsbProperties.INSERT_COUNT);
    if (load && !counted) { // YCSB's client counts recordcount rows from insertstart on
      set(Settings.ROWS, all);
      return;
    }
    long rows = counted ? value(YcsbProperties.INSERT_COUNT) : all - first;
    if (!counted && rows < 1) {
      error(
          "insertstart",
          first,
          "not below recordcount " + all,
          "-p recordcount=" + (first + all) + " -p insertcount=" + all);
      return;
    }
    if (rows > all - first) {
      error(
          "insertcount",
          rows,
          "more than the rows from insertstart " + first + " to recordcount " + all,
          "-p recordcount=" + (first + rows));
      return;
    }
    set(Settings.ROWS, rows);
    boolean slice = has(YcsbProperties.RECORD_COUNT) && rows < all;
    if (slice && !load && value(YcsbProperties.INSERT).signum() > 0) {
      set(Settings.SLICE_OF, all);
    }
  }

  private void end(long batch) {
    if (Stream.of(Settings.FOR, Settings.OPS, Settings.ROW_BUDGET, Settings.UNTIL)
        .anyMatch(given::containsKey)) {
      return;
    }
    long seconds = value(YcsbProperties.MAX_EXECUTION_TIME);
    long operations = value(YcsbProperties.OPERATION_COUNT);
    if (seconds > 0) {
      set(Settings.FOR, seconds + "s");
    } else if (operations > 0) {
      set(batch > 1 ? Settings.ROW_BUDGET : Settings.OPS, operations); // YCSB counts rows
    }
    if (seconds > 0 && operations > 0) {
      note("operationcount has no effect: maxexecutiontime limits the run");
    } else if (seconds == 0 && operations == 0) {
      note("neither operationcount nor maxexecutiontime is given: the run takes 60s");
    }
  }

  private String keyFormat() {
    String order = value(YcsbProperties.INSERT_ORDER);
    boolean hashed = order.equals("hashed");
    if (!hashed && !order.equals("ordered")) {
      note("insertorder " + order + ": ordered, as all but hashed in YCSB");
    }
    if (load
        && !hashed
        && (value(YcsbProperties.THREAD_COUNT) > 1
            || !"1".equals(given.getOrDefault(Settings.TASKS, "1")))) {
      note(
          "insertorder ordered: each thread loads its own part of the rows; YCSB's write all at the"
              + " end of one sequence");
    }
    int digits = value(YcsbProperties.ZERO_PADDING);
    if (hashed && digits < HASH_DIGITS) {
      if (paddedHashes(digits) > NOISE_OF_KEYS) {
        error(
            "zeropadding",
            digits,
            "pads some hashes, and hbench all to " + HASH_DIGITS + " digits or none",
            "-p zeropadding=1");
      }
      digits = 1;
    }
    return "user{" + (hashed ? "hash" : "row") + (digits > 1 ? ":" + digits : "") + "}";
  }

  /** How many hashes of the rows are expected to have fewer digits. */
  private double paddedHashes(int digits) {
    String text = given.getOrDefault(Settings.ROWS, settings().getOrDefault(Settings.ROWS, "1"));
    double rows = Settings.ROWS.kind().find(text).orElse(1L);
    return digits == 1 ? 0 : rows * Math.pow(10, digits - 1.0) / Long.MAX_VALUE;
  }

  private void cells() {
    if (has(YcsbProperties.COLUMN_FAMILY)) {
      String family = value(YcsbProperties.COLUMN_FAMILY);
      if (family.contains(",")) {
        error(
            "columnfamily",
            family,
            "one name in YCSB, and no name of a family has a comma",
            "-p columnfamily=" + family.replaceFirst(",.*", ""));
      }
      set(Settings.FAMILY_NAMES, family);
    } else if (!given.containsKey(Settings.FAMILY_NAMES) && !given.containsKey(Settings.FAMILIES)) {
      set(Settings.FAMILY_NAMES, YcsbProperties.COLUMN_FAMILY.fallback());
      note("columnfamily is missing, which YCSB refuses: using 'family'");
    }
    set(Settings.COLUMNS, value(YcsbProperties.FIELD_COUNT));
    set(Settings.COLUMN_PREFIX, value(YcsbProperties.FIELD_NAME_PREFIX));
    set(Settings.VALUE_SIZE, value(YcsbProperties.FIELD_LENGTH));
    switch (value(YcsbProperties.FIELD_LENGTHS)) {
      case "uniform" -> lengths(ValueLengths.UNIFORM, value(YcsbProperties.MIN_FIELD_LENGTH));
      case "zipfian" -> lengths(ValueLengths.ZIPFIAN, value(YcsbProperties.MIN_FIELD_LENGTH) - 1);
      case "histogram" -> {
        set(Settings.VALUE_LENGTHS, ValueLengths.HISTOGRAM);
        set(Settings.VALUE_HISTOGRAM, value(YcsbProperties.FIELD_LENGTH_HISTOGRAM));
      }
      default -> {} // constant
    }
  }

  /** The upper bound is inclusive in YCSB and exclusive in hbench; zipfian lengths start with 1. */
  private void lengths(ValueLengths kind, int min) {
    int longest = value(YcsbProperties.FIELD_LENGTH);
    if (value(YcsbProperties.MIN_FIELD_LENGTH) > longest) {
      error(
          "minfieldlength",
          value(YcsbProperties.MIN_FIELD_LENGTH),
          "more than fieldlength " + longest,
          "-p minfieldlength=1");
    }
    set(Settings.VALUE_SIZE, longest + 1);
    set(Settings.VALUE_LENGTHS, kind);
    set(Settings.MIN_VALUE_SIZE, Math.max(0, min));
  }

  /**
   * Rows per batch. HBase's client sends a buffer when the objects in it have its size. With a
   * rate, a batch is at most the rows of one second.
   */
  private long batch() {
    if (given.containsKey(Settings.BATCH)) {
      return Settings.BATCH.kind().find(given.get(Settings.BATCH)).orElse(1);
    }
    if (!isBuffered()) {
      return 1;
    }
    long target = value(YcsbProperties.TARGET);
    long most = target > 0 ? target : Long.MAX_VALUE;
    return Math.max(1, Math.min(most, value(YcsbProperties.WRITE_BUFFER) / rowInBuffer()));
  }

  /** Bytes of a row in the buffer of HBase's client; with other laws that of the longest one. */
  private long rowInBuffer() {
    int longest = value(YcsbProperties.FIELD_LENGTH);
    boolean uniform = value(YcsbProperties.FIELD_LENGTHS).equals("uniform");
    return YcsbBuffer.bytesOfRow(
        properties.getOrDefault(YcsbProperties.COLUMN_FAMILY.name(), ""),
        value(YcsbProperties.FIELD_COUNT),
        value(YcsbProperties.FIELD_NAME_PREFIX),
        uniform ? (value(YcsbProperties.MIN_FIELD_LENGTH) + longest) / 2 : longest);
  }

  public boolean isBuffered() {
    return load && value(YcsbProperties.CLIENT_BUFFERING) && !given.containsKey(Settings.BATCH);
  }

  /**
   * Makes the batch of a buffer no larger than what fits into the heap of a task. With a target,
   * all batches of a thread are of one size: the rate is that of requests, and a smaller one would
   * be fewer rows.
   *
   * @param most rows that fit
   * @param ofThread rows that a thread loads
   * @throws UsageException if the size of the buffer is given and too large
   */
  public void fitBuffer(long most, long ofThread) {
    long full = Math.min(batch(), most);
    if (value(YcsbProperties.TARGET) > 0) {
      long batches = -Math.floorDiv(-ofThread, full);
      full = -Math.floorDiv(-ofThread, batches);
      set(Settings.BATCH, full);
      rate(full);
    }
    long batch = batch();
    if (batch <= most) {
      return;
    }
    if (has(YcsbProperties.WRITE_BUFFER)) {
      throw UsageException.badValue(
          "writebuffersize",
          value(YcsbProperties.WRITE_BUFFER).toString(),
          "the buffers of all threads take more than a quarter of a task's heap",
          "-p writebuffersize=" + most * rowInBuffer());
    }
    set(Settings.BATCH, full);
    note("--batch %d, not the %d of a full buffer: they fit into the heap".formatted(full, batch));
  }

  /** Sets the requests per second that have the target's number of rows. */
  private void rate(long batch) {
    if (batch > 1
        && !load
        && value(YcsbProperties.SCAN).add(value(YcsbProperties.READ_MODIFY_WRITE)).signum() > 0) {
      error("--batch", batch, "scans and readModifyWrite have no batches", "--batch 1");
    }
    long target = value(YcsbProperties.TARGET);
    boolean rated = target > 0 || given.containsKey(Settings.RATE);
    if (rated && value(YcsbProperties.INTERVAL).equals("intended")) {
      String reason = "with a rate, [READ] are service times";
      error("measurement.interval", "intended", reason, "-p measurement.interval=both");
    }
    if (target == 0 || given.containsKey(Settings.RATE)) {
      return;
    }
    BigDecimal rate = BigDecimal.valueOf(target).divide(BigDecimal.valueOf(batch), RATE_DIGITS);
    if (rate.compareTo(MIN_RATE) < 0) {
      error("target", target, "a batch of " + batch + " rows takes too long", "--batch " + target);
    }
    set(Settings.RATE, rate.stripTrailingZeros().toPlainString());
  }

  private void keys() {
    String distribution = value(YcsbProperties.REQUESTS);
    switch (distribution) {
      case "zipfian" -> {
        set(Settings.KEYS, "ycsb-zipfian");
        if (value(YcsbProperties.INSERT).signum() > 0) {
          note(
              "requestdistribution zipfian asks for rows of the recordcount alone; YCSB also for"
                  + " rows that it inserts");
        }
      }
      case "hotspot" ->
          set(
              Settings.KEYS,
              "hotspot:%s:%s"
                  .formatted(
                      percent(value(YcsbProperties.HOTSPOT_DATA)),
                      percent(value(YcsbProperties.HOTSPOT_OPERATIONS))));
      case "exponential" ->
          set(
              Settings.KEYS,
              "exponential:%s%%:%s"
                  .formatted(
                      value(YcsbProperties.EXPONENTIAL_PERCENTILE).toPlainString(),
                      percent(value(YcsbProperties.EXPONENTIAL_FRACTION))));
      default -> set(Settings.KEYS, distribution);
    }
    if (distribution.equals("uniform") && !given.containsKey(Settings.KEYS)) {
      set(Settings.KEY_SCOPE, KeyScope.TABLE_WIDE);
    }
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }

  private void reads() {
    if (!value(YcsbProperties.READ_ALL_FIELDS)) {
      set(Settings.READ_COLUMNS, ColumnChoice.ONE);
    } else if (!value(YcsbProperties.BY_NAME)) {
      set(Settings.WHOLE_FAMILIES, true);
    }
    if (value(YcsbProperties.DATA_INTEGRITY)) {
      set(Settings.VERIFY_READS, "100%");
    }
    if (value(YcsbProperties.SCAN).signum() > 0) {
      scans();
    }
  }

  private void scans() {
    if (value(YcsbProperties.SCAN_FILTER)) {
      error(
          YcsbProperties.SCAN_FILTER.name(),
          true,
          "changes the rows of scans, and hbench's return all rows",
          "YCSB itself");
    }
    if (value(YcsbProperties.DATA_INTEGRITY)
        && value(YcsbProperties.INSERT_ORDER).equals("hashed")) {
      error(
          YcsbProperties.DATA_INTEGRITY.name(),
          true,
          "rows of scans are not verified with insertorder=hashed",
          "-p dataintegrity=false");
    }
    int min = value(YcsbProperties.MIN_SCAN);
    int max = value(YcsbProperties.MAX_SCAN);
    if (min > max) {
      error("minscanlength", min, "more than maxscanlength " + max, "-p minscanlength=1");
    }
    set(Settings.SCAN_ROWS, max);
    if (min != max) {
      boolean uniform = value(YcsbProperties.SCAN_LENGTHS).equals("uniform");
      set(Settings.SCAN_LENGTHS, uniform ? ScanLengths.UNIFORM : ScanLengths.ZIPFIAN);
      if (min > 1) {
        note("minscanlength has no effect: scans have 1 row or more");
      }
    }
  }

  private String mix() {
    Map<Operations, Setting<BigDecimal>> proportions = new LinkedHashMap<>(YcsbMix.PROPORTIONS);
    proportions.values().removeIf(property -> value(property).signum() == 0);
    Map<Operations, BigDecimal> shares = new LinkedHashMap<>();
    proportions.forEach((operation, property) -> shares.put(operation, value(property)));
    return YcsbMix.text(shares, errors);
  }
}
