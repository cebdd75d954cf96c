package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.cluster.action.Undo;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoJournalTest {
  @TempDir java.nio.file.Path dir;
  private GuardedFileSystem fs;
  private UndoJournal journal;

  /** Notes the sizes of files that become their owner's alone, or refuses that. */
  public static final class GuardedFileSystem extends LocalFileSystem {
    private final List<Long> sizes = new ArrayList<>();
    private boolean refuses;

    @Override
    public void setPermission(Path file, FsPermission permission) throws IOException {
      if (permission.toShort() == 0600) {
        if (refuses) {
          throw new IOException("refused");
        }
        sizes.add(getFileStatus(file).getLen());
      }
      super.setPermission(file, permission);
    }
  }

  @BeforeEach
  void aJournalInADirectory() throws IOException {
    Configuration conf = new Configuration();
    conf.setClass("fs.file.impl", GuardedFileSystem.class, LocalFileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    RunDirectory directory = new RunDirectory(conf, new Path(dir.toUri()));
    fs = (GuardedFileSystem) directory.fileSystem();
    journal = new UndoJournal(directory);
  }

  @Test
  void anEntryIsItsOwnersAloneBeforeItHasText() throws IOException {
    journal.write(journal.next(""), entry());
    assertThat(fs.sizes).containsExactly(0L);
    assertThat(journal.pending()).containsExactly("_undo-000001.json");
    assertThat(journal.read("_undo-000001.json")).isEqualTo(entry());
  }

  @Test
  void whatCantBeKeptPrivateLeavesNoEntry() throws IOException {
    fs.refuses = true;
    assertThatThrownBy(() -> journal.write(journal.next(""), entry())).hasMessage("refused");
    assertThat(journal.pending()).isEmpty();
  }

  /** Who may not read it knows of which cluster it is. */
  @Test
  void theNameOfAnUndoOfAnActionTellsItsCluster() throws IOException {
    for (String cluster : List.of("zk1:2181 /hbase", "", "zk2:2181 /hbase")) {
      String name = journal.next(cluster);
      assertThat(name).endsWith(UndoJournal.end(cluster));
      journal.write(name, entry());
      journal = new UndoJournal(new RunDirectory(fs.getConf(), new Path(dir.toUri())));
    }
    assertThat(journal.pending())
        .containsExactly(
            "_undo-000003-a8c8d539.json", "_undo-000002.json", "_undo-000001-ba45ceb8.json");
  }

  private static UndoJournal.Entry entry() {
    return new UndoJournal.Entry("host", "now", "", "", Undo.ofLine("ssh -i key rs1"));
  }
}
