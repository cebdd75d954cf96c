package io.hbench.suite;

import static io.hbench.figure.Format.format;

import io.hbench.cluster.action.Action;
import io.hbench.cluster.action.ActionType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.SitePolicy;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** What a site allows the actions of a run to do; see {@link SitePolicy}. */
record ActionPolicy(Configuration conf, SitePolicy site) {
  ActionPolicy(Configuration conf) {
    this(conf, new SitePolicy(conf));
  }

  /**
   * @throws UsageException for the first one that the site does not allow
   */
  void check(List<Action> actions) {
    for (Action action : actions) {
      String what = "action '" + action + "'";
      if (action.touchesTheCluster()) {
        site.allow(Settings.SITE_SERVER_ACTIONS, what);
      }
      if (action.type() == ActionType.COMPACT) {
        site.allow(Settings.SITE_MAJOR_COMPACT, what);
      }
    }
    if (!actions.isEmpty()) {
      site.checkTable(Settings.SITE_ACT, Settings.TABLE.get(conf), "acted on");
      Settings.SITE_REGIONS_MOVED.find(conf).ifPresent(max -> checkMoves(actions, max));
    }
  }

  private void checkMoves(List<Action> actions, int max) {
    long moved = 0;
    for (Action action : actions) {
      if (action.type() == ActionType.BALANCE) {
        throw exceeds("action 'balance': may move any number of regions", max, "leave it out");
      }
      moved += action.regionsMoved();
      if (moved > max) {
        throw exceeds(
            format("action '%s': the actions of the step move %,d regions", action, moved),
            max,
            "try action: " + action.type() + " 1");
      }
    }
  }

  private UsageException exceeds(String what, int max, String instead) {
    return new UsageException(
        "%s, and this site allows at most %d (%s); %s"
            .formatted(what, max, site.origin(Settings.SITE_REGIONS_MOVED), instead));
  }
}
