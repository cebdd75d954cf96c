package io.hbench.cluster.action;

import io.hbench.rundir.QuotaLimit;
import io.hbench.settings.NameSuggestion;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;

/**
 * An action of a suite's hook on the cluster of its run.
 *
 * @param operand empty if there is none
 */
public record Action(ActionType type, String operand) {

  /**
   * Reads an action.
   *
   * @param text {@code move-regions 5}
   * @throws IllegalArgumentException if it is none; the message says why and what to type instead
   */
  public static Action parse(String text) {
    String name = text.replaceFirst("\\s.*", "");
    String operand = text.substring(name.length()).trim();
    ActionType type =
        ActionType.named(name)
            .orElseThrow(
                () -> {
                  String hint = NameSuggestion.hint(name, ActionType.labels(), "");
                  return new IllegalArgumentException(
                      "action '%s': %s"
                          .formatted(
                              name,
                              hint.isEmpty()
                                  ? "not one of "
                                      + String.join(", ", ActionType.labels())
                                      + "; try action: flush"
                                  : "unknown" + hint));
                });
    if (!type.operand().takes(operand)) {
      throw new IllegalArgumentException(
          "action '%s': not %s; try %s"
              .formatted(text, type.usage(), (type + " " + type.operand().example()).trim()));
    }
    return new Action(type, operand);
  }

  /** Whether it changes more than its table: it needs consent for any table. */
  public boolean touchesTheCluster() {
    return type == ActionType.BALANCE || !type.templates().isEmpty() || wideQuota().isPresent();
  }

  /**
   * Whether HBase wants the right on everything: it knows none on the cache of one table, nor on
   * the quotas of one namespace or user, and its balancer is the cluster's.
   */
  public boolean needsRightOnEverything() {
    return type == ActionType.CLEAR_CACHE || type == ActionType.BALANCE || wideQuota().isPresent();
  }

  /** What it touches besides its table, for people. */
  public String reach(String table) {
    String limits = type == ActionType.SET_QUOTA ? "limits " : "removes limits of ";
    return wideQuota()
        .map(
            target ->
                target
                    .user()
                    .map(user -> limits + "user " + user + " on all tables")
                    .orElse(
                        limits
                            + "all tables of namespace "
                            + TableName.valueOf(table).getNamespaceAsString()))
        .orElse("touches more than its table");
  }

  private Optional<QuotaLimit.Target> wideQuota() {
    Optional<QuotaLimit.Target> target =
        switch (type) {
          case SET_QUOTA -> QuotaLimit.parse(operand).map(QuotaLimit::target);
          case REMOVE_QUOTA -> Optional.of(QuotaLimit.Target.of(operand));
          default -> Optional.empty();
        };
    return target.filter(QuotaLimit.Target::isWide);
  }

  /** Number of regions that it moves or takes offline, besides those of servers that it stops. */
  public int regionsMoved() {
    boolean moves = type == ActionType.MOVE_REGIONS || type == ActionType.UNASSIGN;
    String count = operand.replaceFirst(" .*", ""); // a server may follow
    return !moves ? 0 : Operand.isNumber(count) ? Integer.parseInt(count) : 1;
  }

  /** Different actions of a list, in its order; empty without any. */
  public static String names(List<Action> actions) {
    return actions.stream().map(Action::toString).distinct().collect(Collectors.joining(", "));
  }

  @Override
  public String toString() {
    return (type + " " + operand).trim();
  }
}
