package io.hbench.cluster.action;

import io.hbench.client.HBaseUser;
import io.hbench.rundir.QuotaLimit;
import io.hbench.rundir.QuotaLimit.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaScope;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.QuotaType;
import org.apache.hadoop.hbase.quotas.ThrottleSettings;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * The actions on the quotas of a run's table, of its namespace and of users. HBase has one limit of
 * each type for each of them. Servers read quotas by {@code hbase.quota.refresh.period}, five
 * minutes if a site does not set it, and tell no one which they know: the effect is seen in the
 * figures alone.
 *
 * @param user of the run
 */
record QuotaActions(ActionCluster cluster, HBaseUser user) {
  private static final Map<QuotaLimit.Requests, String> TYPES =
      Map.of(
          QuotaLimit.Requests.ALL, "REQUEST",
          QuotaLimit.Requests.READS, "READ",
          QuotaLimit.Requests.WRITES, "WRITE");

  /** Sets a limit, of all servers together, in place of the target's limit of the same type. */
  String set(String operand, ActionEnvironment environment) throws IOException {
    QuotaLimit limit = QuotaLimit.parse(operand).orElseThrow();
    Target target = limit.target();
    String type =
        ThrottleType.valueOf(TYPES.get(limit.requests()) + (limit.bytes() ? "_SIZE" : "_NUMBER"))
            .name();
    List<Undo.Throttle> before =
        throttles(target).stream().filter(t -> t.type().equals(type)).toList();
    environment.undoAtTheEnd(
        Undo.throttling(
            "restore the quota of " + limit.requests() + " of " + name(target),
            cluster.table(),
            before.isEmpty() ? List.of(Undo.Throttle.none(type, target.text())) : before));
    restore(
        List.of(
            new Undo.Throttle(
                type,
                limit.perSecond(),
                TimeUnit.SECONDS.name(),
                QuotaScope.CLUSTER.name(),
                target.text())));
    return "at most "
        + limit
        + (target.equals(Target.of("")) ? "" : " for " + name(target))
        + (target.user().isEmpty() || target.user().get().equals(user.toString())
            ? ""
            : QuotaLimit.OTHER_USER)
        + (isThrottling() ? "" : QuotaLimit.SWITCHED_OFF);
  }

  String remove(String operand, ActionEnvironment environment) throws IOException {
    Target target = Target.of(operand);
    List<Undo.Throttle> before = throttles(target);
    environment.undoAtTheEnd(
        Undo.throttling("restore the quotas of " + name(target), cluster.table(), before));
    restore(before.stream().map(t -> Undo.Throttle.none(t.type(), target.text())).toList());
    return "quotas removed: " + before.size();
  }

  private String name(Target target) {
    return target.user().isEmpty() && target.isWide()
        ? "namespace " + cluster.table().getNamespaceAsString()
        : target.text().replaceFirst("table$", "table " + cluster.table());
  }

  private List<Undo.Throttle> throttles(Target target) throws IOException {
    String of = target.user().orElse(null);
    TableName table = target.isWide() ? null : cluster.table();
    String namespace =
        of == null && target.isWide() ? cluster.table().getNamespaceAsString() : null;
    QuotaFilter filter = new QuotaFilter().addTypeFilter(QuotaType.THROTTLE);
    if (of != null) {
      filter.setUserFilter(Pattern.quote(of));
    } else if (table != null) {
      filter.setTableFilter(Pattern.quote(table.getNameAsString()));
    } else {
      filter.setNamespaceFilter(Pattern.quote(namespace));
    }
    List<Undo.Throttle> all = new ArrayList<>();
    try {
      for (QuotaSettings settings : cluster.admin().getQuota(filter)) {
        if (settings instanceof ThrottleSettings throttle
            && Objects.equals(throttle.getUserName(), of)
            && Objects.equals(throttle.getTableName(), table)
            && Objects.equals(throttle.getNamespace(), namespace)) {
          all.add(
              new Undo.Throttle(
                  throttle.getThrottleType().name(),
                  throttle.getSoftLimit(),
                  throttle.getTimeUnit().name(),
                  throttle.getQuotaScope().name(),
                  target.text()));
        }
      }
    } catch (TableNotFoundException e) {
      throw new IOException("HBase has no quotas: hbase.quota.enabled is false at its servers", e);
    }
    return all;
  }

  void restore(List<Undo.Throttle> throttles) throws IOException {
    for (Undo.Throttle throttle : throttles) {
      Target target = Target.of(throttle.target());
      ThrottleType type = ThrottleType.valueOf(throttle.type());
      boolean none = throttle.limit() == 0;
      if (none && target.isWide() && target.user().isPresent()) {
        keepElsewhere(target.user().get());
      }
      cluster.admin().setQuota(none ? none(target, type) : of(throttle, type));
    }
  }

  /**
   * Keeps the quotas of a user on tables and namespaces: HBase deletes them with the last one that
   * the user has on everything, unless the user has a bypass, which may be none.
   */
  private void keepElsewhere(String user) throws IOException {
    List<QuotaSettings> all =
        cluster.admin().getQuota(new QuotaFilter().setUserFilter(Pattern.quote(user)));
    if (all.stream().anyMatch(q -> q.getTableName() != null || q.getNamespace() != null)
        && all.stream().noneMatch(q -> q.getQuotaType() == QuotaType.GLOBAL_BYPASS)) {
      cluster.admin().setQuota(QuotaSettingsFactory.bypassGlobals(user, false));
    }
  }

  private QuotaSettings none(Target target, ThrottleType type) {
    TableName table = cluster.table();
    if (target.user().isEmpty()) {
      return target.isWide()
          ? QuotaSettingsFactory.unthrottleNamespaceByThrottleType(
              table.getNamespaceAsString(), type)
          : QuotaSettingsFactory.unthrottleTableByThrottleType(table, type);
    }
    String user = target.user().get();
    return target.isWide()
        ? QuotaSettingsFactory.unthrottleUserByThrottleType(user, type)
        : QuotaSettingsFactory.unthrottleUserByThrottleType(user, table, type);
  }

  private QuotaSettings of(Undo.Throttle throttle, ThrottleType type) {
    Target target = Target.of(throttle.target());
    TableName table = cluster.table();
    long limit = throttle.limit();
    TimeUnit unit = TimeUnit.valueOf(throttle.unit());
    QuotaScope scope = QuotaScope.valueOf(throttle.scope());
    if (target.user().isEmpty()) {
      return target.isWide()
          ? QuotaSettingsFactory.throttleNamespace(
              table.getNamespaceAsString(), type, limit, unit, scope)
          : QuotaSettingsFactory.throttleTable(table, type, limit, unit, scope);
    }
    String user = target.user().get();
    return target.isWide()
        ? QuotaSettingsFactory.throttleUser(user, type, limit, unit, scope)
        : QuotaSettingsFactory.throttleUser(user, table, type, limit, unit, scope);
  }

  private boolean isThrottling() throws IOException {
    try {
      return cluster.admin().isRpcThrottleEnabled();
    } catch (AccessDeniedException e) {
      return true; // the right on everything is needed for the answer; the figures show the effect
    }
  }
}
