package io.hbench.cluster.action;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/**
 * What repairs the effect of an action or of a shell line at the end of the load: data, so that
 * another process can do it after the end of this one. Servers are {@code host:port}, regions their
 * encoded names.
 *
 * @param what name for messages
 * @param line the shell line; null for an action
 * @param table the table of the action; null for a shell line
 * @param start servers that are stopped, or may be, as {@code host,port,startcode}, with the shell
 *     lines that start them
 * @param assign regions to be opened
 * @param moves regions of the table to be moved back
 * @param others servers of the regions of other tables, and of secondary replicas, before the
 *     action, by table
 * @param throttles limits before the action, of the table's requests or of others
 */
public record Undo(
    String what,
    String line,
    String table,
    Map<String, String> start,
    List<String> assign,
    Moves moves,
    Map<String, Map<String, String>> others,
    List<Throttle> throttles) {

  /**
   * A limit of requests.
   *
   * @param type HBase's name: {@code WRITE_NUMBER}
   * @param limit requests or bytes in a unit of time; 0 for none
   * @param unit HBase's name: {@code SECONDS}; null for none
   * @param scope {@code CLUSTER} or {@code MACHINE}; null for none
   * @param target what it is of: {@code user web}; null for the table
   */
  public record Throttle(String type, long limit, String unit, String scope, String target) {
    static Throttle none(String type, String target) {
      return new Throttle(type, 0, null, null, target);
    }
  }

  /**
   * Regions of an action's table, to be moved back.
   *
   * @param homes servers before the action, by region
   * @param moved servers after the action, where they are known: who moves a region on later wants
   *     it there
   * @param presumed regions that no server had open before: they may be closed on purpose
   */
  public record Moves(Map<String, String> homes, Map<String, String> moved, List<String> presumed) {
    static final Moves NONE = new Moves(Map.of(), Map.of(), List.of());

    /** Moves of a file, from which parts may be missing. */
    public Moves {
      homes = copy(homes);
      moved = copy(moved);
      presumed = presumed == null ? List.of() : List.copyOf(presumed);
    }
  }

  /** An undo of a file, from which parts may be missing. */
  public Undo {
    Objects.requireNonNull(what, "no name of the undo");
    if ((line == null) == (table == null)) {
      throw new IllegalArgumentException("neither a shell line nor the undo of an action");
    }
    start = copy(start);
    assign = assign == null ? List.of() : List.copyOf(assign);
    moves = moves == null ? Moves.NONE : moves;
    others = copy(others);
    throttles = throttles == null ? List.of() : List.copyOf(throttles);
  }

  private static <T> Map<String, T> copy(Map<String, T> some) {
    return some == null ? Map.of() : Map.copyOf(some);
  }

  public static Undo ofLine(String line) {
    return new Undo("`" + line + "`", line, null, null, null, null, null, null);
  }

  static Undo assigning(String what, TableName table, List<String> regions) {
    return new Undo(what, null, table.getNameAsString(), null, regions, null, null, null);
  }

  static Undo moving(String what, TableName table, Moves moves) {
    return new Undo(what, null, table.getNameAsString(), null, null, moves, null, null);
  }

  static Undo ofServers(
      String what, TableName table, Moves moves, Map<String, Map<String, String>> others) {
    return new Undo(what, null, table.getNameAsString(), null, null, moves, others, null);
  }

  static Undo throttling(String what, TableName table, List<Throttle> throttles) {
    return new Undo(what, null, table.getNameAsString(), null, null, null, null, throttles);
  }

  /**
   * The same, for a server that is about to be stopped.
   *
   * @param by shell line that starts it
   */
  Undo starting(ServerName server, String by) {
    Map<String, String> all = new TreeMap<>(start);
    all.put(server.getServerName(), by);
    return new Undo(what, line, table, all, assign, moves, others, throttles);
  }

  Undo started(ServerName server) {
    Map<String, String> all = new HashMap<>(start);
    all.remove(server.getServerName());
    return new Undo(what, line, table, all, assign, moves, others, throttles);
  }

  /** The same, for regions that are open again. */
  Undo assigned(List<String> regions) {
    List<String> rest = new ArrayList<>(assign);
    rest.removeAll(regions);
    return new Undo(what, line, table, start, rest, moves, others, throttles);
  }

  Undo with(Moves now) {
    return new Undo(what, line, table, start, assign, now, others, throttles);
  }
}
