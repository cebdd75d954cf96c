package io.hbench.compat.ycsb;

import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Durability;

/**
 * The register of YCSB's properties and flags: those of its client, of its workload classes and of
 * its bindings for HBase, with its names and defaults, sorted by what becomes of them. The help of
 * each names the settings of hbench, and intended differences.
 */
public final class YcsbProperties {
  private static final SettingGroup EXACT = new SettingGroup("Carried over exactly");
  private static final SettingGroup NOTED =
      new SettingGroup("Carried over, with the difference that is said here");
  private static final SettingGroup REFUSED =
      new SettingGroup("Refused, because the result would be another one");
  private static final SettingGroup UNUSED =
      new SettingGroup("No effect on what is measured, in YCSB or in hbench");

  /** What to type instead of the values that are refused. */
  private static final Map<Setting<?>, String> INSTEAD = new HashMap<>();

  /** Names that YCSB knows start with {@code hbase.}, too. */
  private static final Pattern OF_HBASE =
      Pattern.compile("hosts|(hbase|zookeeper|hadoop|dfs|fs|ipc|mapreduce|yarn)\\..*");

  private static final String NO_EFFECT = "no effect";
  private static final SettingType<String> ANY =
      new SettingType<>("a text", "a text", text -> text);
  private static final SettingType<BigDecimal> PROPORTION =
      new SettingType<>("a share of 0 or more", "0.95", text -> new BigDecimal(text))
          .where(share -> share.signum() >= 0);
  private static final SettingType<BigDecimal> PERCENTILE =
      new SettingType<>("a percentile above 0 and below 100", "95", text -> new BigDecimal(text))
          .where(p -> p.signum() > 0 && p.compareTo(BigDecimal.valueOf(100)) < 0);

  static final Setting<Long> RECORD_COUNT =
      EXACT.add("recordcount", SettingType.COUNT).help("`--rows`; in a run, minus `insertstart`");
  static final Setting<Long> INSERT_START =
      EXACT.add("insertstart", SettingType.COUNT_OR_ZERO, "0").help("`--first-row`");
  static final Setting<Long> INSERT_COUNT =
      EXACT
          .add("insertcount", SettingType.COUNT)
          .help("`--rows`; the tasks divide a load among themselves");
  static final Setting<Long> OPERATION_COUNT =
      EXACT
          .add("operationcount", SettingType.COUNT_OR_ZERO, "0")
          .help("`--ops` of all tasks together");
  static final Setting<Long> MAX_EXECUTION_TIME =
      NOTED
          .add("maxexecutiontime", SettingType.COUNT_OR_ZERO, "0")
          .help("`--for`, instead of `operationcount`; a load ends with its last row");
  static final Setting<Integer> THREAD_COUNT =
      EXACT.add("threadcount", SettingType.SMALL_COUNT, "1").help("`--threads` of each task");
  static final Setting<Long> TARGET =
      NOTED
          .add("target", SettingType.COUNT_OR_ZERO, "0")
          .help("`--rate` in rows of all tasks; latencies count from the intended time");
  static final Setting<String> TABLE =
      EXACT.add("table", SettingType.TEXT, "usertable").help("`--table`");
  static final Setting<String> COLUMN_FAMILY =
      NOTED
          .add("columnfamily", SettingType.TEXT, "family")
          .help("`--family-names`; without it, YCSB ends");
  static final Setting<Integer> FIELD_COUNT =
      EXACT.add("fieldcount", SettingType.SMALL_COUNT, "10").help("`--columns`");
  static final Setting<String> FIELD_NAME_PREFIX =
      EXACT.add("fieldnameprefix", SettingType.TEXT, "field").help("`--column-prefix`");
  static final Setting<Integer> FIELD_LENGTH =
      EXACT.add("fieldlength", SettingType.SIZE, "100").help("`--value-size`");
  static final Setting<String> FIELD_LENGTHS =
      NOTED
          .add(
              "fieldlengthdistribution",
              oneOf("constant", "uniform", "zipfian", "histogram"),
              "constant")
          .help("`--value-lengths`; zipfian with the exponent 1.2, not 0.99");
  static final Setting<Integer> MIN_FIELD_LENGTH =
      EXACT
          .add("minfieldlength", SettingType.SMALL_COUNT_OR_ZERO, "1")
          .help("`--min-value-size`, where lengths are uniform or zipfian");
  static final Setting<String> FIELD_LENGTH_HISTOGRAM =
      NOTED
          .add("fieldlengthhistogram", SettingType.TEXT, "hist.txt")
          .help("`--value-histogram`; lengths of the last line are its own, not those before it");
  static final Setting<Boolean> READ_ALL_FIELDS =
      EXACT.add("readallfields", SettingType.FLAG, "true").help("`--read-columns`");
  static final Setting<Boolean> BY_NAME =
      NOTED
          .flag("readallfieldsbyname")
          .help("`--whole-families` if false; of scans and read-modify-writes, too");
  static final Setting<Boolean> WRITE_ALL_FIELDS =
      EXACT.flag("writeallfields").help("`--write-columns`");
  static final Setting<Boolean> DATA_INTEGRITY =
      NOTED
          .flag("dataintegrity")
          .help("`--verify-reads 100%`, by hbench's own values, also of other lengths");
  static final Setting<BigDecimal> READ =
      EXACT.add("readproportion", PROPORTION, "0.95").help("the weight of `get`");
  static final Setting<BigDecimal> UPDATE =
      EXACT.add("updateproportion", PROPORTION, "0.05").help("the weight of `put`");
  static final Setting<BigDecimal> INSERT =
      NOTED
          .add("insertproportion", PROPORTION, "0")
          .help("the weight of `insert`; several runs, with a slice each, insert different rows");
  static final Setting<BigDecimal> SCAN =
      EXACT.add("scanproportion", PROPORTION, "0").help("the weight of `scan`");
  static final Setting<BigDecimal> READ_MODIFY_WRITE =
      NOTED
          .add("readmodifywriteproportion", PROPORTION, "0")
          .help("the weight of `readModifyWrite`, one operation; YCSB counts its parts, too");
  static final Setting<String> REQUESTS =
      NOTED
          .add(
              "requestdistribution",
              oneOf("uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"),
              "uniform")
          .help("`--keys`, over the rows of all tasks, or of the slice; zipfian is `ycsb-zipfian`");
  static final Setting<Double> HOTSPOT_DATA =
      EXACT.add("hotspotdatafraction", SettingType.SAMPLE, "0.2").help("`--keys hotspot:20%:…`");
  static final Setting<Double> HOTSPOT_OPERATIONS =
      EXACT.add("hotspotopnfraction", SettingType.SAMPLE, "0.8").help("`--keys hotspot:…:80%`");
  static final Setting<BigDecimal> EXPONENTIAL_PERCENTILE =
      EXACT.add("exponential.percentile", PERCENTILE, "95").help("`--keys exponential:95%:…`");
  static final Setting<Double> EXPONENTIAL_FRACTION =
      EXACT
          .add("exponential.frac", SettingType.SAMPLE, "0.8571428571")
          .help("`--keys exponential:…:85.71428571%`");
  static final Setting<Integer> MIN_SCAN =
      NOTED
          .add("minscanlength", SettingType.SMALL_COUNT, "1")
          .help("equal to `maxscanlength`: scans of one length; else no effect");
  static final Setting<Integer> MAX_SCAN =
      EXACT.add("maxscanlength", SettingType.SMALL_COUNT, "1000").help("`--scan-rows`");
  static final Setting<String> SCAN_LENGTHS =
      EXACT
          .add("scanlengthdistribution", oneOf("uniform", "zipfian"), "uniform")
          .help("`--scan-lengths`");
  static final Setting<String> INSERT_ORDER =
      NOTED
          .add("insertorder", SettingType.TEXT, "hashed")
          .help("`--key-format`: `user{hash}`, or `user{row}` for all other words");
  static final Setting<Integer> ZERO_PADDING =
      NOTED
          .add("zeropadding", SettingType.SMALL_COUNT, "1")
          .help("`--key-format user{row:12}`; refused where it pads some hashes");
  static final Setting<Durability> DURABILITY =
      EXACT.oneOf("durability", Durability.class, "USE_DEFAULT").help("`--durability`");
  static final Setting<Boolean> CLIENT_BUFFERING =
      NOTED
          .flag("clientbuffering")
          .help("load: `--batch`, timed as one; run: updates are sent one by one");
  static final Setting<Integer> WRITE_BUFFER =
      NOTED
          .add("writebuffersize", SettingType.SIZE, "12MB")
          .help("`--batch`: rows that fit, one second of `target` at most");
  static final Setting<Boolean> SCAN_FILTER =
      REFUSED
          .flag("hbase.usescanvaluefiltering")
          .help("if true in a run with scans, which return all rows; instead: `YCSB itself`");

  /** Without a rate, intended latencies are those of the service. */
  static final Setting<String> INTERVAL =
      REFUSED
          .add("measurement.interval", oneOf("op", "both", "intended"), "op")
          .help("if intended, with a rate: `[READ]` are service times; instead: `both`");

  static {
    INSTEAD.put(SCAN_FILTER, "-p hbase.usescanvaluefiltering=false");
    noted("principal", NO_EFFECT + ": say --principal and --keytab, or run kinit");
    noted("keytab", NO_EFFECT + ": say --principal and --keytab, or run kinit");
    flag(EXACT, "-P", "a property file; later ones win");
    flag(EXACT, "-p", "`name=value`, which wins over files");
    flag(EXACT, "-threads", "`threadcount`");
    flag(NOTED, "-target", "`target`");
    flag(EXACT, "-load", "`ycsb load`");
    flag(EXACT, "-t", "`ycsb run`");
    flag(REFUSED, "-db", "as `db`");
    flag(NOTED, "-cp", "`-conf` with the first `hbase-site.xml` in it, nothing else");
    noted("-jvm-args", NO_EFFECT + ": -D mapreduce.map.java.opts has the options of the tasks");
    String failures = NO_EFFECT + ": HBase's client retries; failed rows are counted";
    noted("core_workload_insertion_retry_limit", failures);
    noted("core_workload_insertion_retry_interval", failures);
    noted("core_workload_insertion_keep_going_on_error", failures);
    noted(
        "reportlatencyforeacherror", NO_EFFECT + ": failed requests are `[READ-FAILED]` together");
    noted("latencytrackederrors", NO_EFFECT + ": failed requests are `[READ-FAILED]` together");
    noted("measurement.histogram.verbose", NO_EFFECT + ": buckets are in `run.hlog`");
    noted("measurement.trackjvm", NO_EFFECT + ": the report has garbage collection and CPU time");
    refused(
        "workload", "(.*\\.)?CoreWorkload", "CoreWorkload, the only one of hbench", "YCSB itself");
    refused(
        "db",
        ".*\\.HBaseClient\\d*",
        "a binding for HBase",
        "-db site.ycsb.db.hbase2.HBaseClient2");
    refused(
        "measurementtype",
        "hdrhistogram|histogram",
        "hdrhistogram or histogram, whose lines hbench prints",
        "--format csv-timeline");
    refused(
        "hdrhistogram.percentiles",
        "( *(50|90|95|99|99\\.9|99\\.99)(\\.0)? *(,|$))+",
        "of 50, 90, 95, 99, 99.9, 99.99",
        "-p hdrhistogram.percentiles=95,99");
    refused(
        "exporter", ".*\\.TextMeasurementsExporter", "TextMeasurementsExporter", "--format json");
    refused("exportfile", "", "a file that hbench writes", "--format ycsb > out.txt");
    refused(
        "hdrhistogram.fileoutput",
        "false",
        "false: the log is `run.hlog`",
        "-p hdrhistogram.fileoutput=false");
    refused(
        "measurement.raw.output_file", "", "a file that hbench writes", "--format csv-timeline");
    refused("config", "", "a file that hbench reads", "-conf /etc/hbase/conf/hbase-site.xml");
    Stream.of(
            "-s -l status status.interval label dotransactions debug test spin.sleep htrace.*",
            "hbase.usepagefilter hbase.scanfilteroperator hbase.scanfiltervalue",
            "histogram.buckets timeseries.granularity hdrhistogram.output.path",
            "measurement.raw.no_summary durable jointimeout prefetchmeta",
            // of TimeSeriesWorkload
            "timestampkey valuekey timestampinterval timestampunits tagcount tagcardinality",
            "tagkeylength tagvaluelength tagpairdelimiter deletedelimiter",
            "randomwritetimestamporder randomtimeseriesorder valuetype sparsity delayedseries",
            "delayedintervals querytimespan queryrandomtimespan querytimespandelimiter groupbykey",
            "groupbyfunction groupbykeys downsamplingkey downsamplingfunction downsamplinginterval",
            // of ConstantOccupancyWorkload and of RestWorkload
            "storageages disksize occupancy deleteproportion fieldlengthdistfile url.trace.read",
            "url.trace.insert url.trace.update url.trace.delete readzipfconstant readrecordcount",
            "insertzipfconstant insertsizezipfconstant insertrecordcount deletezipfconstant",
            "deleterecordcount updatezipfconstant updaterecordcount")
        .flatMap(names -> Stream.of(names.split(" ", -1)))
        .forEach(name -> flag(UNUSED, name, NO_EFFECT));
  }

  private YcsbProperties() {}

  private static void flag(SettingGroup group, String name, String help) {
    var unused = group.add(name, ANY).help(help);
  }

  private static void noted(String name, String help) {
    flag(NOTED, name, help);
  }

  /**
   * Declares a property of which only some values are taken.
   *
   * @param taken pattern of the values that are taken
   * @param noun completes "not …"
   * @param instead what to type instead
   */
  private static void refused(String name, String taken, String noun, String instead) {
    SettingType<String> type =
        new SettingType<String>(noun, instead, text -> text).where(text -> text.matches(taken));
    INSTEAD.put(
        REFUSED.add(name, type).help("if not " + noun + "; instead: `" + instead + "`"), instead);
  }

  /** The properties, in the order of the documentation. */
  public static List<Setting<?>> all() {
    return groups().stream().<Setting<?>>flatMap(group -> group.settings().stream()).toList();
  }

  /** The properties, sorted by what becomes of them. */
  public static List<SettingGroup> groups() {
    return List.of(EXACT, NOTED, REFUSED, UNUSED);
  }

  /** Whether the properties of a group have no effect, and one line is enough for them. */
  public static boolean isUnused(SettingGroup group) {
    return group == UNUSED;
  }

  static boolean hasEffect(Setting<?> property) {
    return !property.help().startsWith(NO_EFFECT);
  }

  /** Words to type instead of a wrong value. */
  static String example(Setting<?> property) {
    return Optional.ofNullable(INSTEAD.get(property))
        .orElse("-p " + property.name() + "=" + property.kind().example());
  }

  /**
   * What to type instead of a property of HBase or Hadoop; empty if it is none, or one that YCSB
   * knows.
   */
  static Optional<String> ofHBase(String name, String value) {
    if (!OF_HBASE.matcher(name).matches() || all().stream().anyMatch(p -> p.name().equals(name))) {
      return Optional.empty();
    }
    return Optional.of(
        switch (name) {
          case "hbase.config" -> "-conf " + value;
          case "hosts" -> Settings.QUORUM.flag() + " " + value;
          case "hbase.zookeeper.znode.parent" -> "-D zookeeper.znode.parent=" + value;
          default -> "-D " + name + "=" + value;
        });
  }

  private static SettingType<String> oneOf(String... words) {
    List<String> all = List.of(words);
    return new SettingType<>(
            "one of " + String.join(", ", all), all.get(0), text -> text.toLowerCase(Locale.ROOT))
        .where(all::contains);
  }
}
