package io.hbench.settings;

import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.SITE;

/**
 * What a site allows all who use it; nothing is forbidden unless it is set. {@link LoadSettings}
 * has the oldest of these limits.
 */
interface SiteSettings {
  SettingGroup POLICY_GROUP = new SettingGroup("policy of a site");

  Setting<TablePatterns> SITE_READ =
      tables("tables.read").help("tables that may be read: `bench*,test:*`; `none`");
  Setting<TablePatterns> SITE_WRITE =
      tables("tables.write").help("tables that may be written, loaded and created");
  Setting<TablePatterns> SITE_DROP =
      tables("tables.drop").help("tables that `--recreate` may drop");
  Setting<TablePatterns> SITE_ACT =
      tables("tables.act")
          .help(
              "tables on which suites may act, and that may be flushed, compacted, cleared from caches");
  Setting<Boolean> SITE_SERVER_ACTIONS =
      allowed("server.actions").help("whether suites may act on servers and run the balancer");
  Setting<Boolean> SITE_YES =
      allowed("yes").help("whether `--yes` and `--recreate=NAME` may take the place of a question");
  Setting<Boolean> SITE_META_WRITES =
      allowed("meta.writes").help("whether `metaWrite` and `metaClean` may write to `hbase:meta`");
  Setting<Boolean> SITE_MAJOR_COMPACT =
      allowed("major.compact").help("whether tables may be compacted (major)");
  Setting<Boolean> SITE_WARM = allowed("warm").help("whether `--warm` may read whole tables");
  Setting<Boolean> SITE_METRICS_PORT =
      allowed("metrics.port").help("whether `--metrics-port` may open a port");
  Setting<Integer> SITE_REGIONS_MOVED =
      POLICY_GROUP
          .add("max.regions.moved", SettingType.SMALL_COUNT, NO_LOAD_EFFECT, SITE)
          .help("maximum number of regions that the actions of a run move or take offline");
  Setting<Integer> SITE_SERVERS_DOWN =
      POLICY_GROUP
          .add("max.servers.down", SettingType.SMALL_COUNT, NO_LOAD_EFFECT, SITE)
          .help("maximum number of region servers that are down while an action stops one");
  Setting<DailyWindow> SITE_WINDOW =
      POLICY_GROUP
          .add("window", SettingType.WINDOW, NO_LOAD_EFFECT, SITE)
          .help("hours in which runs start and end: `20:00-06:00 Europe/Berlin`");
  Setting<String> AUDIT_DIR =
      POLICY_GROUP
          .add("audit.dir", SettingType.TEXT, NO_LOAD_EFFECT, SITE)
          .help(
              "directory of the default file system, mode 1777, in which commands record what they"
                  + " do");

  private static SettingGroup.Draft<TablePatterns> tables(String name) {
    return POLICY_GROUP.add(name, SettingType.TABLES, NO_LOAD_EFFECT, SITE);
  }

  private static SettingGroup.Draft<Boolean> allowed(String what) {
    return POLICY_GROUP.add("allow." + what, SettingType.FLAG, "true", NO_LOAD_EFFECT, SITE);
  }
}
