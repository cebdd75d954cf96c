package io.hbench.compat.ycsb;

import io.hbench.compat.Translation;
import io.hbench.data.ScanLengths;
import io.hbench.data.ValueLengths;
import io.hbench.op.Operations;
import io.hbench.row.ColumnChoice;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    YcsbProperties.all().stream().filter(this::has).forEach(p -> check(() -> value(p)));
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

  /**
   * The value of a property, or its default.
   *
   * @throws UsageException if the text is not a valid value
   */
  private <T> T value(Setting<T> property) {
    String text = properties.getOrDefault(property.name(), property.fallback()).trim();
    SettingType<T> kind = property.kind();
    return kind.find(text)
        .orElseThrow(
            () ->
                UsageException.badValue(
                    property.name(),
                    text,
                    "not " + kind.noun(),
                    "-p " + property.name() + "=" + kind.example()));
  }

  private boolean has(Setting<?> property) {
    return properties.containsKey(property.name());
  }

  private void translate() {
    set(Settings.COMMAND, load ? Command.LOAD : Command.RUN);
    if (!load) {
      set(Settings.ASSIGNMENTS, mix());
    }
    set(Settings.TABLE, value(YcsbProperties.TABLE));
    set(Settings.TASKS, 1);
    set(Settings.THREADS, value(YcsbProperties.THREAD_COUNT));
    if (value(YcsbProperties.TARGET) > 0) {
      set(Settings.RATE, value(YcsbProperties.TARGET));
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
          value(YcsbProperties.WRITE_ALL_FIELDS) ? ColumnChoice.ALL : ColumnChoice.ONE);
      set(Settings.WARMUP, "0s");
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
    if (first >= all) {
      error("insertstart", first, "not below recordcount " + all, "-p insertstart=0");
      return;
    }
    long rows = has(YcsbProperties.INSERT_COUNT) ? value(YcsbProperties.INSERT_COUNT) : all - first;
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
    long seconds = value(YcsbProperties.MAX_EXECUTION_TIME);
    long operations = value(YcsbProperties.OPERATION_COUNT);
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
    boolean hashed = value(YcsbProperties.INSERT_ORDER).equals("hashed");
    int digits = value(YcsbProperties.ZERO_PADDING);
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
    if (has(YcsbProperties.COLUMN_FAMILY)) {
      set(Settings.FAMILY_NAMES, value(YcsbProperties.COLUMN_FAMILY));
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

  /** Rows per batch; YCSB gives its buffer in bytes. */
  private long batch() {
    if (!value(YcsbProperties.CLIENT_BUFFERING)) {
      return 1;
    }
    long row = (long) value(YcsbProperties.FIELD_COUNT) * value(YcsbProperties.FIELD_LENGTH);
    return Math.max(1, value(YcsbProperties.WRITE_BUFFER) / Math.max(1, row));
  }

  private void keys() {
    String distribution = value(YcsbProperties.REQUESTS);
    switch (distribution) {
      case "zipfian" -> set(Settings.KEYS, "ycsb-zipfian");
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
    if (distribution.equals("uniform")) {
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

  /** The mix, with the smallest whole numbers as weights: {@code get:95,put:5}. */
  private String mix() {
    Map<Operations, BigDecimal> proportions = new LinkedHashMap<>();
    proportions.put(Operations.GET, value(YcsbProperties.READ));
    proportions.put(Operations.PUT, value(YcsbProperties.UPDATE));
    proportions.put(Operations.INSERT, value(YcsbProperties.INSERT));
    proportions.put(Operations.SCAN, value(YcsbProperties.SCAN));
    proportions.put(Operations.READ_MODIFY_WRITE, value(YcsbProperties.READ_MODIFY_WRITE));
    proportions.values().removeIf(share -> share.signum() == 0);
    if (proportions.isEmpty()) {
      errors.add("readproportion: 0, as all other proportions; try -p readproportion=1");
    }
    int digits =
        proportions.values().stream()
            .mapToInt(share -> share.stripTrailingZeros().scale())
            .reduce(0, Math::max);
    Map<Operations, BigInteger> weights = new LinkedHashMap<>();
    proportions.forEach((o, share) -> weights.put(o, share.movePointRight(digits).toBigInteger()));
    BigInteger divisor = weights.values().stream().reduce(BigInteger.ZERO, BigInteger::gcd);
    return weights.size() == 1
        ? weights.keySet().iterator().next().toString()
        : weights.entrySet().stream()
            .map(e -> e.getKey() + ":" + e.getValue().divide(divisor))
            .collect(Collectors.joining(","));
  }

  private void note() {
    List<String> names = YcsbProperties.all().stream().map(Setting::name).toList();
    properties.keySet().stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .forEach(
            name ->
                note(
                    "warning: %s: not a property of YCSB, no effect%s"
                        .formatted(name, NameSuggestion.hint(name, names, ""))));
    String ignored =
        YcsbProperties.all().stream()
            .filter(p -> has(p) && !YcsbProperties.hasEffect(p))
            .filter(p -> !properties.get(p.name()).equalsIgnoreCase(p.fallback()))
            .filter(p -> !List.of(YcsbProperties.PRINCIPAL, YcsbProperties.KEYTAB).contains(p))
            .map(Setting::name)
            .collect(Collectors.joining(", "));
    if (!ignored.isEmpty()) {
      note("no effect here: " + ignored);
    }
    if (has(YcsbProperties.PRINCIPAL) || has(YcsbProperties.KEYTAB)) {
      note("principal and keytab have no effect: say --principal and --keytab, or run kinit");
    }
    if (has(YcsbProperties.WORKLOAD)
        && !value(YcsbProperties.WORKLOAD).endsWith(".workloads.CoreWorkload")) {
      note("warning: workload: only CoreWorkload is supported, and runs");
    }
    if (!load && value(YcsbProperties.CLIENT_BUFFERING)) {
      note("warning: clientbuffering: no effect on a run: a buffered update cannot be timed");
    }
    if (load && value(YcsbProperties.MAX_EXECUTION_TIME) > 0) {
      note("maxexecutiontime has no effect: a load ends with its last row");
    }
  }
}
