package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.NOT_FOR_EVERY_ROW;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.PER_RUN;
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
      TABLE_GROUP.add(
          "table",
          "hbench",
          SettingType.NAME,
          "name of the table; created if it is absent and no operation reads it",
          ROW_CONTENT,
          NO_LOAD_EFFECT,
          BASIC);
  Setting<Long> ROWS =
      TABLE_GROUP.add(
          "rows",
          "1M",
          SettingType.COUNT,
          "number of rows in the table, or of keys in the sample of --keys sampled",
          ROW_CONTENT,
          BASIC);
  Setting<Long> FIRST_ROW =
      TABLE_GROUP.add(
          "first-row", "0", SettingType.COUNT_OR_ZERO, "number of the first row", ROW_CONTENT);
  Setting<Integer> FAMILIES =
      TABLE_GROUP.add(
          "families",
          "1",
          SettingType.FAMILY_COUNT,
          "number of column families: info0, info1, …",
          ROW_CONTENT);
  Setting<List<String>> FAMILY_NAMES =
      TABLE_GROUP.add(
          "family-names",
          "",
          SettingType.FAMILIES,
          "names of the column families: cf1,cf2",
          ROW_CONTENT);
  Setting<Integer> COLUMNS =
      TABLE_GROUP.add(
          "columns",
          "1",
          SettingType.SMALL_COUNT,
          "number of columns in each family: 0, 1, …",
          ROW_CONTENT);
  Setting<String> COLUMN_PREFIX =
      TABLE_GROUP.add(
          "column-prefix",
          "",
          SettingType.TEXT,
          "prefix of the column names; field for YCSB's",
          ROW_CONTENT);
  Setting<Boolean> YES =
      TABLE_GROUP.add(
          "yes",
          "false",
          SettingType.FLAG,
          "consent to write or compact a table that hbench did not create, or to write over 100 GB",
          NO_LOAD_EFFECT,
          BASIC);
  Setting<Boolean> WRITES_TO_META =
      TABLE_GROUP.add(
          "i-know-this-writes-to-meta",
          "false",
          SettingType.FLAG,
          "consent to writes into hbase:meta (metaWrite, metaClean)",
          NO_LOAD_EFFECT);

  SettingGroup KEYS_GROUP = new SettingGroup("keys");

  Setting<KeyDistribution> KEYS =
      KEYS_GROUP.add(
          "keys",
          "uniform",
          SettingType.KEYS,
          "key distribution: uniform, zipfian:0.99, hotspot:20%:80%, …; key order: sequential,"
              + " permuted",
          BASIC);
  Setting<KeyScope> KEY_SCOPE =
      KEYS_GROUP.add(
          "key-scope",
          "",
          SettingType.oneOf(KeyScope.class),
          "rows of a thread: partitioned (default), table-wide (default if skewed) or shared");
  Setting<Integer> STRIDE =
      KEYS_GROUP.add(
          "stride",
          "1",
          SettingType.SMALL_COUNT,
          "distance of consecutive rows with --keys sequential",
          NOT_FOR_EVERY_ROW);
  Setting<KeyFormat> KEY_FORMAT =
      KEYS_GROUP.add(
          "key-format",
          "{row:26}",
          SettingType.KEY_FORMAT,
          "row keys: text with {row:DIGITS}, {hash} or {salt:BUCKETS}; user{hash} is YCSB's",
          ROW_CONTENT);
  Setting<Long> DRAW_SEED =
      KEYS_GROUP.add(
          "draw-seed",
          "",
          SettingType.NUMBER,
          "seed of key draws and arrivals, to repeat them; default: another one for each run",
          NO_LOAD_EFFECT,
          PER_RUN);
  Setting<Long> FIRST_INSERT =
      KEYS_GROUP.add(
          "first-insert",
          "",
          SettingType.COUNT,
          "row of the first insert; default: the row after the last one in the table",
          NO_LOAD_EFFECT,
          NOT_FOR_EVERY_ROW,
          PER_RUN);

  SettingGroup VALUES_GROUP = new SettingGroup("values");

  Setting<Integer> VALUE_SIZE =
      VALUES_GROUP.add(
          "value-size",
          "1000",
          SettingType.SIZE,
          "maximum number of bytes per cell",
          ROW_CONTENT,
          BASIC);
  Setting<Integer> MIN_VALUE_SIZE =
      VALUES_GROUP.add(
          "min-value-size",
          "0",
          SettingType.SIZE,
          "minimum number of bytes per cell with --value-lengths uniform or zipfian",
          ROW_CONTENT);
  Setting<ValueLengths> VALUE_LENGTHS =
      VALUES_GROUP.add(
          "value-lengths",
          "fixed",
          SettingType.oneOf(ValueLengths.class),
          "distribution of value lengths up to --value-size: fixed, uniform, zipfian, histogram",
          ROW_CONTENT);
  Setting<LengthHistogram> VALUE_HISTOGRAM =
      VALUES_GROUP.add(
          "value-histogram",
          "",
          SettingType.HISTOGRAM,
          "file of value lengths: BlockSize and bytes, then lines of bucket and count",
          ROW_CONTENT);
  Setting<ValueBytes> VALUE_BYTES =
      VALUES_GROUP.add(
          "value-bytes",
          "random",
          SettingType.oneOf(ValueBytes.class),
          "content of values: random; or letters, which compress well",
          ROW_CONTENT);
  Setting<Double> COMPRESSIBLE_TO =
      VALUES_GROUP.add(
          "compressible-to",
          "100%",
          SettingType.SHARE,
          "share of random bytes in each random value; zeros fill the rest",
          ROW_CONTENT);
  Setting<Integer> TAGS =
      VALUES_GROUP.add("tags", "0", SettingType.FEW, "number of 256-byte tags on each cell");
  Setting<Integer> VALUE_VERSION =
      VALUES_GROUP.add(
          "value-version",
          "0",
          SettingType.SMALL_COUNT_OR_ZERO,
          "number written into random values, by which verify recognizes stale ones",
          ROW_CONTENT,
          NO_LOAD_EFFECT);
  Setting<Long> SEED =
      VALUES_GROUP.add(
          "seed",
          "0",
          SettingType.NUMBER,
          "seed of keys and values: the same seed gives the same data",
          ROW_CONTENT,
          NO_LOAD_EFFECT);
}
