package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.NOT_FOR_FULL_PASS;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.PER_SIDE;

import io.hbench.data.RowSet;
import io.hbench.data.ScanLengths;
import io.hbench.row.ColumnChoice;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Scan.ReadType;

/** Settings of single requests: reads, writes, and user-defined operations. */
interface RequestSettings {
  SettingGroup READS_GROUP = new SettingGroup("reads");

  Setting<ColumnChoice> READ_COLUMNS =
      READS_GROUP
          .oneOf("read-columns", ColumnChoice.class, "all", PER_SIDE)
          .help("columns of each get or scan: all; or one, drawn at random");
  Setting<Boolean> WHOLE_FAMILIES =
      READS_GROUP
          .flag("whole-families", PER_SIDE)
          .help("reads whole families instead of named columns");
  Setting<Integer> SCAN_ROWS =
      READS_GROUP
          .add("scan-rows", SettingType.SMALL_COUNT, "100", PER_SIDE)
          .help("maximum number of rows per scan");
  Setting<ScanLengths> SCAN_LENGTHS =
      READS_GROUP
          .oneOf("scan-lengths", ScanLengths.class, "fixed")
          .help("rows of scan and scanRange: fixed, or uniform or zipfian from 1 to --scan-rows");
  Setting<Integer> CACHING =
      READS_GROUP
          .add("caching", SettingType.SMALL_COUNT, PER_SIDE)
          .help("rows in each response to a scan; default --scan-rows");
  Setting<Boolean> PREFETCH =
      READS_GROUP
          .flag("prefetch", PER_SIDE)
          .help("asynchronous prefetch of scans, --client blocking");
  Setting<Boolean> CACHE_BLOCKS =
      READS_GROUP
          .add("cache-blocks", SettingType.FLAG, "true", PER_SIDE)
          .help("reads fill the servers' block caches");
  Setting<ReadType> READ_TYPE =
      READS_GROUP
          .oneOf("read-type", ReadType.class, "default", PER_SIDE)
          .help("servers' read type of scans: default, stream or pread");
  Setting<Boolean> FILTER_ALL =
      READS_GROUP.flag("filter-all", PER_SIDE).help("server-side filter that drops every row read");
  Setting<Consistency> CONSISTENCY =
      READS_GROUP
          .oneOf("consistency", Consistency.class, "strong", PER_SIDE)
          .help("consistency of reads: strong; or timeline, which permits answers of replicas");
  Setting<Integer> REPLICA =
      READS_GROUP
          .add("replica", SettingType.FEW, PER_SIDE)
          .help("number of the region replica to read from; 0 for the primary");
  Setting<Double> VERIFY_READS =
      READS_GROUP
          .add("verify-reads", SettingType.SHARE, "0%")
          .help("share of rows read whose values are verified");
  Setting<RowSet> ACKNOWLEDGED =
      READS_GROUP
          .add("acknowledged", SettingType.ROWS)
          .help("acknowledged rows: verify expects these only, load skips them; 0-999,5000-5999");

  SettingGroup WRITES_GROUP = new SettingGroup("writes");

  Setting<Integer> BATCH =
      WRITES_GROUP
          .add("batch", SettingType.SMALL_COUNT, BASIC, PER_SIDE)
          .help("rows per get, put or insert request; default 1, or 100 for load");
  Setting<ColumnChoice> WRITE_COLUMNS =
      WRITES_GROUP
          .oneOf("write-columns", ColumnChoice.class, "all", NOT_FOR_FULL_PASS, PER_SIDE)
          .help("columns of each put: all; or one, drawn at random; inserts write all");
  Setting<Integer> WRITE_BUFFER =
      WRITES_GROUP
          .add("write-buffer", SettingType.SIZE, "2MB", PER_SIDE)
          .help("bytes in each request of bufferedPut and bufferedDelete");
  Setting<Durability> DURABILITY =
      WRITES_GROUP
          .oneOf("durability", Durability.class, "use_default", PER_SIDE)
          .help("durability of writes: use_default, skip_wal, async_wal, sync_wal or fsync_wal");
  Setting<Boolean> BULK =
      WRITES_GROUP.flag("bulk", BASIC).help("load: HFiles and a bulk load instead of puts");
  Setting<List<String>> HFILES =
      WRITES_GROUP
          .add("hfiles", SettingType.PATHS, NO_LOAD_EFFECT)
          .help("load --bulk: directories with HFiles of earlier loads, for the bulk load");
  Setting<String> RESUME =
      WRITES_GROUP
          .add("resume", SettingType.TEXT, NO_LOAD_EFFECT)
          .help("load, suite: run directory of the load or suite to continue");
  Setting<String> JAR =
      WRITES_GROUP.add("jar", SettingType.TEXT).help("jar file with user-defined operations");
  Setting<Map<String, String>> OPERATION_PROPERTIES =
      WRITES_GROUP
          .add("operation-properties", SettingType.PROPERTIES)
          .help("properties of user-defined operations: lines of name=value");
}
