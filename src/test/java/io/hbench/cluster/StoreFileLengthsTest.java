package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.Quorum;
import io.hbench.twin.Law;
import io.hbench.twin.Twin.Family;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.AccessControlException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Store files as HBase writes them, in a directory of this machine. */
class StoreFileLengthsTest {
  private static final TableName TABLE = TableName.valueOf("secret");
  private static final String FILE = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

  @TempDir Path root;
  private final Configuration conf = new Configuration();
  private final List<RegionInfo> regions = new ArrayList<>();

  @BeforeEach
  void makeRegions() {
    conf.set("hbase.rootdir", root.toUri().toString());
    IntStream.range(0, 50).forEach(this::region);
  }

  private void region(int number) {
    byte[] start = number == 0 ? new byte[0] : Bytes.toBytes("row%02d".formatted(number));
    regions.add(RegionInfoBuilder.newBuilder(TABLE).setStartKey(start).build());
  }

  @Test
  void meansAreThoseOfTheCells() throws IOException {
    write(0, "fam", FILE + "0", 100, 10, false);
    write(5, "fam", FILE + "1", 300, 30, false);
    write(5, "fam", FILE + "2", 1, 1_000, false); // not the largest one
    write(5, "fam", FILE + "3." + FILE + "4", 900, 30, false); // a reference
    write(5, "g", FILE + "5", 10, 7, false);
    StoreFileLengths lengths = lengths();
    assertThat(lengths.families()).containsExactly("fam", "g");
    Family family = lengths.family("fam", "f1", null);
    assertThat(family.name()).isEqualTo("f1");
    assertThat(family.values()).isEqualTo(new Law(400, 25, null));
    assertThat(family.keys()).isEqualTo(new Law(400, 8 + 2, null)); // row and qualifier
    assertThat(lengths.unknown().get("table.families"))
        .isEqualTo(
            "means of 3 store files, rounded down to bytes; other lengths of cells are read by"
                + " --sample");
    assertThat(lengths.unknown()).containsKey("rowKeys");
  }

  @Test
  void someRegionsStandForAll() throws IOException {
    for (int i = 0; i < 50; i++) {
      write(i, "f", FILE + "0", 1, 10, false);
    }
    assertThat(lengths().family("f", "f1", null).values().count()).isEqualTo(20);
  }

  @Test
  void ofFamiliesWithMobFilesNothingIsKnown() throws IOException {
    write(0, "m", FILE + "0", 100, 60, true);
    write(0, "f", FILE + "1", 100, 10, false);
    StoreFileLengths lengths = lengths();
    assertThat(lengths.families()).containsExactly("f", "m");
    assertThat(lengths.family("m", "f2", null).values()).isNull();
    assertThat(lengths.family("f", "f1", null).values()).isNotNull();
    assertThat(lengths.unknown().get("table.families"))
        .endsWith("; those of MOB files are unknown");
  }

  @Test
  void whyThereAreNoneIsSaidWithoutAName() throws Exception {
    saysWhy("there are none below the hbase.rootdir of this client");
    Files.createDirectories(directory(0, "f"));
    saysWhy("there are none below the hbase.rootdir of this client");
    assertThat(lengths().families()).containsExactly("f"); // its rows may be in memory
    Files.write(directory(0, "f").resolve(FILE + "0"), new byte[500]);
    saysWhy("IllegalArgumentException"); // HBase's: no trailer
    conf.setClass("fs.denied.impl", Denied.class, FileSystem.class);
    conf.set("hbase.rootdir", "denied:///hbase");
    saysWhy("the user lacks the right to read HBase's root directory");
  }

  /** A table of the same name in the site's cluster has lengths of its own. */
  @Test
  void filesOfAnotherClusterThanThatOfTheQuorumAreNotRead() throws Exception {
    write(0, "f", FILE + "0", 100, 10, false);
    Quorum.set(conf, "zk9");
    saysWhy("hbase.rootdir is not that of the cluster of --quorum");
    assertThat(lengths().families()).isEmpty();
  }

  private void saysWhy(String why) throws InterruptedException {
    StoreFileLengths none = lengths();
    String text = "lengths of cells are read by --sample; by store files: " + why;
    assertThat(none.unknown()).containsEntry("rowKeys", text).containsEntry("table.families", text);
    Family family = none.family("f", "f1", null);
    assertThat(family).isEqualTo(new Family("f1", null, null, null, null, null, null, null));
  }

  /** A file system that answers as HDFS does to a user without rights. */
  public static final class Denied extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("denied:///");
    }

    @Override
    public FileStatus[] listStatus(org.apache.hadoop.fs.Path path) throws IOException {
      throw new AccessControlException("Permission denied: user=mallory, inode=" + path);
    }
  }

  private StoreFileLengths lengths() {
    try {
      return StoreFileLengths.of(conf, TABLE, regions);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private Path directory(int region, String family) {
    return root.resolve(
        "data/default/secret/%s/%s".formatted(regions.get(region).getEncodedName(), family));
  }

  private void write(int region, String family, String name, int cells, int value, boolean mob)
      throws IOException {
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(directory(region, family).resolve(name).toUri());
    try (HFile.Writer writer =
        HFile.getWriterFactoryNoCache(conf)
            .withPath(FileSystem.getLocal(conf).getRaw(), file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (int i = 0; i < cells; i++) {
        byte[] row = Bytes.toBytes("row%05d".formatted(i));
        writer.append(
            new KeyValue(row, Bytes.toBytes(family), Bytes.toBytes("qq"), new byte[value]));
      }
      if (mob) {
        writer.appendFileInfo(HStoreFile.MOB_CELLS_COUNT, Bytes.toBytes(1L));
      }
    }
  }
}
