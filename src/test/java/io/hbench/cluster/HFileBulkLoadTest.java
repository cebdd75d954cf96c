package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.data.KeyRange;
import io.hbench.kit.OwnedFileSystem;
import io.hbench.rundir.HFilePieces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HFiles that are no task's of the load: none is handed over, and no region server is asked. */
class HFileBulkLoadTest {
  private static final KeyRange ROWS = new KeyRange(0, 100);

  @TempDir Path dir;
  private FileSystem fs;
  private Path piece;
  private String owner;

  @BeforeEach
  void aPieceOfOneFile() throws IOException {
    fs = FileSystem.getLocal(new Configuration()).getRawFileSystem();
    piece = Files.createDirectories(dir.resolve("hfiles/0-99/info0")).getParent();
    Files.writeString(piece.resolve("info0/mine"), "rows");
    HFilePieces.seal(fs, new org.apache.hadoop.fs.Path(piece.toUri()));
    owner = Files.getOwner(piece.resolve("info0/mine")).getName();
  }

  @Test
  void aFileThatNoTaskHasWrittenIsRefused() throws IOException {
    Files.writeString(piece.resolve("info0/added"), "rows");
    isRefused("info0/added: 4 bytes, of user " + owner);
    Files.delete(piece.resolve("info0/added"));
    Files.createDirectory(piece.resolve("info1"));
    Files.writeString(piece.resolve("info1/mine"), "rows");
    isRefused("info1/mine: 4 bytes");
  }

  /** A hand-over that was cut while HBase split a file could not be resumed. */
  @Test
  void theDirectoryInWhichHBaseSplitsAFileIsNoFileOfAnother() throws IOException {
    Files.createDirectory(piece.resolve("info0/.tmp"));
    Files.writeString(piece.resolve("info0/.tmp/mine.top"), "half");
    assertThat(files(OwnedFileSystem.in(new Configuration())))
        .extracting(file -> file.getPath().getName())
        .containsExactly("mine");
  }

  @Test
  void aFileThatWasReplacedIsRefused() throws IOException {
    Files.writeString(piece.resolve("info0/mine"), "other rows");
    isRefused("info0/mine: 10 bytes");
  }

  /** The file that is listed is the loader's own: who has written the list chooses its length. */
  @Test
  void aListOfAnotherUserIsRefused() throws IOException {
    Configuration conf = OwnedFileSystem.in(new Configuration());
    assertThat(files(conf)).hasSize(1);
    OwnedFileSystem.give(conf, "_files", "bob");
    Files.delete(piece.resolve("info0/mine"));
    assertThatThrownBy(() -> files(conf))
        .hasMessageMatching(".*/_files: \\d+ bytes, of user bob: not what a task of .*");
  }

  @Test
  void aFileOfAnotherUserIsRefused() throws IOException {
    Configuration conf = OwnedFileSystem.in(new Configuration());
    OwnedFileSystem.give(conf, "mine", "bob");
    assertThatThrownBy(() -> files(conf))
        .hasMessageMatching(".*info0/mine: 4 bytes, of user bob: not what a task of .*");
  }

  private List<FileStatus> files(Configuration conf) throws IOException {
    org.apache.hadoop.fs.Path owned = new org.apache.hadoop.fs.Path("owned://" + piece);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    return HFilePieces.files(owned.getFileSystem(conf), owned, user);
  }

  @Test
  void filesOfAnOlderVersionAreNamedAsSuch() throws IOException {
    Files.delete(piece.resolve("_files"));
    assertThatThrownBy(() -> load().take(ROWS))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith(
            "0-99: HFiles without a list of them: written by an older version of hbench");
  }

  @Test
  void filesThatWereHandedOverBeforeAreGone() throws IOException {
    Files.delete(piece.resolve("info0/mine"));
    assertThat(load().take(ROWS).files()).isZero();
    Files.delete(piece.resolve("_files")); // of an older version
    assertThat(load().take(ROWS).files()).isZero();
  }

  private void isRefused(String file) {
    assertThatThrownBy(() -> load().take(ROWS))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file)
        .hasMessageEndingWith(": not what a task of this load has written");
  }

  private HFileBulkLoad load() {
    return new HFileBulkLoad(
        new Configuration(),
        TableName.valueOf("t"),
        List.of(new org.apache.hadoop.fs.Path(dir.resolve("hfiles").toUri())),
        owner);
  }
}
