package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.data.KeyFormat;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.UsageException;
import io.hbench.spec.KeySpec;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.MemoryCompactionPolicy;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows that a run needs and that a table has, of which only the keys exist here. */
class TableFitTest {
  private static final TableName NAME = TableName.valueOf("usertable");
  private static final TableDescriptor SCHEMA = schema(ColumnFamilyDescriptorBuilder.of("f"));

  private final TreeSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);

  /** Kind: rows of another slice, or with another form of keys, than those that were loaded. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "user{row} | has none of the rows 1000 to 1999 (row 1000 would be user1000, its first key is"
            + " user000000000000), and get reads them",
        "user{hash} | has none of the rows 1000 to 1999 (row 1000 would be user5952875239596136740,"
            + " its first key is user000000000000), and get reads them",
      })
  void aTableWithoutTheRowsIsRefusedWithItsFirstKeyAndALoadThatFits(String format, String reason) {
    load("user{row:12}", 0, 1000);
    Configuration conf = run(format);
    assertThatThrownBy(() -> fit(conf).check(Optional.of(SCHEMA)))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--table usertable: %s; try load --table usertable --rows 1000 --first-row 1000"
                    .formatted(reason)
                + " --family-names f --columns 2 --key-format '%s' --value-size 7"
                    .formatted(format));
  }

  @Test
  void aTableWithTheRowsIsTaken() throws IOException {
    load("user{row}", 1000, 2000);
    fit(run("user{row}")).check(Optional.of(SCHEMA));
  }

  /** It went to the cluster of hbase-site.xml. */
  @Test
  void aLoadThatFitsGoesToTheClusterOfTheRun() {
    Configuration conf = run("user{row}");
    conf.set("hbench.quorum", "zk9:2181");
    assertThat(CommandLineText.load(conf)).endsWith(" --value-size 7 --quorum zk9:2181");
  }

  /** It was said not to exist. */
  @Test
  void aTableThatWouldBeEmptyIsNotVerified() {
    Configuration conf = run("user{row:12}");
    conf.set("hbench.command", "verify");
    conf.unset("hbench.assignments");
    assertThatThrownBy(() -> fit(conf).checkNew("would be empty"))
        .hasMessageStartingWith(
            "--table usertable: would be empty, and the run writes nothing; try load --table ");
  }

  /** HBase's shell gives a family fewer attributes than hbench. */
  @Test
  void aLoadThatAsksForNoAttributeTakesTheTableOfAnyTool() throws IOException {
    Configuration conf = load();
    fit(conf).check(Optional.of(SCHEMA));
    for (String given :
        List.of(
            "prefetch-on-open=true PREFETCH_BLOCKS_ON_OPEN false, and not true",
            "compression=gz COMPRESSION NONE, and not GZ",
            "table-config=DURABILITY=ASYNC_WAL DURABILITY none, and not ASYNC_WAL",
            "table-config=COMPACTION_ENABLED=false COMPACTION_ENABLED none, and not false")) {
      Configuration asks = new Configuration(conf);
      String setting = given.substring(0, given.indexOf(' '));
      asks.set(
          "hbench." + setting.replaceFirst("=.*", ""), setting.substring(setting.indexOf('=') + 1));
      assertThatThrownBy(() -> fit(asks).check(Optional.of(SCHEMA)))
          .hasMessage(
              "--table usertable: has %s; try --table usertable2, or --recreate",
              given.substring(given.indexOf(' ') + 1));
    }
  }

  @Test
  void aPlainLoadTakesATableWithPrefetchAndCompactionInMemory() throws IOException {
    ColumnFamilyDescriptor family =
        ColumnFamilyDescriptorBuilder.newBuilder(SCHEMA.getColumnFamilies()[0])
            .setPrefetchBlocksOnOpen(true)
            .setInMemoryCompaction(MemoryCompactionPolicy.BASIC)
            .build();
    fit(load()).check(Optional.of(schema(family)));
  }

  @Test
  void propertiesOfAFamilyAreThoseOfTheTable() throws IOException {
    Configuration conf = load();
    conf.set("hbench.family-config", "hbase.hstore.blockingStoreFiles=30");
    for (String has : List.of("none", "16")) {
      TableDescriptor table =
          has.equals("none") ? SCHEMA : with("hbase.hstore.blockingStoreFiles", has);
      assertThatThrownBy(() -> fit(conf).check(Optional.of(table)))
          .hasMessage(
              "--table usertable: has hbase.hstore.blockingStoreFiles %s, and not 30; try --table"
                  + " usertable2, or --recreate",
              has);
    }
    fit(conf).check(Optional.of(with("hbase.hstore.blockingStoreFiles", "30")));
  }

  private static TableDescriptor with(String property, String value) {
    return schema(
        ColumnFamilyDescriptorBuilder.newBuilder(SCHEMA.getColumnFamilies()[0])
            .setConfiguration(property, value)
            .build());
  }

  /** Kind: clients that insert behind their slices at once. */
  @ParameterizedTest
  @CsvSource({"user{row:12}, 4000", "user{hash}, 4000", "user{row:12}, 3000", "user{hash}, 1000"})
  void insertsOfASliceGoOnBehindItsOwn(String format, long otherUntil) throws IOException {
    load(format, 0, 2000);
    load(format, 2000, 2205); // 205 rows behind the first slice
    load(format, 3000, otherUntil); // and some behind the second one, or more than fit there
    Configuration conf = run(format);
    conf.set("hbench.first-row", "0");
    conf.set("hbench.assignments", "insert@1");
    conf.set("hbench.slice-of", "2000");
    KeySpec slice = RunSpec.from(conf).keys();
    long place = new LastRow(connection(), NAME, slice).before(slice.range().end()) + 1;
    assertThat(slice.row(place)).isEqualTo(2205);
  }

  private static TableDescriptor schema(ColumnFamilyDescriptor family) {
    return TableDescriptorBuilder.newBuilder(NAME).setColumnFamily(family).build();
  }

  /** A load of rows of which the table has all. */
  private Configuration load() {
    load("user{row}", 1000, 2000);
    Configuration conf = run("user{row}");
    conf.set("hbench.command", "load");
    conf.unset("hbench.assignments");
    return conf;
  }

  private void load(String format, long first, long end) {
    LongStream.range(first, end).mapToObj(KeyFormat.parse(format)::key).forEach(keys::add);
  }

  private static Configuration run(String format) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get@1");
    conf.set("hbench.table", "usertable");
    conf.set("hbench.first-row", "1000");
    conf.set("hbench.rows", "1000");
    conf.set("hbench.columns", "2");
    conf.set("hbench.value-size", "7");
    conf.set("hbench.family-names", "f");
    conf.set("hbench.key-format", format);
    return conf;
  }

  private TableFit fit(Configuration conf) {
    return new TableFit(connection(), NAME, RunSpec.from(conf), CommandLineText.load(conf));
  }

  private Connection connection() {
    return proxy(Connection.class, (method, argument) -> table());
  }

  private Table table() {
    return proxy(
        Table.class,
        (method, argument) ->
            switch (method) {
              case "exists" -> exists((List<?>) argument);
              case "getScanner" -> scanner((Scan) argument);
              default -> null;
            });
  }

  private boolean[] exists(List<?> gets) {
    boolean[] there = new boolean[gets.size()];
    IntStream.range(0, there.length)
        .forEach(i -> there[i] = keys.contains(((Get) gets.get(i)).getRow()));
    return there;
  }

  private ResultScanner scanner(Scan scan) {
    byte[] first =
        scan.isReversed() ? keys.lower(scan.getStartRow()) : keys.ceiling(scan.getStartRow());
    boolean beyond =
        first == null
            || (scan.getStopRow().length > 0
                && (Arrays.compareUnsigned(first, scan.getStopRow()) >= 0) != scan.isReversed());
    Result found = beyond ? null : Result.create(List.of(cell(first)));
    return proxy(ResultScanner.class, (method, argument) -> method.equals("next") ? found : null);
  }

  private static Cell cell(byte[] key) {
    return CellBuilderFactory.create(CellBuilderType.DEEP_COPY)
        .setRow(key)
        .setFamily("f".getBytes(StandardCharsets.UTF_8))
        .setQualifier(new byte[0])
        .setType(Cell.Type.Put)
        .setValue(new byte[0])
        .build();
  }

  @FunctionalInterface
  private interface Answers {
    Object to(String method, Object argument);
  }

  private static <T> T proxy(Class<T> type, Answers answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) ->
                answers.to(method.getName(), args == null || args.length == 0 ? null : args[0])));
  }
}
