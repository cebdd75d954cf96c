package io.hbench.cluster.action;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.SitePolicy;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.net.Address;

/**
 * The shell templates of a site that stop, kill and start a region server: bash commands with
 * {@code {host}} and {@code {port}}.
 */
public record ServerTemplates(Configuration conf) {

  public static void check(Configuration conf, Action action) {
    for (Setting<String> template : action.type().templates()) {
      if (!template.isSet(conf)) {
        throw new UsageException(
            "action '%s': no template %s; try -D %s='ssh {host} sudo systemctl %s hbase-regionserver'"
                .formatted(action, template.property(), template.property(), verb(template)));
      }
    }
  }

  private static String verb(Setting<String> template) {
    return template.equals(Settings.SERVER_KILL)
        ? "kill -s KILL"
        : template.equals(Settings.SERVER_STOP) ? "stop" : "start";
  }

  /** Checks that the site allows to stop one more server. */
  void checkDown(Set<Address> down) throws IOException {
    Optional<Integer> max = Settings.SITE_SERVERS_DOWN.find(conf);
    if (max.isPresent() && down.size() >= max.get()) {
      throw new IOException(
          "not performed: this site allows at most %d server(s) to be down (%s), and %s %s"
              .formatted(
                  max.get(),
                  new SitePolicy(conf).origin(Settings.SITE_SERVERS_DOWN),
                  down,
                  down.size() == 1 ? "is" : "are"));
    }
  }

  /** Checks that the site allows to move so many regions. */
  void checkMoved(int regions) throws IOException {
    Optional<Integer> max = Settings.SITE_REGIONS_MOVED.find(conf);
    if (max.isPresent() && regions > max.get()) {
      throw new IOException(
          "not performed: the actions of the run would move %d regions, and this site allows at most %d (%s)"
              .formatted(
                  regions, max.get(), new SitePolicy(conf).origin(Settings.SITE_REGIONS_MOVED)));
    }
  }

  /** HBase's host names have no characters that a shell would interpret; others are refused. */
  String filled(Setting<String> template, ServerName server) {
    if (!server.getHostname().matches("[\\w.:-]+")) {
      throw new IllegalArgumentException("not a host name: " + server.getHostname());
    }
    return template
        .get(conf)
        .replace("{host}", server.getHostname())
        .replace("{port}", Integer.toString(server.getPort()));
  }
}
