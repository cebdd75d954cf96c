package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.data.KeyRange;
import io.hbench.rundir.HFilePieces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
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

  @Test
  void aFileThatWasReplacedIsRefused() throws IOException {
    Files.writeString(piece.resolve("info0/mine"), "other rows");
    isRefused("info0/mine: 10 bytes");
  }

  @Test
  void aFileOfAnotherUserIsRefused() {
    owner = "the user who loads";
    isRefused("info0/mine: 4 bytes, of user ");
  }

  @Test
  void filesThatWereHandedOverBeforeAreGone() throws IOException {
    Files.delete(piece.resolve("info0/mine"));
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
