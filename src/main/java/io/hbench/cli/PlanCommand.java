package io.hbench.cli;

import io.hbench.doc.TextRenderer;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Objective;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import io.hbench.suite.Capacities;
import io.hbench.suite.ServerPlan;
import io.hbench.view.PlanView;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** {@code plan}: prints the number of region servers for a rate, by rates that were measured. */
final class PlanCommand implements Subcommand {
  private static final String EXAMPLE =
      "plan --rate 200k --of hbench/3-servers hbench/6-servers hbench/9-servers";

  private static final SettingGroup FLAGS = new SettingGroup("options");
  private static final Setting<BigDecimal> RATE =
      FLAGS.add("rate", SettingType.PER_SECOND).help("requests per second to plan for");
  private static final Setting<List<String>> OF =
      FLAGS
          .add("of", SettingType.PATHS)
          .help("directories of findmax, at several numbers of region servers");
  private static final Setting<List<Objective>> OBJECTIVE =
      FLAGS
          .add("objective", SettingType.OBJECTIVES)
          .help("objective for which these must have been measured");
  private static final Setting<ComparisonFlags.Form> FORMAT =
      FLAGS.oneOf("format", ComparisonFlags.Form.class, "text").help("text or json");

  @Override
  public Usage usage() {
    return new Usage(
        "--rate RATE [--objective OBJECTIVE]… --of DIR… [--format text|json]",
        "prints the number of region servers and clients for a rate",
        EXAMPLE,
        FLAGS.settings());
  }

  @Override
  public int run(Configuration given, List<String> words, Console console) throws IOException {
    CommandLine line = parse(given, words);
    Configuration conf = line.flags();
    List<String> directories = new ArrayList<>(OF.find(conf).orElse(List.of()));
    directories.addAll(line.operands());
    if (RATE.find(conf).isEmpty() || directories.isEmpty()) {
      throw new UsageException("plan: needs --rate and --of; try " + EXAMPLE);
    }
    Capacities of =
        Capacities.read(line.conf(), directories, OBJECTIVE.find(conf).orElse(List.of()));
    ServerPlan plan =
        ServerPlan.of(
            RATE.text(conf), RATE.get(conf).doubleValue(), of.objectives(), of.measured());
    console
        .out()
        .print(
            FORMAT.get(conf) == ComparisonFlags.Form.JSON
                ? RunDirectory.toJson(plan)
                : TextRenderer.summary(PlanView.of(plan)));
    return ExitCode.OK;
  }
}
