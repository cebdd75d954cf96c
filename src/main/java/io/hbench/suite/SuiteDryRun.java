package io.hbench.suite;

import io.hbench.settings.CommandLineText;
import io.hbench.suite.Suite.Hook;
import io.hbench.suite.Suite.Step;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a suite would do: {@code --dry-run}. What its runs would do is not in it, because they
 * depend on the steps before.
 */
public final class SuiteDryRun {
  private SuiteDryRun() {}

  /** The text; it ends with a line feed. */
  public static String text(Suite suite, List<PlannedRun> plan) {
    StringBuilder text = new StringBuilder();
    for (Step step : suite.steps()) {
      long runs = plan.stream().filter(run -> run.step().equals(step)).count();
      text.append("%s: %s; runs: %d\n".formatted(step.name(), work(step), runs));
      for (Hook hook : step.during()) {
        text.append("  after %s: %s".formatted(hook.after(), shown(hook)));
        undo(hook).ifPresent(undo -> text.append("; undo: ").append(undo));
        text.append('\n');
      }
      step.undo().ifPresent(line -> text.append("  undo: " + quoted(line) + "\n"));
    }
    return text.append("dry run: nothing was started\n").toString();
  }

  private static String work(Step step) {
    return step.shell()
        .map(SuiteDryRun::quoted)
        .orElseGet(
            () ->
                step.words().stream()
                    .map(CommandLineText::quoted)
                    .collect(Collectors.joining(" ")));
  }

  private static String shown(Hook hook) {
    return hook.shell().map(SuiteDryRun::quoted).orElseGet(hook::toString);
  }

  private static Optional<String> undo(Hook hook) {
    return hook.action()
        .map(action -> action.type().undo().replace("`", ""))
        .or(() -> hook.undo().map(SuiteDryRun::quoted));
  }

  private static String quoted(String line) {
    return "`" + line + "`";
  }
}
