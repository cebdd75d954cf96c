package io.hbench.cli;

import static io.hbench.figure.Format.format;

import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.SitePolicy;
import java.net.URL;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** {@code policy}: prints what the configuration of this site allows, and which file says so. */
final class PolicyCommand implements Subcommand {
  /** Files that may set it, in the order in which Hadoop reads them. */
  private static final List<String> FILES =
      List.of("core-site.xml", "mapred-site.xml", SitePolicy.FILE);

  @Override
  public Usage usage() {
    return new Usage("", "what this site allows, and which file says so", "policy");
  }

  @Override
  public int run(Configuration conf, List<String> words, Console console) {
    if (!words.isEmpty()) {
      throw new UsageException("policy " + words.get(0) + ": takes no operands; try policy");
    }
    SitePolicy site = new SitePolicy(conf);
    site.check();
    StringBuilder text = new StringBuilder();
    for (Setting<?> setting : Settings.with(SettingRole.SITE)) {
      boolean isSet = conf.get(setting.property()) != null;
      text.append(
          format(
              "%-30s%s%s\n",
              setting.property(),
              isSet ? setting.text(conf) : unset(setting),
              isSet ? source(site, setting) : ""));
    }
    text.append('\n');
    for (String file : FILES) {
      URL found = conf.getResource(file);
      text.append(format("%-30s%s\n", file, found == null ? "not on the class path" : found));
    }
    console.out().print(text);
    return ExitCode.OK;
  }

  private static String unset(Setting<?> setting) {
    return setting.fallback().isEmpty()
        ? "not set"
        : setting.kind().equals(SettingType.FLAG) ? "allowed" : setting.fallback();
  }

  private static String source(SitePolicy site, Setting<?> setting) {
    boolean isFinal = site.conf().getFinalParameters().contains(setting.property());
    return "  (" + site.source(setting).orElse("no file") + (isFinal ? ", final)" : ")");
  }
}
