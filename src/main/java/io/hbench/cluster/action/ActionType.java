package io.hbench.cluster.action;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.security.access.Permission;

/**
 * The register of actions. A new action is a line here and the work that it names: the check of
 * suite files, the help and the table in the documentation use this list.
 */
public enum ActionType {
  MOVE_REGIONS(
      "move-regions",
      Operand.COUNT,
      Target.TABLE,
      "moves N regions of the table to other servers",
      "the regions move back",
      ClusterActions::moveRegions),
  SPLIT(
      "split",
      Operand.COUNT_OR_REGION,
      Target.TABLE,
      "splits the N largest regions, or one by its name",
      "none; `load --recreate` makes new regions",
      ClusterActions::split),
  MERGE(
      "merge",
      Operand.COUNT,
      Target.TABLE,
      "merges N pairs of neighbours, the smallest first",
      "none; `load --recreate` makes new regions",
      ClusterActions::merge),
  UNASSIGN(
      "unassign",
      Operand.COUNT_OR_REGION,
      Target.TABLE,
      "takes N regions, or one by its name, offline",
      "the regions are assigned",
      ClusterActions::unassign),
  ASSIGN(
      "assign",
      Operand.NONE,
      Target.TABLE,
      "assigns the regions that `unassign` has taken offline",
      "none is needed",
      ClusterActions::assign),
  BALANCE(
      "balance",
      Operand.NONE,
      Target.CLUSTER,
      "runs HBase's balancer, for all tables, and waits for its moves",
      "the table's regions move back",
      ClusterActions::balance),
  FLUSH(
      "flush",
      Operand.NONE,
      Target.TABLE,
      "flushes the table",
      "none is needed",
      ClusterActions::flush),
  COMPACT(
      "compact",
      Operand.NONE,
      Target.TABLE,
      "compacts the table (major) and waits for the end",
      "none is needed",
      ClusterActions::compact),
  STOP_SERVER(
      "stop-server",
      Operand.SERVER,
      Target.SERVERS,
      "stops a server by `hbench.server.stop`",
      "the server starts, the regions move back",
      ClusterActions::stopServer),
  KILL_SERVER(
      "kill-server",
      Operand.SERVER,
      Target.SERVERS,
      "kills a server by `hbench.server.kill`",
      "the server starts, the regions move back",
      ClusterActions::killServer),
  START_SERVER(
      "start-server",
      Operand.NONE,
      Target.SERVERS,
      "starts the servers that the run has stopped, by `hbench.server.start`",
      "none is needed",
      ClusterActions::startServers),
  RESTART_SERVER(
      "restart-server",
      Operand.SERVER_OR_ALL,
      Target.SERVERS,
      "restarts a server, or all in turn",
      "servers start, the regions move back",
      ClusterActions::restartServers);

  /** What an action touches. */
  enum Target {
    TABLE,
    /** All tables of the cluster. */
    CLUSTER,
    /** Region servers, by the shell templates of the site. */
    SERVERS
  }

  /** Work of an action. */
  @FunctionalInterface
  interface Work {
    /**
     * Performs it, and waits for its effect.
     *
     * @param operand empty if there is none
     * @return what was done, for people
     */
    String perform(ClusterActions actions, String operand, ActionEnvironment environment)
        throws IOException, InterruptedException;
  }

  private final String label;
  private final Operand operand;
  private final Target target;
  private final String help;
  private final String undo;

  @SuppressWarnings("ImmutableEnumChecker") // method references hold no state
  private final Work work;

  ActionType(String label, Operand operand, Target target, String help, String undo, Work work) {
    this.label = label;
    this.operand = operand;
    this.target = target;
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

  /** The right on the table that HBase wants for it. */
  public Permission.Action right() {
    return this == FLUSH || this == COMPACT ? Permission.Action.CREATE : Permission.Action.ADMIN;
  }

  Operand operand() {
    return operand;
  }

  Work work() {
    return work;
  }

  /** Whether it changes more than its table: it needs consent for any table. */
  public boolean touchesTheCluster() {
    return target != Target.TABLE;
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

  /** What its undo does, for the documentation. */
  public String undo() {
    return undo;
  }

  /** The action with its operand, as the documentation shows it: {@code split N|REGION}. */
  public String usage() {
    return (label + " " + operand).trim();
  }

  /** The name in suite files. */
  @Override
  public String toString() {
    return label;
  }
}
