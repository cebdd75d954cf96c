package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.cluster.action.PendingUndo;
import io.hbench.cluster.action.Undo;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellLinesTest {
  private static final Undo UNDO = new Undo("move back", null, "t1", null, null, null, null, null);

  @TempDir java.nio.file.Path dir;
  private final List<String> problems = new ArrayList<>();
  private UndoJournal journal;
  private ShellLines lines;

  @BeforeEach
  void linesWithAJournal() throws IOException {
    journal = new UndoJournal(new RunDirectory(new Configuration(), new Path(dir.toUri())));
    lines = new ShellLines(0, "", journal, line -> {}, problems::add);
  }

  @Test
  void anUndoThatHasRunIsNotChanged() throws IOException {
    PendingUndo undo = lines.undoAtTheEnd("zk1:2181 /hbase", UNDO, (known, shell) -> {});
    undo.change(known -> known);
    assertThat(journal.pending()).hasSize(1);
    lines.close();
    assertThatThrownBy(() -> undo.change(known -> known))
        .hasMessage("nothing starts at the end of a run");
    assertThat(journal.pending()).isEmpty();
    assertThat(problems).isEmpty();
  }

  /** A terminal sends it to all processes; what was being repaired stayed broken. */
  @Test
  void ctrlCDoesNotEndAnUndo() throws IOException {
    String line = "kill -INT $$; kill -HUP $$; bash -c 'kill -INT $$'; echo back > " + dir + "/it";
    lines.undoAtTheEnd("zk1:2181 /hbase", UNDO, (known, shell) -> shell.run(line));
    lines.close();
    assertThat(dir.resolve("it")).hasContent("back");
    assertThat(problems).isEmpty();
  }

  @Test
  void anActionWhoseUndoRunsDoesNotGoOn() throws IOException {
    PendingUndo[] undo = new PendingUndo[1];
    undo[0] =
        lines.undoAtTheEnd(
            "zk1:2181 /hbase", UNDO, (known, shell) -> undo[0].change(change -> change));
    lines.close();
    assertThat(problems).singleElement().asString().contains("nothing starts at the end of a run");
    assertThat(journal.pending()).as("the undo has failed by that").hasSize(1);
  }
}
