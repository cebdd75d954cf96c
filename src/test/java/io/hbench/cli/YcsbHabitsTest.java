package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.job.TaskHeap;
import io.hbench.kit.Hbench;
import io.hbench.kit.VirtualTime;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RowsInFlight;
import io.hbench.spec.RunSpec;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteFile;
import io.hbench.suite.SuitePlan;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Command lines and files as users of YCSB have them; each test names the kind of the mistake. */
class YcsbHabitsTest {
  @TempDir static Path dir;

  private static final String FIELD = "src/test/resources/io/hbench/cli/field/";
  private static final String SITE = FIELD + "other-cluster";
  private static final String ROWS = " -p recordcount=100000 -p columnfamily=f";

  /** Kind: an address in YCSB's own notation. It went unheard, and rows to another cluster. */
  @ParameterizedTest
  @ValueSource(strings = {"-cp " + SITE, "-cp=" + SITE, "-cp lib/some.jar:" + SITE + ":" + FIELD})
  void theClassPathNamesTheCluster(String words) throws IOException {
    assertThat(request("load hbase2 " + words + ROWS).get("hbase.zookeeper.quorum"))
        .isEqualTo("other-zk.invalid");
    assertThat(ycsb("load hbase2 --print " + words + ROWS).out())
        .endsWith(" -conf " + SITE + "/hbase-site.xml\n");
  }

  /** Kind: Kerberos and the file system of a directory with more files than one. */
  @Test
  void otherFilesOfTheSiteAreNamed() throws IOException {
    Path conf = Files.createDirectory(dir.resolve("conf"));
    for (String name : List.of("hbase-site.xml", "core-site.xml", "hdfs-site.xml")) {
      Files.writeString(conf.resolve(name), "<configuration/>");
    }
    assertThat(ycsb("load hbase2 --print -cp " + conf + ROWS).err())
        .isEqualTo(
            "hbench: -cp takes hbase-site.xml alone; add -conf %s/core-site.xml -conf"
                    .formatted(conf)
                + " %s/hdfs-site.xml\n".formatted(conf));
    assertThat(ycsb("load hbase2 --print -cp " + SITE + ROWS).err()).isEmpty();
  }

  /** Kind: a printed line that goes to another cluster, or lacks a jar. */
  @Test
  void thePrintedLineHasTheOptionsOfHadoop() throws IOException {
    Path jar = Files.writeString(dir.resolve("own.jar"), "");
    String words = "-D a=b -libjars " + jar + " -conf " + SITE + "/hbase-site.xml";
    for (String line : List.of("ycsb load hbase2 " + words + ROWS, "pe " + words + " scan 1")) {
      Hbench.Result result = Hbench.run(new Configuration(false), (line + " --print").split(" "));
      assertThat(result.out())
          .endsWith(" -conf " + SITE + "/hbase-site.xml -D a=b -libjars " + jar + "\n");
    }
  }

  /** Kind: an address that cannot be carried over. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-cp lib/some.jar | -cp lib/some.jar: no directory with an hbase-site.xml; try -conf"
            + " /etc/hbase/conf/hbase-site.xml",
        "-p hbase.zookeeper.quorum=zk1 | hbase.zookeeper.quorum zk1: a property of HBase or Hadoop,"
            + " which YCSB does not pass on; try -D hbase.zookeeper.quorum=zk1",
        "-p zookeeper.znode.parent=/h | zookeeper.znode.parent /h: a property of HBase or Hadoop,"
            + " which YCSB does not pass on; try -D zookeeper.znode.parent=/h",
        "-p hbase.zookeeper.znode.parent=/h | hbase.zookeeper.znode.parent /h: a property of HBase"
            + " or Hadoop, which YCSB does not pass on; try -D zookeeper.znode.parent=/h",
        "-p hbase.config=/c/hbase-site.xml | hbase.config /c/hbase-site.xml: a property of HBase or"
            + " Hadoop, which YCSB does not pass on; try -conf /c/hbase-site.xml",
        "-p hbase.rpc.tls.truststore.password=x7 | hbase.rpc.tls.truststore.password <redacted>: a"
            + " property of HBase or Hadoop, which YCSB does not pass on; try -D"
            + " hbase.rpc.tls.truststore.password=<redacted>",
        "-p hosts=zk1 | hosts zk1: a property of HBase or Hadoop, which YCSB does not pass on; try"
            + " --quorum zk1",
        "-p columnfamily=a,b -p fieldcount=2 | columnfamily a,b: one name in YCSB, and no name of a"
            + " family has a comma; try -p columnfamily=a",
        "-p config=async.conf | config async.conf: not a file that hbench reads; try -conf"
            + " /etc/hbase/conf/hbase-site.xml",
      })
  void anAddressIsNeverDropped(String words, String line) {
    assertRefused("load hbase2 -p recordcount=9 -p columnfamily=f " + words, line);
  }

  /** Kind: YCSB's rate is of rows, hbench's of requests, and a request may have several rows. */
  @ParameterizedTest
  @CsvSource({
    "2000,",
    "5000, -p fieldlength=1000",
    "7,",
    "300, --batch 100",
    "40, -p durability=SKIP_WAL"
  })
  void aTargetIsARateOfRows(int target, String more) throws IOException {
    Configuration conf =
        request(
            "load -p clientbuffering=true -target "
                + target
                + ROWS
                + (more == null ? "" : " " + more));
    double requests = RunSpec.from(conf).load().rate().orElseThrow().levels().get(0).doubleValue();
    assertThat(requests * Settings.BATCH.get(conf)).isCloseTo(target, withinPercentage(0.1));
  }

  /**
   * The rate was that of full batches, and a thread has fewer rows, or a part of one at its end.
   */
  @ParameterizedTest
  @CsvSource({"200, 500", "64, 1563", "30, 1667", "1, 2000"})
  void aTargetIsARateOfRowsThoughAThreadHasFewerThanABatch(int threads, int batch)
      throws IOException {
    Configuration conf =
        request(
            "load -D mapreduce.map.memory.mb=2048 -p clientbuffering=true -target 2000 -threads "
                + threads
                + ROWS);
    assertThat(Settings.BATCH.get(conf)).isEqualTo(batch);
    double requests = RunSpec.from(conf).load().rate().orElseThrow().levels().get(0).doubleValue();
    assertThat(requests * batch).isCloseTo(2000, withinPercentage(0.1));
  }

  /** Kind: YCSB counts rows, and hbench's requests have a batch of them in both phases. */
  @Test
  void aBatchOfARunChangesNeitherTargetNorWork() {
    String words = "run -P job-conf/ycsb/workloadc -p operationcount=100000 ";
    assertThat(ycsb(words + "-target 2000 --batch 100 --print").out())
        .contains(" --rate 20 ")
        .contains(" --row-budget 100000 ")
        .doesNotContain(" --ops ");
    assertThat(ycsb(words + "-target 1 --batch 300 --print").out()).contains(" --rate 0.00333333 ");
    assertRefused(
        words + "-target 1 --batch 3000",
        "target 1: a batch of 3000 rows takes too long; try --batch 1");
    assertRefused(
        "run -P job-conf/ycsb/workloadf --batch 100",
        "--batch 100: scans and readModifyWrite have no batches; try --batch 1");
  }

  /** Kind: what YCSB takes in more than one form. */
  @Test
  void blanksInAListAndTheBindingOfTheCommandAreTaken() throws IOException {
    Path file = Files.writeString(dir.resolve("w"), "db=site.ycsb.BasicDB\nrecordcount=9\n");
    String[] words = {"ycsb", "load", "hbase2", "-p", "columnfamily=f", "--print", "-P", "" + file};
    assertThat(Hbench.run(new Configuration(false), words)).hasExitCode(0);
    words = ArrayUtils.addAll(words, "-p", "hdrhistogram.percentiles=50, 95, 99");
    assertThat(Hbench.run(new Configuration(false), words)).hasExitCode(0);
    words[2] = "--quiet";
    assertThat(Hbench.run(new Configuration(false), words).err())
        .startsWith("hbench: db site.ycsb.BasicDB: not a binding for HBase; try ");
  }

  /** Kind: a size of values where the size of rows counts, with keys, names and objects. */
  @ParameterizedTest
  @CsvSource({"small-rows.properties,", "small-rows.properties, -p fieldcount=50 -p fieldlength=1"})
  void aBufferOfALoadHasTheSizeOfYcsbs(String file, String more) throws IOException {
    Configuration conf =
        request(
            "load -p clientbuffering=true -P " + FIELD + file + (more == null ? "" : " " + more));
    Put row = RunSpec.from(conf).rowRequests().writes().newRow(1_999_999);
    assertThat(Settings.BATCH.get(conf) * row.heapSize()).isBetween(10L << 20, 12L << 20);
  }

  /** Kind: a default of YCSB that was taken for a choice: refused with 32 threads and 1 GB. */
  @ParameterizedTest
  @CsvSource({"32,", "64,", "64, -target 9000", "64, -p fieldlength=20000", "200, --client async"})
  void theDefaultBufferOfALoadFitsTheHeap(int threads, String more) throws IOException {
    String words = "load -p clientbuffering=true -threads " + threads + ROWS;
    Configuration conf = request(words + (more == null ? "" : " " + more));
    long heap = TaskHeap.of(RunSpec.from(conf), conf);
    assertThat(RowsInFlight.fit(RunSpec.from(conf), conf, heap)).isEmpty();
  }

  /** Kind: a refusal in the words of hbench of something that was said in YCSB's. */
  @Test
  void aGivenBufferThatDoesNotFitIsRefusedWithTheLargestThatDoes() throws IOException {
    String words = "load -p clientbuffering=true -threads 64" + ROWS;
    Hbench.Result refused = ycsb(words + " --print -p writebuffersize=12582912");
    assertThat(refused.err())
        .startsWith(
            "hbench: writebuffersize 12582912: the buffers of all threads take more than a quarter"
                + " of a task's heap; try -p writebuffersize=");
    Configuration conf = request(words + refused.err().trim().replaceFirst(".*; try", ""));
    long heap = TaskHeap.of(RunSpec.from(conf), conf);
    assertThat(RowsInFlight.fit(RunSpec.from(conf), conf, heap)).isEmpty();
  }

  /** Kind: load and run that only fit together with other keys. */
  @ParameterizedTest
  @ValueSource(strings = {"workloada", "workloadb", "workloadc", "workloadd", "workloadf"})
  void hashedKeysAreVerified(String workload) throws IOException {
    String words = " -p dataintegrity=true -P job-conf/ycsb/" + workload;
    RunSpec load = RunSpec.from(request("load" + words));
    RunSpec run = RunSpec.from(request("run" + words));
    assertThat(run.data().expected().share()).isEqualTo(1);
    assertThat(run.keys().format()).isEqualTo(load.keys().format());
  }

  /** Kind: a refusal in the words of hbench of something that was said in YCSB's. */
  @Test
  void scansOfHashedKeysAreNotVerified() {
    assertRefused(
        "run -p dataintegrity=true -P job-conf/ycsb/workloade",
        "dataintegrity true: rows of scans are not verified with insertorder=hashed; try -p"
            + " dataintegrity=false");
  }

  /** Kind: numbers as a program prints them that computes in binary floating point. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-P " + FIELD + "float-mix.properties | get:1,put:9",
        "-P " + FIELD + "thirds.properties | get:1,put:1,scan:1",
        "-p readproportion=0.3333333333333333 -p updateproportion=0.6666666666666667 | get:1,put:2",
        "-p readproportion=0.7000000000000001 -p updateproportion=0.30000000000000004 | get:7,put:3",
        "-p readproportion=0.123456 -p updateproportion=0.876544 | get:1929,put:13696",
        "-p readproportion=19 -p updateproportion=1 | get:19,put:1",
        "-p readproportion=1e-3 -p updateproportion=0.999 | get:1,put:999",
        "-p readproportion=0.123456789 -p updateproportion=0.876543211 |"
            + " get:123456789,put:876543211",
      })
  void aMixIsWhatTheProportionsMean(String words, String mix) {
    assertThat(ycsb("run --print -p operationcount=9" + ROWS + " " + words).out())
        .contains(" run " + mix + " --");
  }

  /** Kind: a proportion that would be rounded to none. */
  @Test
  void aProportionIsNeverRoundedToNothing() {
    assertRefused(
        "run -p readproportion=1e-12 -p updateproportion=1 -p operationcount=9" + ROWS,
        "readproportion 1E-12: less than a billionth of all; try -p readproportion=0");
  }

  /** Kind: another workload class, with other rows and requests than CoreWorkload's. */
  @ParameterizedTest
  @CsvSource({"timeseries, TimeSeries", "occupancy, ConstantOccupancy"})
  void anotherWorkloadClassIsRefused(String file, String name) {
    for (String phase : List.of("load", "run")) {
      assertRefused(
          phase + " -p recordcount=1000 -P " + FIELD + file + ".properties",
          "workload site.ycsb.workloads.%sWorkload: not CoreWorkload, the only one of hbench; try"
                  .formatted(name)
              + " YCSB itself");
    }
  }

  /** Kind: a slice of the rows, behind which the slice of another client begins. */
  @Test
  void insertsOfASliceAreBehindAllRows() throws IOException {
    for (int slice = 0; slice < 2; slice++) {
      String words = "run -P " + FIELD + "slice-" + (slice == 0 ? "a" : "b") + ".properties";
      RunSpec spec = RunSpec.from(request(words));
      assertThat(spec.keys().firstInsert()).isEqualTo(2000 + slice * 1000);
      assertThat(ycsb(words + " --print").out()).contains(" --slice-of 2000 ");
    }
  }

  /** Kind: the number of rows is another one in each phase; a second client lost its rows. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "load -p recordcount=1000 -p insertstart=400 | --first-row 400 --rows 1000",
        "load -p recordcount=1000 -p insertstart=1000 | --first-row 1000 --rows 1000",
        "load -p recordcount=1000 -p insertstart=400 -p insertcount=9 | --first-row 400 --rows 9",
        "run -p recordcount=1000 -p insertstart=400 | --first-row 400 --rows 600",
        "run -p insertstart=1000 -p recordcount=2000 -p insertcount=1000 | --first-row 1000"
            + " --rows 1000",
      })
  void aLoadCountsItsRowsFromTheFirst(String words, String settings) {
    assertThat(ycsb(words + " --print").out()).contains(" " + settings + " ");
  }

  /** Kind: a property without effect, that has one together with another. */
  @Test
  void intendedLatenciesAreThoseOfTheServiceWithoutARate() {
    String words = "run -P job-conf/ycsb/workloada -p measurement.interval=intended ";
    assertThat(ycsb(words + "--print").err()).isEmpty();
    for (String rate : List.of("-target 5", "--rate 5")) {
      assertRefused(
          words + rate,
          "measurement.interval intended: with a rate, [READ] are service times; try -p"
              + " measurement.interval=both");
    }
  }

  private static void assertRefused(String words, String line) {
    Hbench.Result result = ycsb(words);
    assertThat(result.err()).isEqualTo("hbench: " + line + "\n");
    assertThat(result).hasExitCode(ExitCode.USAGE);
  }

  private static Hbench.Result ycsb(String words) {
    return Hbench.run(new Configuration(false), ("ycsb " + words).split(" +"));
  }

  /** The settings that a command line of YCSB becomes. */
  /** Kind: settings of a suite, or of -D. They had YCSB's defaults: one cold task on usertable. */
  @Test
  void defaultsOfYcsbGiveWayToConfigurationsAndSuites() throws IOException {
    String run = "run hbase2 -p recordcount=1000 -D hbench.tasks=8";
    assertThat(ycsb(run + " --print").out())
        .contains(" -D hbench.tasks=8")
        .doesNotContain("--tasks");
    assertThat(ycsb(run + " --tasks 2 --print").out()).contains(" --tasks 2");
    LoadRequest ofStep = loadRequest(run);
    Map<Setting<?>, String> ofSuite =
        Map.of(Settings.TABLE, "t1", Settings.THREADS, "16", Settings.WARMUP, "1m");
    assertThat(ofStep.settings())
        .doesNotContainKeys(Settings.TASKS)
        .doesNotContainKeys(Settings.TABLE);
    Suite suite =
        SuiteFile.parse(
            "s.yaml",
            "settings: {table: t1, threads: 16, warmup: 1m}\nsteps:\n- {name: a, command: x}\n");
    Configuration conf =
        SuitePlan.of(
                suite, Map.of(), words -> new SuitePlan.Words(ofStep.conf(), ofStep.settings()))
            .get(0)
            .conf();
    ofSuite.forEach((setting, text) -> assertThat(setting.text(conf)).isEqualTo(text));
    assertThat(Settings.TASKS.get(conf)).isEqualTo(8);
    assertThat(Settings.TABLE.text(request("run hbase2 -p recordcount=1000")))
        .isEqualTo("usertable");
  }

  private static Configuration request(String words) throws IOException {
    return loadRequest(words).merged();
  }

  private static LoadRequest loadRequest(String words) throws IOException {
    PrintStream none =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Console console =
        new Console(
            InputStream.nullInputStream(),
            none,
            none,
            false,
            Map.of(),
            new VirtualTime(Instant.EPOCH));
    return new YcsbCommand().request(new Configuration(false), List.of(words.split(" +")), console);
  }
}
