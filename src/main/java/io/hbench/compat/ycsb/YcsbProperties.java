package io.hbench.compat.ycsb;

import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.client.Durability;

/**
 * The register of YCSB's properties: those of its client, of CoreWorkload and of its binding for
 * HBase, with its names and defaults. The help of each names the settings of hbench, and intended
 * differences.
 */
public final class YcsbProperties {
  private static final SettingGroup PROPERTIES = new SettingGroup("properties");
  private static final String NO_EFFECT = "no effect";
  private static final SettingType<BigDecimal> PROPORTION =
      new SettingType<>("a share of 0 or more", "0.95", text -> new BigDecimal(text))
          .where(share -> share.signum() >= 0);
  private static final SettingType<BigDecimal> PERCENTILE =
      new SettingType<>("a percentile above 0 and below 100", "95", text -> new BigDecimal(text))
          .where(p -> p.signum() > 0 && p.compareTo(BigDecimal.valueOf(100)) < 0);

  static final Setting<Long> RECORD_COUNT =
      PROPERTIES.add("recordcount", SettingType.COUNT).help("`--rows`, minus `insertstart`");
  static final Setting<Long> INSERT_START =
      PROPERTIES.add("insertstart", SettingType.COUNT_OR_ZERO, "0").help("`--first-row`");
  static final Setting<Long> INSERT_COUNT =
      PROPERTIES
          .add("insertcount", SettingType.COUNT)
          .help("`--rows`; the tasks divide a load among themselves");
  static final Setting<Long> OPERATION_COUNT =
      PROPERTIES
          .add("operationcount", SettingType.COUNT_OR_ZERO, "0")
          .help("`--ops` of all tasks together");
  static final Setting<Long> MAX_EXECUTION_TIME =
      PROPERTIES
          .add("maxexecutiontime", SettingType.COUNT_OR_ZERO, "0")
          .help("`--for`, instead of `operationcount`");
  static final Setting<Integer> THREAD_COUNT =
      PROPERTIES
          .add("threadcount", SettingType.SMALL_COUNT, "1")
          .help("`--threads` of each task; also `-threads`");
  static final Setting<Long> TARGET =
      PROPERTIES
          .add("target", SettingType.COUNT_OR_ZERO, "0")
          .help("`--rate` of all tasks together; also `-target`");
  static final Setting<String> TABLE =
      PROPERTIES.add("table", SettingType.TEXT, "usertable").help("`--table`");
  static final Setting<String> COLUMN_FAMILY =
      PROPERTIES
          .add("columnfamily", SettingType.TEXT, "family")
          .help("`--family-names`; YCSB has no default");
  static final Setting<Integer> FIELD_COUNT =
      PROPERTIES.add("fieldcount", SettingType.SMALL_COUNT, "10").help("`--columns`");
  static final Setting<String> FIELD_NAME_PREFIX =
      PROPERTIES.add("fieldnameprefix", SettingType.TEXT, "field").help("`--column-prefix`");
  static final Setting<Integer> FIELD_LENGTH =
      PROPERTIES.add("fieldlength", SettingType.SIZE, "100").help("`--value-size`");
  static final Setting<String> FIELD_LENGTHS =
      PROPERTIES
          .add(
              "fieldlengthdistribution",
              oneOf("constant", "uniform", "zipfian", "histogram"),
              "constant")
          .help("`--value-lengths`; zipfian with hbench's exponent");
  static final Setting<Integer> MIN_FIELD_LENGTH =
      PROPERTIES
          .add("minfieldlength", SettingType.SMALL_COUNT_OR_ZERO, "1")
          .help("`--min-value-size`, where lengths are uniform or zipfian");
  static final Setting<String> FIELD_LENGTH_HISTOGRAM =
      PROPERTIES
          .add("fieldlengthhistogram", SettingType.TEXT, "hist.txt")
          .help("`--value-histogram`");
  static final Setting<Boolean> READ_ALL_FIELDS =
      PROPERTIES.add("readallfields", SettingType.FLAG, "true").help("`--read-columns`");
  static final Setting<Boolean> BY_NAME =
      PROPERTIES.flag("readallfieldsbyname").help("`--whole-families` if false");
  static final Setting<Boolean> WRITE_ALL_FIELDS =
      PROPERTIES.flag("writeallfields").help("`--write-columns`");
  static final Setting<Boolean> DATA_INTEGRITY =
      PROPERTIES.flag("dataintegrity").help("`--verify-reads 100%`");
  static final Setting<BigDecimal> READ =
      PROPERTIES.add("readproportion", PROPORTION, "0.95").help("the weight of `get`");
  static final Setting<BigDecimal> UPDATE =
      PROPERTIES.add("updateproportion", PROPORTION, "0.05").help("the weight of `put`");
  static final Setting<BigDecimal> INSERT =
      PROPERTIES.add("insertproportion", PROPORTION, "0").help("the weight of `insert`");
  static final Setting<BigDecimal> SCAN =
      PROPERTIES.add("scanproportion", PROPORTION, "0").help("the weight of `scan`");
  static final Setting<BigDecimal> READ_MODIFY_WRITE =
      PROPERTIES
          .add("readmodifywriteproportion", PROPORTION, "0")
          .help("the weight of `readModifyWrite`");
  static final Setting<String> REQUESTS =
      PROPERTIES
          .add(
              "requestdistribution",
              oneOf("uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"),
              "uniform")
          .help("`--keys`; zipfian is `ycsb-zipfian`, over the rows of all tasks");
  static final Setting<Double> HOTSPOT_DATA =
      PROPERTIES
          .add("hotspotdatafraction", SettingType.SAMPLE, "0.2")
          .help("`--keys hotspot:20%:…`");
  static final Setting<Double> HOTSPOT_OPERATIONS =
      PROPERTIES
          .add("hotspotopnfraction", SettingType.SAMPLE, "0.8")
          .help("`--keys hotspot:…:80%`");
  static final Setting<BigDecimal> EXPONENTIAL_PERCENTILE =
      PROPERTIES.add("exponential.percentile", PERCENTILE, "95").help("`--keys exponential:95%:…`");
  static final Setting<Double> EXPONENTIAL_FRACTION =
      PROPERTIES
          .add("exponential.frac", SettingType.SAMPLE, "0.8571428571")
          .help("`--keys exponential:…:85.71428571%`");
  static final Setting<Integer> MIN_SCAN =
      PROPERTIES
          .add("minscanlength", SettingType.SMALL_COUNT, "1")
          .help("equal to `maxscanlength`: scans of one length; else no effect");
  static final Setting<Integer> MAX_SCAN =
      PROPERTIES.add("maxscanlength", SettingType.SMALL_COUNT, "1000").help("`--scan-rows`");
  static final Setting<String> SCAN_LENGTHS =
      PROPERTIES
          .add("scanlengthdistribution", oneOf("uniform", "zipfian"), "uniform")
          .help("`--scan-lengths`");
  static final Setting<String> INSERT_ORDER =
      PROPERTIES
          .add("insertorder", oneOf("hashed", "ordered"), "hashed")
          .help("`--key-format`: `user{hash}` or `user{row}`");
  static final Setting<Integer> ZERO_PADDING =
      PROPERTIES
          .add("zeropadding", SettingType.SMALL_COUNT, "1")
          .help("`--key-format user{row:12}`");
  static final Setting<Durability> DURABILITY =
      PROPERTIES.oneOf("durability", Durability.class, "USE_DEFAULT").help("`--durability`");
  static final Setting<Boolean> CLIENT_BUFFERING =
      PROPERTIES
          .flag("clientbuffering")
          .help("load: `--batch`; run: no effect, because buffered updates cannot be timed");
  static final Setting<Integer> WRITE_BUFFER =
      PROPERTIES
          .add("writebuffersize", SettingType.SIZE, "12MB")
          .help("`--batch`, with `clientbuffering`");
  static final Setting<String> PRINCIPAL =
      PROPERTIES
          .add("principal", SettingType.TEXT)
          .help(NO_EFFECT + ": say --principal and --keytab");
  static final Setting<String> KEYTAB =
      PROPERTIES.add("keytab", SettingType.TEXT).help(NO_EFFECT + ": say --principal and --keytab");
  static final Setting<String> WORKLOAD =
      PROPERTIES.add("workload", SettingType.TEXT).help("only CoreWorkload is supported");

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

  private YcsbProperties() {}

  private static void ignored(String name, String fallback, String reason) {
    SettingType<String> any = new SettingType<>("a text", "a text", text -> text);
    var unused = PROPERTIES.add(name, any, fallback).help(NO_EFFECT + ": " + reason);
  }

  /** The properties, in the order of the documentation. */
  public static List<Setting<?>> all() {
    return PROPERTIES.settings();
  }

  static boolean hasEffect(Setting<?> property) {
    return !property.help().startsWith(NO_EFFECT);
  }

  private static SettingType<String> oneOf(String... words) {
    List<String> all = List.of(words);
    return new SettingType<>(
            "one of " + String.join(", ", all), all.get(0), text -> text.toLowerCase(Locale.ROOT))
        .where(all::contains);
  }
}
