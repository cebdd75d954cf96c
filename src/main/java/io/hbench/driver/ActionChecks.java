package io.hbench.driver;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.Tables;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ActionType;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.Consent;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.suite.PlannedRun;
import io.hbench.suite.Suite.Hook;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Consent to the actions of a suite, before its first run. An action touches a table that hbench
 * created, or the user has agreed, by {@code --yes=TABLE} or at the terminal; one on more than its
 * table takes {@code --yes=servers}.
 */
public record ActionChecks(Console console) {
  /**
   * Checks each step with actions.
   *
   * @return steps to whose actions the user has agreed when asked
   * @throws UsageException if the user does not agree, lacks a right, or has an action while a
   *     server is down; nothing has started
   */
  public Set<String> check(List<PlannedRun> plan) throws IOException, InterruptedException {
    Set<String> steps = new HashSet<>();
    Set<String> consented = new HashSet<>();
    for (PlannedRun run : plan) {
      checkOrder(run);
      if (!run.actions().isEmpty()
          && steps.add(
              Stream.of(Settings.QUORUM, Settings.TABLE, Settings.YES)
                  .map(setting -> setting.text(run.conf()))
                  .collect(Collectors.joining(" ", run.step().name() + " ", "")))
          && isAsked(run)) {
        consented.add(run.step().name());
      }
    }
    return consented;
  }

  /** Refuses an action whose time comes while a server is down: it would not be performed. */
  private static void checkOrder(PlannedRun run) {
    if (run.actions().isEmpty()) {
      return;
    }
    RunSpec spec = RunSpec.from(run.conf());
    List<Hook> actions =
        run.step().during().stream()
            .filter(hook -> hook.action().isPresent())
            .sorted(Comparator.comparing(hook -> hook.after().in(spec).orElseThrow()))
            .toList();
    Optional<Hook> down = Optional.empty();
    for (Hook hook : actions) {
      ActionType type = hook.action().orElseThrow().type();
      if (down.isPresent() && !type.repairs()) {
        throw new UsageException(
            "step '%s': action '%s' after %s: '%s' after %s leaves a server down; try action: start-server between them"
                .formatted(run.step().name(), hook, hook.after(), down.get(), down.get().after()));
      }
      if (type.leavesAServerDown()) {
        down = Optional.of(hook);
      } else if (type == ActionType.START_SERVER) {
        down = Optional.empty();
      }
    }
  }

  /** Whether the user was asked about the table, and has agreed. */
  private boolean isAsked(PlannedRun run) throws IOException, InterruptedException {
    String step = "step '" + run.step().name() + "': ";
    List<Action> wide = run.actions().stream().filter(Action::touchesTheCluster).toList();
    String table = Settings.TABLE.get(run.conf());
    String reach =
        wide.stream().map(a -> a.reach(table)).distinct().collect(Collectors.joining(", "));
    Consent consent = Settings.YES.get(run.conf());
    if (!wide.isEmpty()
        && !consent.toServers()
        && !console.confirm(step + Action.names(wide) + ": " + reach + ": go on?")) {
      throw new UsageException(
          "%saction '%s': %s; try %s"
              .formatted(step, Action.names(wide), reach, Consent.flag(Consent.SERVERS)));
    }
    if (consent.toTable(table)) {
      return false;
    }
    boolean[] asked = {false};
    Configuration hbase = HBaseConf.find(run.conf(), console.environment());
    try (Cluster cluster = Cluster.connect(hbase)) {
      new Tables(cluster, RunSpec.from(run.conf()), CommandLineText.load(run.conf()))
          .checkActions(
              run.actions(),
              false,
              question -> {
                asked[0] = true;
                return console.confirm(step + question);
              });
    } catch (UsageException e) {
      throw new UsageException(step + e.getMessage());
    }
    return asked[0];
  }
}
