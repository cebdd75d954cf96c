package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.NOT_FOR_FULL_PASS;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.PER_RUN;
import static io.hbench.settings.SettingRole.PER_SIDE;
import static io.hbench.settings.SettingRole.ROW_CONTENT;

import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyFormat;
import io.hbench.data.LengthHistogram;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import java.util.List;

/** Settings of the data: the table, the keys that requests draw, and the values in the cells. */
interface DataSettings {
  SettingGroup TABLE_GROUP = new SettingGroup("table");

  Setting<String> TABLE =
      TABLE_GROUP
          .add("table", SettingType.NAME, "hbench", ROW_CONTENT, NO_LOAD_EFFECT, BASIC, PER_SIDE)
          .help("name of the table; created if it is absent and no operation reads it");
  Setting<Long> ROWS =
      TABLE_GROUP
          .add("rows", SettingType.COUNT, "1M", ROW_CONTENT, BASIC)
          .help("number of rows in the table, or of keys in the sample of --keys sampled");
  Setting<Long> FIRST_ROW =
      TABLE_GROUP
          .add("first-row", SettingType.COUNT_OR_ZERO, "0", ROW_CONTENT)
          .help("number of the first row");
  Setting<Integer> FAMILIES =
      TABLE_GROUP
          .add("families", SettingType.FAMILY_COUNT, "1", ROW_CONTENT)
          .help("number of column families: info0, info1, …");
  Setting<List<String>> FAMILY_NAMES =
      TABLE_GROUP
          .add("family-names", SettingType.FAMILIES, ROW_CONTENT)
          .help("names of the column families: cf1,cf2");
  Setting<Integer> COLUMNS =
      TABLE_GROUP
          .add("columns", SettingType.SMALL_COUNT, "1", ROW_CONTENT)
          .help("number of columns in each family: 0, 1, …");
  Setting<String> COLUMN_PREFIX =
      TABLE_GROUP
          .add("column-prefix", SettingType.TEXT, ROW_CONTENT)
          .help("prefix of the column names; field for YCSB's");
  Setting<Boolean> YES =
      TABLE_GROUP
          .flag("yes", NO_LOAD_EFFECT, BASIC)
          .help(
              "consent to write or compact a table that hbench did not create, or to write over 100 GB");
  Setting<Boolean> WRITES_TO_META =
      TABLE_GROUP
          .flag("i-know-this-writes-to-meta", NO_LOAD_EFFECT)
          .help("consent to writes into hbase:meta (metaWrite, metaClean)");

  SettingGroup KEYS_GROUP = new SettingGroup("keys");

  Setting<KeyDistribution> KEYS =
      KEYS_GROUP
          .add("keys", SettingType.KEYS, "uniform", BASIC)
          .help(
              "key distribution: uniform, zipfian:0.99, hotspot:20%:80%, …; key order: sequential,"
                  + " permuted");
  Setting<KeyScope> KEY_SCOPE =
      KEYS_GROUP
          .oneOf("key-scope", KeyScope.class, "")
          .help(
              "rows of a thread: partitioned (default), table-wide (default if skewed) or shared");
  Setting<Integer> STRIDE =
      KEYS_GROUP
          .add("stride", SettingType.SMALL_COUNT, "1", NOT_FOR_FULL_PASS)
          .help("distance of consecutive rows with --keys sequential");
  Setting<KeyFormat> KEY_FORMAT =
      KEYS_GROUP
          .add("key-format", SettingType.KEY_FORMAT, "{row:26}", ROW_CONTENT)
          .help("row keys: text with {row:DIGITS}, {hash} or {salt:BUCKETS}; user{hash} is YCSB's");
  Setting<Long> DRAW_SEED =
      KEYS_GROUP
          .add("draw-seed", SettingType.NUMBER, NO_LOAD_EFFECT, PER_RUN)
          .help(
              "seed of key draws and arrivals, to repeat them; default: another one for each run");
  Setting<Long> FIRST_INSERT =
      KEYS_GROUP
          .add("first-insert", SettingType.COUNT, NO_LOAD_EFFECT, NOT_FOR_FULL_PASS, PER_RUN)
          .help("row of the first insert; default: the row after the last one in the table");

  SettingGroup VALUES_GROUP = new SettingGroup("values");

  Setting<Integer> VALUE_SIZE =
      VALUES_GROUP
          .add("value-size", SettingType.SIZE, "1000", ROW_CONTENT, BASIC)
          .help("maximum number of bytes per cell");
  Setting<Integer> MIN_VALUE_SIZE =
      VALUES_GROUP
          .add("min-value-size", SettingType.SIZE, "0", ROW_CONTENT)
          .help("minimum number of bytes per cell with --value-lengths uniform or zipfian");
  Setting<ValueLengths> VALUE_LENGTHS =
      VALUES_GROUP
          .oneOf("value-lengths", ValueLengths.class, "fixed", ROW_CONTENT)
          .help(
              "distribution of value lengths up to --value-size: fixed, uniform, zipfian, histogram");
  Setting<LengthHistogram> VALUE_HISTOGRAM =
      VALUES_GROUP
          .add("value-histogram", SettingType.HISTOGRAM, ROW_CONTENT)
          .help("file of value lengths: BlockSize and bytes, then lines of bucket and count");
  Setting<ValueBytes> VALUE_BYTES =
      VALUES_GROUP
          .oneOf("value-bytes", ValueBytes.class, "random", ROW_CONTENT)
          .help("content of values: random; or letters, which compress well");
  Setting<Double> COMPRESSIBLE_TO =
      VALUES_GROUP
          .add("compressible-to", SettingType.SHARE, "100%", ROW_CONTENT)
          .help("share of random bytes in each random value; zeros fill the rest");
  Setting<Integer> TAGS =
      VALUES_GROUP.add("tags", SettingType.FEW, "0").help("number of 256-byte tags on each cell");
  Setting<Integer> VALUE_VERSION =
      VALUES_GROUP
          .add("value-version", SettingType.SMALL_COUNT_OR_ZERO, "0", ROW_CONTENT, NO_LOAD_EFFECT)
          .help("number written into random values, by which verify recognizes stale ones");
  Setting<Long> SEED =
      VALUES_GROUP
          .add("seed", SettingType.NUMBER, "0", ROW_CONTENT, NO_LOAD_EFFECT)
          .help("seed of keys and values: the same seed gives the same data");
}
