package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.StoreFileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose directory is on a file system without flush and append. */
class StoreTest {
  @TempDir Path dir;
  private Configuration conf;

  @BeforeEach
  void useStore() {
    conf = StoreFileSystem.in(LocalJobs.conf(dir));
  }

  @Test
  void aRunHasItsTotalsAndSaysThatItHasNoSafetyCopy() throws Exception {
    Hbench.Result run =
        hbench("run noop@2 --ops 1k --warmup 0s --quiet --out store://" + dir.resolve("a"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out()).contains("noop", "1,000", "; 2 of 2 tasks on ");
    assertThat(run.err())
        .contains("hbench: --out store:" + dir.resolve("a") + ": a file system without flush: ")
        .contains("a task that is killed leaves no records");
    try (Stream<Path> files = Files.list(dir.resolve("a"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .contains("report.json", "report.html", "part-r-00000");
    }
    Hbench.Result again = hbench("report store://" + dir.resolve("a"));
    assertThat(again.out()).isEqualTo(run.out());
  }

  @Test
  void aRunInAFileSystemWithFlushSaysNothing() {
    Hbench.Result run =
        hbench("run noop@1 --ops 100 --warmup 0s --quiet --out " + dir.resolve("b"));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.err()).doesNotContain("flush");
  }

  @Test
  void aSearchFindsItsRateThere() {
    Hbench.Result search =
        hbench(
            "findmax noop@1 --start-rate 100 --step-time 1s --warmup 0s --max-steps 2 --quiet"
                + " --objective p99<1s --out store://"
                + dir.resolve("c"));
    assertThat(search.exitCode()).as(search.out() + search.err()).isIn(0, 3);
    assertThat(search.out()).contains("verdict");
  }

  /** Of a file system that knows no owners, as S3A. */
  @Test
  void aLoadOfOnesOwnIsResumedThereWithALineAboutOwners() throws Exception {
    Files.writeString(
        Files.createDirectory(dir.resolve("load")).resolve("plan.xml"),
        """
        <configuration>
        <property><name>hbench.command</name><value>load</value></property>
        <property><name>hbench.table</name><value>t1</value></property>
        </configuration>
        """);
    Hbench.Result resumed = hbench("load --resume store://" + dir.resolve("load"));
    assertThat(resumed.err())
        .contains(
            "hbench: --resume store:%s: this file system knows no owners: who may write there"
                    .formatted(dir.resolve("load"))
                + " chooses consent, users, programs and local files\n")
        .contains("no HBase configuration found");
  }

  private Hbench.Result hbench(String words) {
    return Hbench.run(conf, words.split(" "));
  }
}
