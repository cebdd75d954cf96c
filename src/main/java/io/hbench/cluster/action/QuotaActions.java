package io.hbench.cluster.action;

import io.hbench.rundir.QuotaLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.quotas.QuotaFilter;
import org.apache.hadoop.hbase.quotas.QuotaScope;
import org.apache.hadoop.hbase.quotas.QuotaSettings;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.QuotaType;
import org.apache.hadoop.hbase.quotas.ThrottleSettings;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.security.AccessDeniedException;

/**
 * The actions on the quotas of a run's table: those of the table itself, for all users. HBase has
 * one limit of each type for a table. Servers read quotas by {@code hbase.quota.refresh.period},
 * five minutes if a site does not set it, and tell no one which they know: the effect is seen in
 * the figures alone.
 */
record QuotaActions(ActionCluster cluster) {
  private static final Map<QuotaLimit.Requests, ThrottleType> TYPES =
      Map.of(
          QuotaLimit.Requests.ALL, ThrottleType.REQUEST_NUMBER,
          QuotaLimit.Requests.READS, ThrottleType.READ_NUMBER,
          QuotaLimit.Requests.WRITES, ThrottleType.WRITE_NUMBER);

  /** Sets a limit, of all servers together, in place of the table's limit of the same type. */
  String set(String operand, ActionEnvironment environment) throws IOException {
    QuotaLimit limit = QuotaLimit.parse(operand).orElseThrow();
    ThrottleType type = TYPES.get(limit.requests());
    List<Undo.Throttle> before =
        throttles().stream().filter(t -> t.type().equals(type.name())).toList();
    environment.undoAtTheEnd(
        Undo.throttling(
            "restore the table's quota of " + limit.requests(),
            cluster.table(),
            before.isEmpty() ? List.of(Undo.Throttle.none(type.name())) : before));
    restore(
        List.of(
            new Undo.Throttle(
                type.name(),
                limit.perSecond(),
                TimeUnit.SECONDS.name(),
                QuotaScope.CLUSTER.name())));
    return "at most " + limit + (isThrottling() ? "" : ", but HBase's throttling is switched off");
  }

  String remove(ActionEnvironment environment) throws IOException {
    List<Undo.Throttle> before = throttles();
    environment.undoAtTheEnd(
        Undo.throttling("restore the table's quotas", cluster.table(), before));
    restore(before.stream().map(t -> Undo.Throttle.none(t.type())).toList());
    return "quotas removed: " + before.size();
  }

  private List<Undo.Throttle> throttles() throws IOException {
    QuotaFilter filter =
        new QuotaFilter()
            .setTableFilter(Pattern.quote(cluster.table().getNameAsString()))
            .addTypeFilter(QuotaType.THROTTLE);
    List<Undo.Throttle> all = new ArrayList<>();
    try {
      for (QuotaSettings settings : cluster.admin().getQuota(filter)) {
        if (settings instanceof ThrottleSettings throttle
            && cluster.table().equals(throttle.getTableName())
            && throttle.getUserName() == null) {
          all.add(
              new Undo.Throttle(
                  throttle.getThrottleType().name(),
                  throttle.getSoftLimit(),
                  throttle.getTimeUnit().name(),
                  throttle.getQuotaScope().name()));
        }
      }
    } catch (TableNotFoundException e) {
      throw new IOException("HBase has no quotas: hbase.quota.enabled is false at its servers", e);
    }
    return all;
  }

  void restore(List<Undo.Throttle> throttles) throws IOException {
    Admin admin = cluster.admin();
    for (Undo.Throttle throttle : throttles) {
      ThrottleType type = ThrottleType.valueOf(throttle.type());
      admin.setQuota(
          throttle.limit() == 0
              ? QuotaSettingsFactory.unthrottleTableByThrottleType(cluster.table(), type)
              : QuotaSettingsFactory.throttleTable(
                  cluster.table(),
                  type,
                  throttle.limit(),
                  TimeUnit.valueOf(throttle.unit()),
                  QuotaScope.valueOf(throttle.scope())));
    }
  }

  private boolean isThrottling() throws IOException {
    try {
      return cluster.admin().isRpcThrottleEnabled();
    } catch (AccessDeniedException e) {
      return true; // the right on everything is needed for the answer; the figures show the effect
    }
  }
}
