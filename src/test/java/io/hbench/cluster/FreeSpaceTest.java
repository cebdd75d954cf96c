package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.kit.SmallFileSystem;
import io.hbench.kit.StoreFileSystem;
import io.hbench.kit.VirtualTime;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file system of 1,000 GB with three replicas. */
class FreeSpaceTest {
  private static final Path RUN = new Path("small:///user/alice/hbench/run");

  @TempDir java.nio.file.Path dir;
  private java.nio.file.Path free;
  private Configuration conf;

  @BeforeEach
  void smallFileSystem() throws IOException {
    free = Files.writeString(dir.resolve("free"), "500");
    conf = SmallFileSystem.in(new Configuration(), free);
    Settings.COMMAND.set(conf, "load");
    Settings.ROWS.set(conf, "200M"); // 600 GB with all replicas
  }

  @Test
  void aLoadThatDoesNotFitIsRefused() throws IOException {
    assertThatThrownBy(() -> check(false))
        .isInstanceOf(UsageException.class)
        .hasMessageMatching(
            "--rows 200000000: the load writes about 6\\d\\d GB with all replicas, and small:/+ has 450"
                + " GB above the 5% of hbench.min.free.space that stay free; try --rows 1[34]\\d+");
    Settings.ROWS.set(conf, "130M");
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
  }

  /** Its rows may need less than they have, or have the space of those that go. */
  @Test
  void aLoadThatMayFitIsNotRefused() {
    assertThatCode(() -> check(true)).doesNotThrowAnyException();
    conf.set("hbench.compressible-to", "10%");
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
    conf.set("hbench.compressible-to", "100%");
    conf.set("hbench.compression", "gz");
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
  }

  @Test
  void aLoadThatAQuotaHasNoRoomForIsRefused() {
    Settings.ROWS.set(conf, "100M");
    SmallFileSystem.limit(conf, new Path("small:///hbase"), 100, 1_000);
    assertThatThrownBy(() -> check(false))
        .hasMessageMatching(
            "--rows 100000000: .* and the space quota of small:/+hbase leaves 100 GB; try --rows 3\\d+");
    SmallFileSystem.limit(conf, new Path("small:///hbase"), 900, 1_000);
    SmallFileSystem.limit(conf, RUN.getParent(), 100, 1_000);
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
    Settings.BULK.set(conf, "true"); // whose HFiles are there first
    assertThatThrownBy(() -> check(false)).hasMessageContaining("hbench leaves 100 GB; try");
    SmallFileSystem.limit(conf, RUN.getParent(), 900, 3);
    assertThatThrownBy(() -> check(false))
        .hasMessageMatching(
            "small:/+user/alice/hbench: its quota of names leaves 3, and each of 4 tasks writes files");
  }

  @Test
  void theFileSystemOfAnotherClusterIsLeftOut() throws IOException {
    conf.set("hbase.zookeeper.quorum", "zk1");
    Settings.QUORUM.set(conf, "zk9");
    conf = HBaseConf.find(conf, Map.of());
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
    Files.writeString(free, "42");
    assertThatThrownBy(() -> check(false))
        .as("that of the run directory")
        .hasMessageContaining("4.2");
  }

  /** A quota there is none of a user; where none is set, HDFS would count the files of all. */
  @Test
  void aDirectoryOfAllUsersIsNotAskedForItsQuota() {
    Settings.ROWS.set(conf, "100M");
    Settings.BULK.set(conf, "true");
    SmallFileSystem.limit(conf, new Path("small:///user"), 100, 1_000);
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
  }

  /** What is dropped is in HBase's directory. */
  @Test
  void aBulkLoadThatDropsItsTableGetsNoSpaceInItsRunDirectory() throws IOException {
    Settings.ROWS.set(conf, "100M");
    Settings.BULK.set(conf, "true");
    SmallFileSystem.limit(conf, new Path("small:///hbase"), 100, 1_000);
    assertThatCode(() -> check(true)).doesNotThrowAnyException();
    SmallFileSystem.limit(conf, RUN.getParent(), 100, 1_000);
    assertThatThrownBy(() -> check(true)).hasMessageContaining("hbench leaves 100 GB; try");
  }

  @Test
  void aRunThatWritesEndsBelowAShareOfFreeSpaceAndOneThatReadsDoesNot() throws Exception {
    write("put");
    Files.writeString(free, "60");
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    time.play(
        () -> {
          try (FreeSpace space = space()) {
            space.watch(time);
            time.sleep(Duration.ofMinutes(2));
            assertThat(space.shortage()).isEmpty();
            Files.writeString(free, "42");
            time.sleep(Duration.ofSeconds(31));
            assertThat(space.shortage().orElseThrow())
                .matches(
                    "small:/+ has 4.2 % of its space left, less than the 5% of hbench.min.free.space");
          }
          return null;
        });
    assertThatThrownBy(() -> check(false)).hasMessageContaining("has 4.2 % of its space left");
    Settings.MIN_FREE_SPACE.set(conf, "4%");
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
    Settings.MIN_FREE_SPACE.set(conf, "5%");
    write("get");
    assertThatCode(() -> check(false)).doesNotThrowAnyException();
  }

  @Test
  void aFileSystemThatDoesNotAnswerHoldsUpNothing() throws Exception {
    write("put");
    Files.writeString(free, "42");
    SmallFileSystem.hang(conf, new Path("small:///hbase"));
    VirtualTime time = new VirtualTime(Instant.EPOCH);
    time.play(
        () -> {
          try (FreeSpace space = space()) {
            space.watch(time);
            time.sleep(Duration.ofSeconds(31));
            assertThat(space.shortage()).isPresent(); // by the other place
          }
          return null;
        });
  }

  @Test
  void aFileSystemWithoutACapacityAndTheLocalDiskAreLeftOut() {
    Configuration store = StoreFileSystem.in(conf);
    store.set("fs.absent.impl", "org.example.Absent");
    Path run = new Path("file://" + dir);
    for (String root :
        new String[] {"store:///hbase", run.toString(), "nowhere://x/hbase", "absent://x/hbase"}) {
      store.set("hbase.rootdir", root);
      assertThatCode(() -> new FreeSpace(RunSpec.from(store), store, run, 1).check(false, false))
          .doesNotThrowAnyException();
    }
  }

  /** Until its rows are sampled, their bytes are unknown. */
  @Test
  void aCopyThatDoesNotFitIsRefusedWhenItsBytesAreKnown() throws IOException {
    Settings.COPY_OF.set(conf, "t1");
    FreeSpace space = space();
    space.check(false, false);
    space.copies(RunSpec.from(conf), 200_000_000_000L);
    assertThatThrownBy(() -> space.check(false, false))
        .hasMessageStartingWith(
            "--rows 200000000: the load writes about 600 GB with all replicas, and small:");
    space.copies(RunSpec.from(conf), 100_000_000_000L);
    space.check(false, false);
  }

  private void write(String operation) {
    Settings.COMMAND.set(conf, "run");
    Settings.ASSIGNMENTS.set(conf, operation);
    Settings.ROWS.set(conf, "1k");
  }

  private void check(boolean drops) throws IOException {
    space().check(drops, false);
  }

  private FreeSpace space() {
    return new FreeSpace(RunSpec.from(conf), conf, RUN, Settings.MIN_FREE_SPACE.get(conf));
  }
}
