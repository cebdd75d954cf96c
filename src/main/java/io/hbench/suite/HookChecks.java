package io.hbench.suite;

import io.hbench.cluster.Tables;
import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import org.apache.hadoop.hbase.TableName;

/** Checks of the hooks of a run that need no cluster. */
final class HookChecks {
  private HookChecks() {}

  /**
   * @throws UsageException for the first hook that the run can't have
   */
  static void check(PlannedRun run, RunSpec spec) {
    for (Suite.Hook hook : run.step().during()) {
      if (hook.after().in(spec).isEmpty()) {
        throw new UsageException(
            "after: %s: a share of a load whose length is unknown; try after: 30s, or --for 10m"
                .formatted(hook.after()));
      }
    }
    for (Action action : run.actions()) {
      if (!spec.needsTable()) {
        throw wrong(action, "the step has no table; try it in a step of run get");
      }
      if (spec.candidate().isPresent()) {
        throw wrong(action, "compare --live has two sides; try it in a step of run get");
      }
      if (spec.writesMeta() || Tables.isSystem(TableName.valueOf(spec.table()))) {
        throw wrong(action, "works on no system table of HBase; try --table t1");
      }
      ServerTemplates.check(run.conf(), action);
    }
  }

  private static UsageException wrong(Action action, String reason) {
    return new UsageException("action '%s': %s".formatted(action, reason));
  }
}
