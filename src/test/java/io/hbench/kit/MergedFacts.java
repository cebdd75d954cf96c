package io.hbench.kit;

import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.rundir.TaskRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;

/** The facts of the tasks of a run that the reducer has merged. */
public final class MergedFacts {
  private MergedFacts() {}

  public static Json read(Path run, int task) throws IOException {
    return all(run).stream()
        .filter(facts -> facts.index() == task)
        .map(facts -> Json.parse(RunDirectory.toJson(facts)))
        .findFirst()
        .orElseThrow();
  }

  /** Changes the facts of a task. */
  public static void edit(Path run, int task, Consumer<Json> change) throws IOException {
    Json edited = read(run, task);
    change.accept(edited);
    Path temporary = Files.createTempFile("facts", ".json");
    edited.write(temporary);
    List<TaskFacts> all = all(run);
    Configuration conf = new Configuration();
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(
                new org.apache.hadoop.fs.Path(
                    run.resolve(RunDirectory.FACTS + "-r-00000").toUri())),
            SequenceFile.Writer.keyClass(TaskRecord.FACTS.getClass()),
            SequenceFile.Writer.valueClass(TaskRecord.class))) {
      for (TaskFacts facts : all) {
        boolean other = facts.index() != task;
        writer.append(
            TaskRecord.FACTS,
            TaskRecord.ofFacts(other ? facts.toJson() : Files.readString(temporary)));
      }
    }
    Files.delete(temporary);
  }

  private static List<TaskFacts> all(Path run) throws IOException {
    return new RunDirectory(new Configuration(), new org.apache.hadoop.fs.Path(run.toUri()))
        .tasks()
        .facts();
  }
}
