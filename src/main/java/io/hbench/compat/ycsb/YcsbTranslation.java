package io.hbench.compat.ycsb;

import io.hbench.compat.Translation;
import io.hbench.data.ScanLengths;
import io.hbench.data.ValueLengths;
import io.hbench.row.ColumnChoice;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.client.Durability;

/** Translation of YCSB's properties into settings of hbench. */
public final class YcsbTranslation extends Translation {
  /** Digits of the largest hash; hbench refuses to pad to fewer digits, as YCSB does. */
  private static final int HASH_DIGITS = 19;

  private final boolean load;
  private final Map<String, String> properties;
  private final Map<Setting<?>, String> given;
  private final List<String> errors;

  /**
   * Translates properties.
   *
   * @param load whether to translate YCSB's load phase
   * @param properties by name
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
    YcsbProperty.all().stream()
        .filter(p -> p.isGiven(properties))
        .forEach(p -> check(() -> p.of(properties)));
    refuse();
    translate();
    refuse();
    given.forEach(this::set);
    note();
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

  private void error(String property, Object value, String reason, String example) {
    errors.add(UsageException.badValue(property, value.toString(), reason, example).getMessage());
  }

  private <T> T value(YcsbProperty<T> property) {
    return property.of(properties);
  }

  private boolean has(YcsbProperty<?> property) {
    return property.isGiven(properties);
  }

  private void translate() {
    set(Settings.COMMAND, load ? Command.LOAD : Command.RUN);
    if (!load) {
      set(Settings.ASSIGNMENTS, mix());
    }
    set(Settings.TABLE, value(YcsbProperty.TABLE));
    set(Settings.TASKS, 1);
    set(Settings.THREADS, value(YcsbProperty.THREAD_COUNT));
    if (value(YcsbProperty.TARGET) > 0) {
      set(Settings.RATE, value(YcsbProperty.TARGET));
    }
    rows();
    set(Settings.KEY_FORMAT, keyFormat());
    cells();
    if (load) {
      set(Settings.BATCH, batch());
    } else {
      end();
      keys();
      reads();
      set(
          Settings.WRITE_COLUMNS,
          value(YcsbProperty.WRITE_ALL_FIELDS) ? ColumnChoice.ALL : ColumnChoice.ONE);
      set(Settings.WARMUP, "0s");
    }
    if (value(YcsbProperty.DURABILITY) != Durability.USE_DEFAULT) {
      set(Settings.DURABILITY, value(YcsbProperty.DURABILITY));
    }
  }

  private void rows() {
    long first = value(YcsbProperty.INSERT_START);
    set(Settings.FIRST_ROW, first);
    if (given.containsKey(Settings.ROWS)) {
      return;
    }
    if (!has(YcsbProperty.RECORD_COUNT) && !has(YcsbProperty.INSERT_COUNT)) {
      errors.add("recordcount: missing; try -p recordcount=1000000");
      return;
    }
    long all = has(YcsbProperty.RECORD_COUNT) ? value(YcsbProperty.RECORD_COUNT) : Long.MAX_VALUE;
    if (first >= all) {
      error("insertstart", first, "not below recordcount " + all, "-p insertstart=0");
      return;
    }
    long rows = has(YcsbProperty.INSERT_COUNT) ? value(YcsbProperty.INSERT_COUNT) : all - first;
    if (rows > all - first) {
      error(
          "insertcount",
          rows,
          "more than the rows from insertstart " + first + " to recordcount " + all,
          "-p insertcount=" + (all - first));
      return;
    }
    set(Settings.ROWS, rows);
  }

  private void end() {
    if (List.of(Settings.FOR, Settings.OPS, Settings.ROW_BUDGET).stream()
        .anyMatch(given::containsKey)) {
      return;
    }
    long seconds = value(YcsbProperty.MAX_EXECUTION_TIME);
    long operations = value(YcsbProperty.OPERATION_COUNT);
    if (seconds > 0) {
      set(Settings.FOR, seconds + "s");
    } else if (operations > 0) {
      set(Settings.OPS, operations);
    }
    if (seconds > 0 && operations > 0) {
      note("operationcount has no effect: maxexecutiontime limits the run");
    } else if (seconds == 0 && operations == 0) {
      note("neither operationcount nor maxexecutiontime is given: the run takes 60s");
    }
  }

  private String keyFormat() {
    boolean hashed = value(YcsbProperty.INSERT_ORDER).equals("hashed");
    int digits = value(YcsbProperty.ZERO_PADDING);
    if (hashed && digits > 1 && digits < HASH_DIGITS) {
      error(
          "zeropadding",
          digits,
          "fewer than the " + HASH_DIGITS + " digits of a hash",
          "-p zeropadding=1 or -p insertorder=ordered");
    }
    return "user{" + (hashed ? "hash" : "row") + (digits > 1 ? ":" + digits : "") + "}";
  }

  private void cells() {
    if (has(YcsbProperty.COLUMN_FAMILY)) {
      set(Settings.FAMILY_NAMES, value(YcsbProperty.COLUMN_FAMILY));
    } else if (!given.containsKey(Settings.FAMILY_NAMES) && !given.containsKey(Settings.FAMILIES)) {
      set(Settings.FAMILY_NAMES, YcsbProperty.COLUMN_FAMILY.fallback());
      note("columnfamily is missing, which YCSB refuses: using 'family'");
    }
    set(Settings.COLUMNS, value(YcsbProperty.FIELD_COUNT));
    set(Settings.COLUMN_PREFIX, value(YcsbProperty.FIELD_NAME_PREFIX));
    set(Settings.VALUE_SIZE, value(YcsbProperty.FIELD_LENGTH));
    switch (value(YcsbProperty.FIELD_LENGTHS)) {
      case "uniform" -> lengths(ValueLengths.UNIFORM, value(YcsbProperty.MIN_FIELD_LENGTH));
      case "zipfian" -> lengths(ValueLengths.ZIPFIAN, value(YcsbProperty.MIN_FIELD_LENGTH) - 1);
      case "histogram" -> {
        set(Settings.VALUE_LENGTHS, ValueLengths.HISTOGRAM);
        set(Settings.VALUE_HISTOGRAM, value(YcsbProperty.FIELD_LENGTH_HISTOGRAM));
      }
      default -> {} // constant
    }
  }

  /** The upper bound is inclusive in YCSB and exclusive in hbench; zipfian lengths start with 1. */
  private void lengths(ValueLengths kind, int min) {
    int longest = value(YcsbProperty.FIELD_LENGTH);
    if (value(YcsbProperty.MIN_FIELD_LENGTH) > longest) {
      error(
          "minfieldlength",
          value(YcsbProperty.MIN_FIELD_LENGTH),
          "more than fieldlength " + longest,
          "-p minfieldlength=1");
    }
    set(Settings.VALUE_SIZE, longest + 1);
    set(Settings.VALUE_LENGTHS, kind);
    set(Settings.MIN_VALUE_SIZE, Math.max(0, min));
  }

  /** Rows per batch; YCSB gives its buffer in bytes. */
  private long batch() {
    if (!value(YcsbProperty.CLIENT_BUFFERING)) {
      return 1;
    }
    long row = (long) value(YcsbProperty.FIELD_COUNT) * value(YcsbProperty.FIELD_LENGTH);
    return Math.max(1, value(YcsbProperty.WRITE_BUFFER) / Math.max(1, row));
  }

  private void keys() {
    String distribution = value(YcsbProperty.REQUESTS);
    switch (distribution) {
      case "zipfian" -> set(Settings.KEYS, "ycsb-zipfian");
      case "hotspot" ->
          set(
              Settings.KEYS,
              "hotspot:%s:%s"
                  .formatted(
                      percent(value(YcsbProperty.HOTSPOT_DATA)),
                      percent(value(YcsbProperty.HOTSPOT_OPERATIONS))));
      case "exponential" ->
          set(
              Settings.KEYS,
              "exponential:%s%%:%s"
                  .formatted(
                      value(YcsbProperty.EXPONENTIAL_PERCENTILE).toPlainString(),
                      percent(value(YcsbProperty.EXPONENTIAL_FRACTION))));
      default -> set(Settings.KEYS, distribution);
    }
    if (distribution.equals("uniform")) {
      set(Settings.KEY_SCOPE, KeyScope.TABLE_WIDE);
    }
  }

  private static String percent(double share) {
    return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
  }

  private void reads() {
    if (!value(YcsbProperty.READ_ALL_FIELDS)) {
      set(Settings.READ_COLUMNS, ColumnChoice.ONE);
    } else if (!value(YcsbProperty.BY_NAME)) {
      set(Settings.WHOLE_FAMILIES, true);
    }
    if (value(YcsbProperty.DATA_INTEGRITY)) {
      set(Settings.VERIFY_READS, "100%");
    }
    if (value(YcsbProperty.SCAN).signum() > 0) {
      scans();
    }
  }

  private void scans() {
    int min = value(YcsbProperty.MIN_SCAN);
    int max = value(YcsbProperty.MAX_SCAN);
    if (min > max) {
      error("minscanlength", min, "more than maxscanlength " + max, "-p minscanlength=1");
    }
    set(Settings.SCAN_ROWS, max);
    if (min != max) {
      boolean uniform = value(YcsbProperty.SCAN_LENGTHS).equals("uniform");
      set(Settings.SCAN_LENGTHS, uniform ? ScanLengths.UNIFORM : ScanLengths.ZIPFIAN);
      if (min > 1) {
        note("minscanlength has no effect: scans have 1 row or more");
      }
    }
  }

  private String mix() {
    String mix = YcsbMix.of(properties);
    if (mix.isEmpty()) {
      errors.add("readproportion: 0, as all other proportions; try -p readproportion=1");
    }
    return mix;
  }

  private void note() {
    List<String> names = YcsbProperty.all().stream().map(YcsbProperty::name).toList();
    properties.keySet().stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .forEach(
            name ->
                note(
                    "warning: %s: not a property of YCSB, no effect%s"
                        .formatted(name, NameSuggestion.hint(name, names, ""))));
    String ignored =
        YcsbProperty.all().stream()
            .filter(p -> has(p) && !p.hasEffect())
            .filter(p -> !properties.get(p.name()).equalsIgnoreCase(p.fallback()))
            .filter(p -> !List.of(YcsbProperty.PRINCIPAL, YcsbProperty.KEYTAB).contains(p))
            .map(YcsbProperty::name)
            .collect(Collectors.joining(", "));
    if (!ignored.isEmpty()) {
      note("no effect here: " + ignored);
    }
    if (has(YcsbProperty.PRINCIPAL) || has(YcsbProperty.KEYTAB)) {
      note("principal and keytab have no effect: say --principal and --keytab, or run kinit");
    }
    if (has(YcsbProperty.WORKLOAD)
        && !value(YcsbProperty.WORKLOAD).endsWith(".workloads.CoreWorkload")) {
      note("warning: workload: only CoreWorkload is supported, and runs");
    }
    if (!load && value(YcsbProperty.CLIENT_BUFFERING)) {
      note("warning: clientbuffering: no effect on a run: a buffered update cannot be timed");
    }
    if (load && value(YcsbProperty.MAX_EXECUTION_TIME) > 0) {
      note("maxexecutiontime has no effect: a load ends with its last row");
    }
  }
}
