package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Turns;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A job under what sites set for all jobs, with YARN's checks of physical and of virtual memory.
 * Each run has its figures, or is refused in one line before its job.
 */
@Tag("soak")
@Order(Turns.ALONE)
@Sandbox.Alone
class HostileSitesIT {
  private static final Path YARN_SITE = Path.of("target/sandbox/conf/hadoop/yarn-site.xml");
  private static final String TABLE = " --table hostile-" + Runs.ID + " --rows 1k ";
  private static final String RUN = "run put@2 --threads 2 --warmup 0s --for 2s" + TABLE;

  @TempDir private static Path dir;
  private static String before;

  @BeforeAll
  static void checkMemory() throws Exception {
    before = Files.readString(YARN_SITE);
    restartNodes(
        before
            .replace(
                "pmem-check-enabled</name><value>false", "pmem-check-enabled</name><value>true")
            .replace(
                "vmem-check-enabled</name><value>false", "vmem-check-enabled</name><value>true"));
    Shell.Result load = Runs.hbench("hostile-load", "load --local --tasks 1 --threads 2" + TABLE);
    assertThat(load.exitCode()).as(load.err()).isZero();
  }

  @AfterAll
  static void leaveMemory() throws Exception {
    restartNodes(before);
  }

  private static void restartNodes(String yarnSite) throws Exception {
    Files.writeString(YARN_SITE, yarnSite);
    for (String node : new String[] {"nodemanager1", "nodemanager2"}) {
      long pid = Sandbox.pid(node);
      assertThat(Shell.run("kill %1$d; tail --pid=%1$d -f /dev/null".formatted(pid)).exitCode())
          .isZero();
    }
    Shell.Result start = Shell.run("bin/sandbox start");
    assertThat(start.exitCode()).as(start.out() + start.err()).isZero();
  }

  /** Lines of name=value, separated by two blanks. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plain|hadoop.tmp.dir=/tmp/hostile",
        "map-output-codec|mapreduce.map.output.compress.codec="
            + "org.apache.hadoop.io.compress.ZStandardCodec",
        "job-output-codec|mapreduce.output.fileoutputformat.compress.codec="
            + "com.hadoop.compression.lzo.LzopCodec"
            + "  mapreduce.output.fileoutputformat.compress.type=RECORD"
            + "  io.compression.codecs=com.hadoop.compression.lzo.LzopCodec",
        "committer|mapreduce.outputcommitter.factory.class="
            + "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory"
            + "  mapreduce.job.committer.setup.cleanup.needed=false",
        "second-attempts|mapreduce.map.speculative=true  mapreduce.reduce.speculative=true"
            + "  mapreduce.map.maxattempts=1  mapreduce.map.failures.maxpercent=50"
            + "  mapreduce.am.max-attempts=4",
        "uber-and-reuse|mapreduce.job.ubertask.enable=true  mapreduce.job.jvm.numtasks=-1"
            + "  mapreduce.job.reduce.slowstart.completedmaps=0",
        "encrypted|mapreduce.job.encrypted-intermediate-data=true",
        "shuffle|mapreduce.job.reduce.shuffle.consumer.plugin.class=com.example.Shuffle"
            + "  mapreduce.job.map.output.collector.class=com.example.Collector"
            + "  map.sort.class=com.example.Sort",
        "class-loader|mapreduce.job.classloader=true  mapreduce.job.user.classpath.first=false",
        "profile|mapreduce.task.profile=true  mapreduce.task.profile.maps=0-9",
        "serializations|io.serializations="
            + "org.apache.hadoop.io.serializer.avro.AvroReflectSerialization"
            + "  mapreduce.job.counters.max=60",
        "large-buffers|mapreduce.task.io.sort.mb=2047  mapreduce.task.timeout=20000"
            + "  mapreduce.reduce.shuffle.input.buffer.percent=0.9",
        "no-heap|mapreduce.map.java.opts=-XX:+UseParallelGC"
            + "  mapreduce.reduce.java.opts=-XX:MaxRAMPercentage=50",
        "one-attempt-client|hbase.client.retries.number=1  hbase.rpc.timeout=3000"
            + "  hbase.client.scanner.caching=1  hbase.defaults.for.version=1.4.0",
      })
  void aRunHasItsFiguresWhateverTheSiteSets(String name, String properties) throws Exception {
    Shell.Result run = Runs.hbench("hostile-" + name, RUN + "-conf " + site(name, properties));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("; 2 of 2 tasks on ").doesNotContain("verdict: invalid");
    Runs.countsAgree("hostile-" + name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "collector|mapreduce.map.java.opts=-Xmx400m -XX:+UseConcMarkSweepGC -XX:+PrintGCDateStamps"
            + "|Unrecognized VM option 'UseConcMarkSweepGC' with Java ",
        "master-options|yarn.app.mapreduce.am.command-opts=-Xmx320m -XX:MaxPermSize=128m"
            + "|Unrecognized VM option 'MaxPermSize=128m' with Java ",
        "framework|mapreduce.framework.name=yarn-tez|hbench needs MapReduce itself",
        "map-limit|mapreduce.job.running.map.limit=1|fewer than the 2 tasks",
        "cells|hbase.client.keyvalue.maxsize=500|(hbase.client.keyvalue.maxsize)",
        "znode|zookeeper.znode.parent=/hbase-secure|no HBase there in ZooKeeper",
        "store|hbase.client.connection.impl=com.example.Connection|not a class of HBase's own",
        "registry|hbase.client.registry.impl=com.example.Registry|not a class of HBase's own",
      })
  void aSiteThatCantBeIsRefusedInOneLineBeforeTheJob(String name, String properties, String why)
      throws Exception {
    Shell.Result run = Runs.hbench("refused-" + name, RUN + "-conf " + site(name, properties));
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(2);
    assertThat(run.err()).contains(why).contains("; try ").hasLineCount(1);
    assertThat(run.out()).isEmpty();
  }

  /** Kind: case 13, large values and defaults that are for small ones. */
  @Test
  void aLoadOfLargeValuesFitsTheHeap() throws Exception {
    Shell.Result load =
        Runs.hbench(
            "large",
            "load --table large-%s --rows 200 --tasks 1 --value-size 1MB".formatted(Runs.ID));
    assertThat(load.exitCode()).as(load.out() + load.err()).isZero();
    assertThat(load.err()).contains("hbench: --batch 12, not 100: ").hasLineCount(1);
    assertThat(Runs.operation("large", 0).get("failed").isJsonNull()).isTrue();
  }

  /** Kind: case 15, where the nodes' Java refuses what this process accepts. */
  @Test
  void theLogOfAContainerReachesTheTerminal() throws Exception {
    String options = "-Xmx400m -XX:+IgnoreUnrecognizedVMOptions -XX:MaxHeapFreeRatio=101";
    Shell.Result run =
        Runs.hbench("log", RUN + "-conf " + site("log", "mapreduce.map.java.opts=" + options));
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("MaxHeapFreeRatio").doesNotContain("Exception from container");
  }

  private static Path site(String name, String properties) throws Exception {
    String all =
        Stream.of(properties.split("  ", -1))
            .map(p -> p.split("=", 2))
            .map(p -> "<property><name>%s</name><value>%s</value></property>".formatted(p[0], p[1]))
            .collect(Collectors.joining("\n"));
    return Files.writeString(
        dir.resolve(name + "-site.xml"), "<configuration>" + all + "</configuration>");
  }
}
