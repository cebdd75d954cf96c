package io.hbench.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyDistributionType;
import io.hbench.driver.Console;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.op.Operations;
import io.hbench.row.RowRequests;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Place;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteFile;
import io.hbench.suite.SuitePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each step of {@code job-conf/reference} requests, beside what its authors say. The tables
 * were written by hand, from the write-ups; where a ladder has several values, all of them stand
 * there. A line is a step with
 *
 * <ul>
 *   <li>its runs, and how many of them count;
 *   <li>its operations;
 *   <li>tasks or their places, threads and connections of each;
 *   <li>the row as it is sent: its key, family, columns × bytes of a put, what a get asks for;
 *   <li>table and rows, and which ones: {@code new} ones are written for the first time;
 *   <li>number of requests, of requested rows, or time;
 *   <li>rows in a request;
 *   <li>what the table is, how it is prepared, and the log, where that is not the default.
 * </ul>
 */
class PublishedBenchmarksTest {
  private static final Set<OperationType> SCANS = Set.of(Operations.SCAN, Operations.SCAN_RANGE);

  /** 40 threads by the authors' own figures: 165,063 reads/s of 0.24 ms. */
  private static final String CACHE =
      """
      load   | 1      | load                          | 5 | 8 | 1 | user{hash}, put family 10x100             | reference-cache 40M, new, in order | all | 100 | 20 regions, flush, major-compact, settle
      C      | 3 of 5 | run get                       | 5 | 8 | 1 | user{hash}, get family                    | reference-cache 40M, ycsb-zipfian  | 15m | 1   |
      update | 3 of 5 | run put                       | 5 | 8 | 1 | user{hash}, put family 1x100              | reference-cache 40M, ycsb-zipfian  | 15m | 1   |
      A      | 3 of 5 | run get:50,put:50             | 5 | 8 | 1 | user{hash}, put family 1x100, get family  | reference-cache 40M, ycsb-zipfian  | 15m | 1   |
      F      | 3 of 5 | run get:50,readModifyWrite:50 | 5 | 8 | 1 | user{hash}, put family 1x100, get family  | reference-cache 40M, ycsb-zipfian  | 15m | 1   |
      """;

  /** 10,000 rows of each thread; random keys are those of all threads. */
  private static final String CONTAINERS =
      """
      sequential-write-40 | 1 | run put | 1 | 40 | 40 | {row:26}, put info0 1x500 letters | reference-containers 400k, new, in order | 400k | 1 | sync_wal
      random-write-40     | 1 | run put | 1 | 40 | 40 | {row:26}, put info0 1x500 letters | reference-containers 400k, any of all    | 400k | 1 | sync_wal
      sequential-read-40  | 1 | run get | 1 | 40 | 40 | {row:26}, get info0 1             | reference-containers 400k, in order      | 400k | 1 |
      random-read-40      | 1 | run get | 1 | 40 | 40 | {row:26}, get info0 1             | reference-containers 400k, any of all    | 400k | 1 |
      sequential-write-20 | 1 | run put | 1 | 20 | 20 | {row:26}, put info0 1x500 letters | reference-containers 200k, new, in order | 200k | 1 | sync_wal
      random-write-20     | 1 | run put | 1 | 20 | 20 | {row:26}, put info0 1x500 letters | reference-containers 200k, any of all    | 200k | 1 | sync_wal
      sequential-read-20  | 1 | run get | 1 | 20 | 20 | {row:26}, get info0 1             | reference-containers 200k, in order      | 200k | 1 |
      random-read-20      | 1 | run get | 1 | 20 | 20 | {row:26}, get info0 1             | reference-containers 200k, any of all    | 200k | 1 |
      """;

  /** 2 to 10 clients on each of 5 machines; a client of 0.20.6 sends each put by itself. */
  private static final String CLIENTS =
      """
      sequential-write | 1 | load     | hosts:5 | 2/4/6/8/10 | 1 | {row:50}, put info0,info1,info2,info3,info4 5x100 | reference-clients 1M, new, in order      | all | 1   | 11 regions
      log              | 1 | load     | hosts:5 | 4          | 1 | {row:50}, put info0,info1,info2,info3,info4 5x100 | reference-clients 1M, new, permuted      | all | 1   | 11 regions, sync_wal/11 regions, async_wal/11 regions, skip_wal
      random-write     | 1 | load     | hosts:5 | 2/4/6/8/10 | 1 | {row:50}, put info0,info1,info2,info3,info4 5x100 | reference-clients 1M, new, permuted      | all | 1   | 11 regions, flush, settle
      scan             | 1 | run scan | hosts:5 | 2/4/6/8/10 | 1 | {row:50}, get info0,info1,info2,info3,info4 5     | reference-clients 1M, in order           | 5m | 100  |
      sequential-get   | 1 | run get  | hosts:5 | 2/4/6/8/10 | 1 | {row:50}, get info0,info1,info2,info3,info4 5     | reference-clients 1M, in order           | 5m | 1    |
      random-get       | 1 | run get  | hosts:5 | 2/4/6/8/10 | 1 | {row:50}, get info0,info1,info2,info3,info4 5     | reference-clients 1M, any of own         | 5m | 1    |
      one-family-write | 1 | load     | hosts:5 | 2/4/6/8/10 | 1 | {row:50}, put info0 25x100                        | reference-clients-wide 1M, new, permuted | all | 1   | 11 regions, flush, settle
      one-family-get   | 1 | run get  | hosts:5 | 2/4/6/8/10 | 1 | {row:50}, get info0 25                            | reference-clients-wide 1M, any of own    | 5m | 1    |
      """;

  /** 150 GB, three times; YCSB's load sends each row by itself. */
  private static final String SERVERS =
      """
      load | 3 | load                          | 8 | 16 | 1 | user{hash}, put family 10x100            | reference-servers 150M, new, in order | all | 1 | 50 regions, settle
      A    | 3 | run get:50,put:50             | 8 | 16 | 1 | user{hash}, put family 1x100, get family | reference-servers 150M, ycsb-zipfian  | 50M | 1 |
      F    | 3 | run get:50,readModifyWrite:50 | 8 | 16 | 1 | user{hash}, put family 1x100, get family | reference-servers 150M, ycsb-zipfian  | 50M | 1 |
      """;

  /** 5,000 rows of each of 100 threads; passes until the rows are in the cache. */
  private static final String CLOUD =
      """
      load          | 1 | load          | 1 | 100 | 100 | {row:26}, put info 1x1024 letters | reference-cloud 500k, new, in order          | all | 100           | flush, settle, sync_wal
      write         | 1 | run put       | 1 | 100 | 100 | {row:26}, put info 1x1024 letters | reference-cloud 500k, any of all             | 500k rows | 1/2/100 | sync_wal
      warm          | 3 | run get       | 1 | 100 | 100 | {row:26}, get info 1              | reference-cloud 500k, any of all             | 500k rows | 1       |
      read-cached   | 1 | run get       | 1 | 100 | 100 | {row:26}, get info 1              | reference-cloud 500k, any of all             | 500k rows | 1       |
      scan-cached   | 1 | run scanRange | 1 | 100 | 100 | {row:26}, get info 1              | reference-cloud 500k, any of all             | 5M rows | 100       |
      load-uncached | 1 | load          | 1 | 100 | 100 | {row:26}, put info 1x1024 letters | reference-cloud-uncached 500k, new, in order | all | 100           | no block cache, flush, settle, sync_wal
      read-uncached | 1 | run get       | 1 | 100 | 100 | {row:26}, get info 1              | reference-cloud-uncached 500k, any of all    | 500k rows | 1       |
      scan-uncached | 1 | run scanRange | 1 | 100 | 100 | {row:26}, get info 1              | reference-cloud-uncached 500k, any of all    | 5M rows | 100       |
      """;

  static Stream<Arguments> files() {
    return Stream.of(
        Arguments.of("1-cache", CACHE),
        Arguments.of("2-containers", CONTAINERS),
        Arguments.of("3-clients", CLIENTS),
        Arguments.of("4-servers-per-node", SERVERS),
        Arguments.of("5-cloud", CLOUD));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("files")
  void eachStepRequestsWhatItsAuthorsSay(String file, String table) throws IOException {
    List<String> expected = table.lines().map(l -> l.replaceAll(" +", " ").strip()).toList();
    assertThat(steps(Path.of("job-conf/reference", file + ".yaml"))).isEqualTo(expected);
  }

  private static List<String> steps(Path file) throws IOException {
    Suite suite = SuiteFile.parse(file.toString(), Files.readString(file));
    List<PlannedRun> plan = SuitePlan.of(suite, Map.of(), PublishedBenchmarksTest::words);
    return suite.steps().stream()
        .map(step -> line(plan.stream().filter(run -> run.step().equals(step)).toList()))
        .toList();
  }

  private static SuitePlan.Words words(List<String> words) throws IOException {
    LoadRequest request =
        new RunCommand(words.get(0).equals("load") ? Command.LOAD : Command.RUN)
            .request(new Configuration(), words.subList(1, words.size()), Console.ofProcess());
    return new SuitePlan.Words(request.conf(), request.settings());
  }

  private static String line(List<PlannedRun> runs) {
    long rungs = runs.stream().map(PlannedRun::rung).distinct().count();
    long all = runs.size() / rungs;
    long counted = runs.stream().filter(PlannedRun::counted).count() / rungs;
    List<List<String>> cells = runs.stream().map(PublishedBenchmarksTest::cells).toList();
    return Stream.concat(
            Stream.of(runs.get(0).step().name(), (counted < all ? counted + " of " : "") + all),
            IntStream.range(0, cells.get(0).size())
                .mapToObj(i -> cells.stream().map(run -> run.get(i)).distinct())
                .map(values -> values.collect(joining("/"))))
        .collect(joining(" | "))
        .strip();
  }

  private static List<String> cells(PlannedRun run) {
    RunSpec spec = RunSpec.from(run.conf());
    return List.of(
        spec.command() == Command.LOAD ? "load" : "run " + spec.assignments().get(0).mix(),
        spec.policies().place().map(Place::toString).orElse(Integer.toString(spec.tasks())),
        Integer.toString(spec.load().threads()),
        Integer.toString(spec.load().connections()),
        row(spec),
        spec.table() + " " + Settings.ROWS.text(run.conf()) + ", " + rows(spec),
        number(run.conf()),
        rowsOfRequest(spec),
        further(spec));
  }

  /** A put and a get as they are sent. */
  private static String row(RunSpec spec) {
    RowRequests requests = spec.rowRequests();
    StringBuilder row = new StringBuilder(spec.keys().format().toString());
    if (writes(spec)) {
      Map<byte[], List<Cell>> put = requests.writes().put(0).getFamilyCellMap();
      List<Cell> cells = put.values().iterator().next();
      row.append(", put ");
      row.append(put.keySet().stream().map(Bytes::toString).collect(joining(",")));
      row.append(" %dx%d".formatted(cells.size(), cells.get(0).getValueLength()));
      row.append(isLetters(cells.get(0)) ? " letters" : "");
    }
    if (spec.operations().anyMatch(o -> o.rows() == Rows.EXISTING)) {
      var get = requests.reads().get(0).getFamilyMap();
      row.append(", get ");
      row.append(get.keySet().stream().map(Bytes::toString).collect(joining(",")));
      var columns = get.values().iterator().next();
      row.append(columns == null ? "" : " " + columns.size());
    }
    return row.toString();
  }

  private static boolean writes(RunSpec spec) {
    return spec.operations().anyMatch(o -> o.effect() == Effect.WRITES);
  }

  /** Whether a value begins with eight equal letters, and then eight others. */
  private static boolean isLetters(Cell cell) {
    String value = Bytes.toString(cell.getValueArray(), cell.getValueOffset(), 16);
    return value.matches("([A-Z])\\1{7}([A-Z])\\2{7}");
  }

  private static String rows(RunSpec spec) {
    KeyDistributionType keys = spec.keys().distribution().type();
    boolean once =
        spec.command() == Command.LOAD
            || (keys == KeyDistributionType.SEQUENTIAL
                && spec.limit().requests().filter(n -> n == spec.rows()).isPresent());
    boolean isNew = once && spec.tableSpec().recreate().equals("true");
    return (isNew ? "new, " : "")
        + switch (keys) {
          case SEQUENTIAL -> "in order";
          case UNIFORM ->
              spec.command() == Command.LOAD
                  ? "in order"
                  : "any of " + (spec.keys().scope() == KeyScope.TABLE_WIDE ? "all" : "own");
          default -> spec.keys().distribution().toString();
        };
  }

  private static String number(Configuration conf) {
    return Settings.COMMAND.get(conf) == Command.LOAD
        ? "all"
        : Stream.of(Settings.OPS, Settings.ROW_BUDGET, Settings.FOR)
            .filter(limit -> limit.isSet(conf))
            .map(limit -> limit.text(conf) + (limit.equals(Settings.ROW_BUDGET) ? " rows" : ""))
            .collect(joining(", "));
  }

  /** Rows of a request: of a scan, those of each answer. */
  private static String rowsOfRequest(RunSpec spec) {
    boolean scans = spec.operations().anyMatch(SCANS::contains);
    assertThat(spec.data().scans().caching()).isEqualTo(spec.data().scans().rows());
    return Integer.toString(scans ? spec.data().scans().rows() : spec.data().batch());
  }

  private static String further(RunSpec spec) {
    List<String> further = new ArrayList<>();
    spec.tableSpec().presplit().ifPresent(regions -> further.add(regions + " regions"));
    if (spec.command() == Command.LOAD
        && !spec.tableSpec().newTable().getColumnFamilies()[0].isBlockCacheEnabled()) {
      further.add("no block cache");
    }
    spec.preparation().steps().map(Setting::name).forEach(further::add);
    if (writes(spec) && spec.data().writes().durability() != Durability.USE_DEFAULT) {
      further.add(spec.data().writes().durability().toString().toLowerCase(Locale.ROOT));
    }
    if (!spec.data().scans().cacheBlocks()) {
      further.add("puts nothing into the cache");
    }
    return String.join(", ", further);
  }
}
