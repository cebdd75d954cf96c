package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.NOT_FOR_EVERY_ROW;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;

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
      READS_GROUP.add(
          "read-columns",
          "all",
          SettingType.oneOf(ColumnChoice.class),
          "columns of each get or scan: all; or one, drawn at random");
  Setting<Boolean> WHOLE_FAMILIES =
      READS_GROUP.add(
          "whole-families",
          "false",
          SettingType.FLAG,
          "reads whole families instead of named columns");
  Setting<Integer> SCAN_ROWS =
      READS_GROUP.add(
          "scan-rows", "100", SettingType.SMALL_COUNT, "maximum number of rows per scan");
  Setting<ScanLengths> SCAN_LENGTHS =
      READS_GROUP.add(
          "scan-lengths",
          "fixed",
          SettingType.oneOf(ScanLengths.class),
          "rows of scan and scanRange: fixed, or uniform or zipfian from 1 to --scan-rows");
  Setting<Integer> CACHING =
      READS_GROUP.add(
          "caching",
          "",
          SettingType.SMALL_COUNT,
          "rows in each response to a scan; default --scan-rows");
  Setting<Boolean> PREFETCH =
      READS_GROUP.add(
          "prefetch",
          "false",
          SettingType.FLAG,
          "asynchronous prefetch of scans, --client blocking");
  Setting<Boolean> CACHE_BLOCKS =
      READS_GROUP.add(
          "cache-blocks", "true", SettingType.FLAG, "reads fill the servers' block caches");
  Setting<ReadType> READ_TYPE =
      READS_GROUP.add(
          "read-type",
          "default",
          SettingType.oneOf(ReadType.class),
          "servers' read type of scans: default, stream or pread");
  Setting<Boolean> FILTER_ALL =
      READS_GROUP.add(
          "filter-all", "false", SettingType.FLAG, "server-side filter that drops every row read");
  Setting<Consistency> CONSISTENCY =
      READS_GROUP.add(
          "consistency",
          "strong",
          SettingType.oneOf(Consistency.class),
          "consistency of reads: strong; or timeline, which permits answers of replicas");
  Setting<Integer> REPLICA =
      READS_GROUP.add(
          "replica",
          "",
          SettingType.FEW,
          "number of the region replica to read from; 0 for the primary");
  Setting<Double> VERIFY_READS =
      READS_GROUP.add(
          "verify-reads", "0%", SettingType.SHARE, "share of rows read whose values are verified");
  Setting<RowSet> ACKNOWLEDGED =
      READS_GROUP.add(
          "acknowledged",
          "",
          SettingType.ROWS,
          "acknowledged rows: verify expects these only, load skips them; 0-999,5000-5999");

  SettingGroup WRITES_GROUP = new SettingGroup("writes");

  Setting<Integer> BATCH =
      WRITES_GROUP.add(
          "batch",
          "",
          SettingType.SMALL_COUNT,
          "rows per get, put or insert request; default 1, or 100 for load",
          BASIC);
  Setting<ColumnChoice> WRITE_COLUMNS =
      WRITES_GROUP.add(
          "write-columns",
          "all",
          SettingType.oneOf(ColumnChoice.class),
          "columns of each put: all; or one, drawn at random; inserts write all",
          NOT_FOR_EVERY_ROW);
  Setting<Integer> WRITE_BUFFER =
      WRITES_GROUP.add(
          "write-buffer",
          "2MB",
          SettingType.SIZE,
          "bytes in each request of bufferedPut and bufferedDelete");
  Setting<Durability> DURABILITY =
      WRITES_GROUP.add(
          "durability",
          "use_default",
          SettingType.oneOf(Durability.class),
          "durability of writes: use_default, skip_wal, async_wal, sync_wal or fsync_wal");
  Setting<Boolean> BULK =
      WRITES_GROUP.add(
          "bulk", "false", SettingType.FLAG, "load: HFiles and a bulk load instead of puts", BASIC);
  Setting<List<String>> HFILES =
      WRITES_GROUP.add(
          "hfiles",
          "",
          SettingType.PATHS,
          "load --bulk: directories with HFiles of earlier loads, for the bulk load",
          NO_LOAD_EFFECT);
  Setting<String> RESUME =
      WRITES_GROUP.add(
          "resume",
          "",
          SettingType.TEXT,
          "load, suite: run directory of the load or suite to continue",
          NO_LOAD_EFFECT);
  Setting<String> JAR =
      WRITES_GROUP.add("jar", "", SettingType.TEXT, "jar file with user-defined operations");
  Setting<Map<String, String>> OPERATION_PROPERTIES =
      WRITES_GROUP.add(
          "operation-properties",
          "",
          SettingType.PROPERTIES,
          "properties of user-defined operations: lines of name=value");
}
