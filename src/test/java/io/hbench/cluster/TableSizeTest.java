package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.RegionMetricsBuilder;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a region, in a directory of this machine. */
class TableSizeTest {
  private static final TableName TABLE = TableName.valueOf("t1");
  private static final String REGION = "0123456789abcdef0123456789abcdef";
  private static final String FILE = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

  @TempDir Path root;
  private Configuration conf = new Configuration(false);
  private Path family;

  @BeforeEach
  void makeRegion() throws IOException {
    conf.set("hbase.rootdir", root.toUri().toString());
    family = Files.createDirectories(root.resolve("data/default/t1/" + REGION + "/f"));
    Files.createDirectories(family.resolveSibling("recovered.edits"));
    Files.createDirectories(family.resolveSibling(".tmp"));
  }

  @Test
  void filesAreAddedUp() throws IOException {
    file(FILE + "0", 1_000);
    file(FILE + "1", 200);
    assertThat(size(2, 0)).isEqualTo(new TableSize(1_200L, null));
  }

  /** HBase counts the file of the other region as this region's, in whole megabytes. */
  @Test
  void ofARegionThatRefersToAnotherOneTheSizeIsUnknown() throws IOException {
    file(FILE + "0", 1_000);
    file(FILE + "1." + REGION, 20);
    assertThat(size(2, 0).bytes()).isNull();
  }

  @Test
  void moreFilesThanHBaseCountsAreUnknownUnlessACompactionReplacedThem() throws IOException {
    file(FILE + "0", 1_000);
    file(FILE + "1", 200);
    Files.setLastModifiedTime(
        family.resolve(FILE + "0"), java.nio.file.attribute.FileTime.fromMillis(1_000));
    assertThat(size(1, 0).bytes()).isEqualTo(200);
    assertThat(size(3, 0).bytes()).isNull();
  }

  @Test
  void withRowsInMemoryOrWithoutAListingTheSizeIsUnknown() throws IOException {
    file(FILE + "0", 1_000);
    assertThat(size(1, 1).note())
        .isEqualTo("size on disk unknown: rows are in memory, too, as others write");
    conf.set("hbase.rootdir", root.resolve("elsewhere").toUri().toString());
    assertThat(size(1, 0).bytes()).isNull();
    assertThat(size(1, 0).note()).startsWith("size on disk unknown: its files can't be listed: ");
  }

  @Test
  void withTheQuorumOfAnotherClusterTheSizeIsUnknown() throws IOException {
    file(FILE + "0", 1_000);
    conf.set("hbase.zookeeper.quorum", "zk1");
    Settings.QUORUM.set(conf, "zk9");
    conf = HBaseConf.find(conf, Map.of());
    assertThat(size(1, 0).note())
        .isEqualTo("size on disk unknown: hbase.rootdir is not that of the cluster of --quorum");
  }

  private void file(String name, int bytes) throws IOException {
    Files.write(family.resolve(name), new byte[bytes]);
  }

  private TableSize size(int files, int memory) {
    RegionMetrics told =
        RegionMetricsBuilder.newBuilder(Bytes.toBytes("t1,,1." + REGION + "."))
            .setStoreCount(1)
            .setStoreFileCount(files)
            .setStoreFileSize(new Size(2, Size.Unit.GIGABYTE))
            .setMemStoreSize(new Size(memory, Size.Unit.MEGABYTE))
            .build();
    return TableSize.of(conf, TABLE, Map.of(REGION, told));
  }
}
