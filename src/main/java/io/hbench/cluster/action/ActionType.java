package io.hbench.cluster.action;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.hbase.security.access.Permission;

/**
 * The register of actions. A new action is a line here and the work that it names: the check of
 * suite files, the help and the table in the documentation use this list. The name of a constant is
 * that of the action.
 */
public enum ActionType {
  MOVE_REGIONS(
      Operand.COUNT_AND_SERVER,
      "moves N regions of the table to other servers, or to SERVER",
      "the regions move back",
      (on, operand, environment) -> on.regions().move(operand, environment)),
  SPLIT(
      Operand.COUNT_OR_REGION,
      "splits the N largest regions, or one by its name",
      "none; `load --recreate` makes new regions",
      (on, operand, environment) -> on.regions().split(operand)),
  MERGE(
      Operand.COUNT,
      "merges N pairs of neighbours, the smallest first",
      "none; `load --recreate` makes new regions",
      (on, count, environment) -> on.regions().merge(Integer.parseInt(count))),
  UNASSIGN(
      Operand.COUNT_OR_REGION,
      "takes N regions, or one by its name, offline",
      "the regions are assigned",
      (on, operand, environment) -> on.regions().unassign(operand, environment)),
  ASSIGN(
      Operand.NONE,
      "assigns the regions that `unassign` has taken offline",
      "none is needed",
      (on, none, environment) -> on.regions().assign()),
  BALANCE(
      Operand.NONE,
      "runs HBase's balancer, for all tables, and waits for its moves",
      "the table's regions move back",
      (on, none, environment) -> on.balance(environment)),
  FLUSH(Operand.NONE, "flushes the table", "none is needed", (on, none, environment) -> on.flush()),
  COMPACT(
      Operand.NONE,
      "compacts the table (major) and waits for the end",
      "none is needed",
      (on, none, environment) -> on.compact()),
  CLEAR_CACHE(
      Operand.NONE,
      "removes the table's blocks from the block caches",
      "none is needed: reads fill the caches again",
      (on, none, environment) -> on.clearCache()),
  SET_QUOTA(
      Operand.LIMIT,
      "limits requests or their bytes a second",
      "the quota is as before",
      (on, limit, environment) -> on.quotas().set(limit, environment)),
  REMOVE_QUOTA(
      Operand.QUOTA_TARGET,
      "removes the limits of requests and bytes",
      "the quotas are as before",
      (on, target, environment) -> on.quotas().remove(target, environment)),
  STOP_SERVER(
      Operand.SERVER,
      "stops a server by `hbench.server.stop`",
      "the server starts, the regions move back",
      (on, server, environment) -> on.servers().stop(Settings.SERVER_STOP, server, environment)),
  KILL_SERVER(
      Operand.SERVER,
      "kills a server by `hbench.server.kill`",
      "the server starts, the regions move back",
      (on, server, environment) -> on.servers().stop(Settings.SERVER_KILL, server, environment)),
  START_SERVER(
      Operand.NONE,
      "starts the servers that the run has stopped, by `hbench.server.start`",
      "none is needed",
      (on, none, environment) -> on.servers().start(environment)),
  RESTART_SERVER(
      Operand.SERVER_OR_ALL,
      "restarts a server, or all in turn",
      "servers start, the regions move back",
      (on, operand, environment) -> on.servers().restart(operand, environment));

  @FunctionalInterface
  interface Work {
    /**
     * Performs it, and waits for its effect.
     *
     * @param operand empty if there is none
     * @return what was done, for people
     */
    String perform(ClusterActions on, String operand, ActionEnvironment environment)
        throws IOException, InterruptedException;
  }

  private final String label;
  private final Operand operand;
  private final String help;
  private final String undo;

  @SuppressWarnings("ImmutableEnumChecker") // lambdas without a state
  private final Work work;

  ActionType(Operand operand, String help, String undo, Work work) {
    this.label = name().toLowerCase(Locale.ROOT).replace('_', '-');
    this.operand = operand;
    this.help = help;
    this.undo = undo;
    this.work = work;
  }

  static Optional<ActionType> named(String name) {
    return Arrays.stream(values()).filter(type -> type.label.equals(name)).findFirst();
  }

  static List<String> labels() {
    return Arrays.stream(values()).map(type -> type.label).toList();
  }

  /** The right that HBase wants for it, on the table or {@link Action#needsRightOnEverything}. */
  public Permission.Action right() {
    return this == FLUSH || this == COMPACT ? Permission.Action.CREATE : Permission.Action.ADMIN;
  }

  Operand operand() {
    return operand;
  }

  Work work() {
    return work;
  }

  /** Whether it reads and sets quotas. */
  public boolean isOfQuotas() {
    return this == SET_QUOTA || this == REMOVE_QUOTA;
  }

  /** Whether it leaves a server down, until {@link #START_SERVER}. */
  public boolean leavesAServerDown() {
    return this == STOP_SERVER || this == KILL_SERVER;
  }

  /** Whether it stops servers, for a while or until {@link #START_SERVER}. */
  boolean stopsServers() {
    return leavesAServerDown() || this == RESTART_SERVER;
  }

  /** Whether it brings back what other actions have taken away. */
  public boolean repairs() {
    return this == START_SERVER || this == ASSIGN;
  }

  /** The shell templates of the site that it needs. */
  List<Setting<String>> templates() {
    return switch (this) {
      case STOP_SERVER, RESTART_SERVER -> List.of(Settings.SERVER_STOP, Settings.SERVER_START);
      case KILL_SERVER -> List.of(Settings.SERVER_KILL, Settings.SERVER_START);
      case START_SERVER -> List.of(Settings.SERVER_START);
      default -> List.of();
    };
  }

  public String help() {
    return help;
  }

  public String undo() {
    return undo;
  }

  /** The action with its operand, as the documentation shows it: {@code split N|REGION}. */
  public String usage() {
    return (label + " " + operand).trim();
  }

  @Override
  public String toString() {
    return label;
  }
}
