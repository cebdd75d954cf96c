package io.hbench.compat.ycsb;

import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hbase.client.Durability;

/**
 * The register of YCSB's properties: those of its client, of CoreWorkload and of its binding for
 * HBase, with its names and defaults.
 *
 * @param fallback the text of YCSB's default; empty if there is none
 * @param help settings of hbench, and intended differences
 */
public record YcsbProperty<T>(String name, String fallback, SettingType<T> kind, String help) {
  private static final List<YcsbProperty<?>> ALL = new ArrayList<>();
  private static final String NO_EFFECT = "no effect";
  private static final SettingType<BigDecimal> PROPORTION =
      new SettingType<>("a share of 0 or more", "0.95", text -> new BigDecimal(text))
          .where(share -> share.signum() >= 0);
  private static final SettingType<BigDecimal> PERCENTILE =
      new SettingType<>("a percentile above 0 and below 100", "95", text -> new BigDecimal(text))
          .where(p -> p.signum() > 0 && p.compareTo(BigDecimal.valueOf(100)) < 0);

  static final YcsbProperty<Long> RECORD_COUNT =
      add("recordcount", "", SettingType.COUNT, "`--rows`, minus `insertstart`");
  static final YcsbProperty<Long> INSERT_START =
      add("insertstart", "0", SettingType.COUNT_OR_ZERO, "`--first-row`");
  static final YcsbProperty<Long> INSERT_COUNT =
      add(
          "insertcount",
          "",
          SettingType.COUNT,
          "`--rows`; the tasks divide a load among themselves");
  static final YcsbProperty<Long> OPERATION_COUNT =
      add("operationcount", "0", SettingType.COUNT_OR_ZERO, "`--ops` of all tasks together");
  static final YcsbProperty<Long> MAX_EXECUTION_TIME =
      add(
          "maxexecutiontime",
          "0",
          SettingType.COUNT_OR_ZERO,
          "`--for`, instead of `operationcount`");
  static final YcsbProperty<Integer> THREAD_COUNT =
      add("threadcount", "1", SettingType.SMALL_COUNT, "`--threads` of each task; also `-threads`");
  static final YcsbProperty<Long> TARGET =
      add(
          "target",
          "0",
          SettingType.COUNT_OR_ZERO,
          "`--rate` of all tasks together; also `-target`");
  static final YcsbProperty<String> TABLE =
      add("table", "usertable", SettingType.TEXT, "`--table`");
  static final YcsbProperty<String> COLUMN_FAMILY =
      add("columnfamily", "family", SettingType.TEXT, "`--family-names`; YCSB has no default");
  static final YcsbProperty<Integer> FIELD_COUNT =
      add("fieldcount", "10", SettingType.SMALL_COUNT, "`--columns`");
  static final YcsbProperty<String> FIELD_NAME_PREFIX =
      add("fieldnameprefix", "field", SettingType.TEXT, "`--column-prefix`");
  static final YcsbProperty<Integer> FIELD_LENGTH =
      add("fieldlength", "100", SettingType.SIZE, "`--value-size`");
  static final YcsbProperty<String> FIELD_LENGTHS =
      add(
          "fieldlengthdistribution",
          "constant",
          oneOf("constant", "uniform", "zipfian", "histogram"),
          "`--value-lengths`; zipfian with hbench's exponent");
  static final YcsbProperty<Integer> MIN_FIELD_LENGTH =
      add(
          "minfieldlength",
          "1",
          SettingType.SMALL_COUNT_OR_ZERO,
          "`--min-value-size`, where lengths are uniform or zipfian");
  static final YcsbProperty<String> FIELD_LENGTH_HISTOGRAM =
      add("fieldlengthhistogram", "hist.txt", SettingType.TEXT, "`--value-histogram`");
  static final YcsbProperty<Boolean> READ_ALL_FIELDS =
      add("readallfields", "true", SettingType.FLAG, "`--read-columns`");
  static final YcsbProperty<Boolean> BY_NAME =
      add("readallfieldsbyname", "false", SettingType.FLAG, "`--whole-families` if false");
  static final YcsbProperty<Boolean> WRITE_ALL_FIELDS =
      add("writeallfields", "false", SettingType.FLAG, "`--write-columns`");
  static final YcsbProperty<Boolean> DATA_INTEGRITY =
      add("dataintegrity", "false", SettingType.FLAG, "`--verify-reads 100%`");
  static final YcsbProperty<BigDecimal> READ =
      add("readproportion", "0.95", PROPORTION, "the weight of `get`");
  static final YcsbProperty<BigDecimal> UPDATE =
      add("updateproportion", "0.05", PROPORTION, "the weight of `put`");
  static final YcsbProperty<BigDecimal> INSERT =
      add("insertproportion", "0", PROPORTION, "the weight of `insert`");
  static final YcsbProperty<BigDecimal> SCAN =
      add("scanproportion", "0", PROPORTION, "the weight of `scan`");
  static final YcsbProperty<BigDecimal> READ_MODIFY_WRITE =
      add("readmodifywriteproportion", "0", PROPORTION, "the weight of `readModifyWrite`");
  static final YcsbProperty<String> REQUESTS =
      add(
          "requestdistribution",
          "uniform",
          oneOf("uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"),
          "`--keys`; zipfian is `ycsb-zipfian`, over the rows of all tasks");
  static final YcsbProperty<Double> HOTSPOT_DATA =
      add("hotspotdatafraction", "0.2", SettingType.SAMPLE, "`--keys hotspot:20%:…`");
  static final YcsbProperty<Double> HOTSPOT_OPERATIONS =
      add("hotspotopnfraction", "0.8", SettingType.SAMPLE, "`--keys hotspot:…:80%`");
  static final YcsbProperty<BigDecimal> EXPONENTIAL_PERCENTILE =
      add("exponential.percentile", "95", PERCENTILE, "`--keys exponential:95%:…`");
  static final YcsbProperty<Double> EXPONENTIAL_FRACTION =
      add(
          "exponential.frac",
          "0.8571428571",
          SettingType.SAMPLE,
          "`--keys exponential:…:85.71428571%`");
  static final YcsbProperty<Integer> MIN_SCAN =
      add(
          "minscanlength",
          "1",
          SettingType.SMALL_COUNT,
          "equal to `maxscanlength`: scans of one length; else no effect");
  static final YcsbProperty<Integer> MAX_SCAN =
      add("maxscanlength", "1000", SettingType.SMALL_COUNT, "`--scan-rows`");
  static final YcsbProperty<String> SCAN_LENGTHS =
      add("scanlengthdistribution", "uniform", oneOf("uniform", "zipfian"), "`--scan-lengths`");
  static final YcsbProperty<String> INSERT_ORDER =
      add(
          "insertorder",
          "hashed",
          oneOf("hashed", "ordered"),
          "`--key-format`: `user{hash}` or `user{row}`");
  static final YcsbProperty<Integer> ZERO_PADDING =
      add("zeropadding", "1", SettingType.SMALL_COUNT, "`--key-format user{row:12}`");
  static final YcsbProperty<Durability> DURABILITY =
      add("durability", "USE_DEFAULT", SettingType.oneOf(Durability.class), "`--durability`");
  static final YcsbProperty<Boolean> CLIENT_BUFFERING =
      add(
          "clientbuffering",
          "false",
          SettingType.FLAG,
          "load: `--batch`; run: no effect, because buffered updates cannot be timed");
  static final YcsbProperty<Integer> WRITE_BUFFER =
      add("writebuffersize", "12MB", SettingType.SIZE, "`--batch`, with `clientbuffering`");
  static final YcsbProperty<String> PRINCIPAL =
      add("principal", "", SettingType.TEXT, NO_EFFECT + ": say --principal and --keytab");
  static final YcsbProperty<String> KEYTAB =
      add("keytab", "", SettingType.TEXT, NO_EFFECT + ": say --principal and --keytab");
  static final YcsbProperty<String> WORKLOAD =
      add("workload", "", SettingType.TEXT, "only CoreWorkload is supported");

  static {
    ignored("hbase.usepagefilter", "true", "scans have a row limit on the servers");
    for (String name :
        List.of(
            "hbase.usescanvaluefiltering", "hbase.scanfilteroperator", "hbase.scanfiltervalue")) {
      ignored(name, "", "scans return all rows");
    }
    ignored("debug", "false", "the report has all errors with kind and server");
    for (String name :
        List.of("core_workload_insertion_retry_limit", "core_workload_insertion_retry_interval")) {
      ignored(name, "", "HBase's client retries; failed requests are counted");
    }
    for (String name :
        List.of(
            "measurementtype",
            "measurement.interval",
            "hdrhistogram.percentiles",
            "hdrhistogram.fileoutput",
            "hdrhistogram.output.path",
            "histogram.buckets",
            "measurement.histogram.verbose",
            "timeseries.granularity",
            "reportlatencyforeacherror",
            "latencytrackederrors",
            "measurement.trackjvm",
            "exporter",
            "exportfile")) {
      ignored(name, "", "see the run directory, `--format ycsb` and `--interval`");
    }
    for (String name : List.of("db", "dotransactions", "status", "status.interval", "label")) {
      ignored(name, "", "the command line or the progress display replaces it");
    }
    ignored(
        "spin.sleep", "false", "hbench sleeps until just before the intended time of a request");
  }

  private static <T> YcsbProperty<T> add(
      String name, String fallback, SettingType<T> kind, String help) {
    YcsbProperty<T> property = new YcsbProperty<>(name, fallback, kind, help);
    ALL.add(property);
    return property;
  }

  private static void ignored(String name, String fallback, String reason) {
    SettingType<String> any = new SettingType<>("a text", "a text", text -> text);
    add(name, fallback, any, NO_EFFECT + ": " + reason);
  }

  /** The properties, in the order of the documentation. */
  public static List<YcsbProperty<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  boolean hasEffect() {
    return !help.startsWith(NO_EFFECT);
  }

  boolean isGiven(Map<String, String> properties) {
    return properties.containsKey(name);
  }

  /**
   * The value, or the default.
   *
   * @throws UsageException if the text is not a valid value
   */
  T of(Map<String, String> properties) {
    String text = properties.getOrDefault(name, fallback).trim();
    return kind.find(text)
        .orElseThrow(
            () ->
                UsageException.badValue(
                    name, text, "not " + kind.noun(), "-p " + name + "=" + kind.example()));
  }

  private static SettingType<String> oneOf(String... words) {
    List<String> all = List.of(words);
    return new SettingType<>(
            "one of " + String.join(", ", all), all.get(0), text -> text.toLowerCase(Locale.ROOT))
        .where(all::contains);
  }
}
