package io.hbench.driver;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.TableCreation;
import io.hbench.data.KeyRange;
import io.hbench.job.JobSubmission;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.suite.RunOutcome;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a run would do: {@code --dry-run}. All checks of a run have passed, nothing was changed. */
final class DryRun {
  private DryRun() {}

  /** Prints what would be submitted and changed. */
  static RunOutcome print(
      JobSubmission submission,
      List<String> clusters,
      Optional<TableCreation> table,
      Console console)
      throws IOException, InterruptedException {
    RunSpec spec = submission.spec();
    LoadEstimate estimate = LoadEstimate.of(spec);
    line(console, "load", spec.commandText());
    clusters.forEach(cluster -> line(console, "cluster", cluster));
    if (spec.needsTable()) {
      line(console, "table", spec.target() + table.map(t -> ", " + t).orElse(", as it is"));
    }
    if (spec.needsTable() && spec.candidate().isPresent() && spec.tenant().isEmpty()) {
      line(console, "table of the candidate", spec.candidate().get().target() + ", as it is");
    }
    String steps = spec.preparation().steps().map(Setting::name).collect(Collectors.joining(", "));
    if (!steps.isEmpty()) {
      line(console, "preparation", steps);
    }
    line(
        console,
        "requests",
        estimate.requests().map(n -> format("%,d", n)).orElse("as many as the servers answer"));
    line(
        console,
        "bytes written",
        estimate
            .bytesWritten()
            .map(n -> format("about %,d", n) + warmup(n, estimate.maxBytesWritten()))
            .orElse("as many as the servers take"));
    line(console, "tasks", format("%,d, each of %,d threads", spec.tasks(), spec.load().threads()));
    line(console, "rows", rows(spec));
    if (!Settings.CONTAINERS.isSet(submission.conf())) { // else those of all tenants
      line(console, "containers", submission.resources());
    }
    line(console, "time limit", SettingType.text(RunLimit.of(spec, submission.conf()).length()));
    line(console, "run directory", submission.run().path().toString());
    console.out().println("dry run: nothing was submitted or changed");
    return new RunOutcome(null, ExitCode.OK, null);
  }

  /** Of a closed loop, whose rate is unknown. */
  private static String warmup(long bytes, long most) {
    return most > bytes ? format(", and up to %,d in the warm-up", most - bytes) : "";
  }

  private static String rows(RunSpec spec) {
    if (spec.replay().isPresent()) {
      return spec.replay().get().load().rows() + ", divided among the tasks by a hash";
    }
    List<TaskSpec> tasks = TaskSpec.plan(spec);
    KeyRange first = tasks.get(0).range();
    return format("%,d; task 0: %,d to %,d", spec.rows(), first.first(), first.end() - 1);
  }

  private static void line(Console console, String name, String text) {
    console.out().println(name + ": " + text);
  }
}
