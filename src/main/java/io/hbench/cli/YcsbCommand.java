package io.hbench.cli;

import io.hbench.compat.pe.PeOptions;
import io.hbench.compat.ycsb.YcsbCommandLine;
import io.hbench.compat.ycsb.YcsbProperties;
import io.hbench.compat.ycsb.YcsbTranslation;
import io.hbench.job.TaskHeap;
import io.hbench.row.ColumnChoice;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RowsInFlight;
import io.hbench.spec.RunSpec;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * {@code ycsb}: runs a command line of YCSB, {@code load|run [binding] -P FILE -p name=value},
 * translated into settings of hbench.
 */
final class YcsbCommand extends TranslatedCommand {
  private static final List<String> PHASES = List.of("load", "run");

  YcsbCommand() {
    super("ycsb");
  }

  @Override
  public Usage usage() {
    return new Usage(
        "load|run [hbase2] [-P FILE]… [-p name=value]… [-threads N] [-target N] [--setting"
            + " VALUE]…",
        "runs a command line of YCSB with its property files",
        "ycsb run hbase2 -P job-conf/ycsb/workloada -p recordcount=1000000 --tasks 4 --for 5m");
  }

  @Override
  public String details() {
    StringBuilder text = new StringBuilder("\nproperties of YCSB, and their translation:\n");
    for (SettingGroup group : YcsbProperties.groups()) {
      text.append('\n').append(group.heading()).append(":\n");
      for (Setting<?> property : group.settings()) {
        text.append(
            YcsbProperties.isUnused(group)
                ? "  " + property.name() + "\n"
                : Help.line(property.name(), property.help(), property.fallback()));
      }
    }
    return text.append("\n--print prints hbench's own command line and runs nothing;")
        .append(" hbench's settings (see 'settings') override properties\n")
        .toString();
  }

  @Override
  Translated translate(Configuration given, List<String> words) throws IOException {
    YcsbCommandLine ycsb = YcsbCommandLine.parse(given, words);
    List<Setting<?>> flags = new ArrayList<>(Settings.flags());
    flags.add(PeOptions.PRINT);
    CommandLine line = CommandLine.parse(given, ycsb.rest(), flags);
    boolean load = isLoad(line.operands());
    Map<Setting<?>, String> settings = new LinkedHashMap<>(line.values());
    settings.putAll(line.properties());
    settings.remove(PeOptions.PRINT);
    YcsbTranslation translation =
        new YcsbTranslation(load, ycsb.properties(), settings, ycsb.errors());
    if (translation.isBuffered()) {
      Configuration conf = new LoadRequest(line.conf(), translation.settings()).merged();
      NamedFiles.read(conf, Settings.VALUE_HISTOGRAM);
      RunSpec spec = RunSpec.from(conf);
      long ofThread = -Math.floorDiv(-spec.rows(), spec.totalThreads());
      translation.fitBuffer(rowsThatFit(spec, conf), ofThread);
    }
    return new Translated(line, translation, report -> "");
  }

  /** Rows of a batch that fit into the heap of a task, with those of the other threads. */
  private static long rowsThatFit(RunSpec spec, Configuration conf) {
    long row = RowsInFlight.Size.of(spec, ColumnChoice.ALL).heap();
    long batches = (long) spec.load().threads() * spec.load().inFlight();
    return Math.max(1, TaskHeap.of(spec, conf) / RowsInFlight.SHARE_OF_HEAP / batches / row);
  }

  /** Refuses a file without -P, and a flag with a dash that a text processor has made. */
  private static void checkForgotten(String operand) {
    String hint =
        new File(operand).isFile()
            ? "-P " + operand
            : operand.matches("\\p{Pd}.*") ? "-" + operand.substring(1) : "";
    if (!hint.isEmpty()) {
      throw new UsageException("ycsb " + operand + ": unexpected word; did you mean " + hint + "?");
    }
  }

  private static boolean isLoad(List<String> operands) {
    if (operands.isEmpty() || !PHASES.contains(operands.get(0))) {
      String phase =
          operands.isEmpty() ? ": no phase" : " " + operands.get(0) + ": not load or run";
      throw new UsageException("ycsb" + phase + "; try ycsb load -P job-conf/ycsb/workloada");
    }
    operands.stream().skip(1).forEach(YcsbCommand::checkForgotten);
    if (operands.size() > 1 && !YcsbCommandLine.BINDING.matcher(operands.get(1)).matches()) {
      throw UsageException.badValue(
          "ycsb",
          operands.get(1),
          operands.get(1).equals("asynchbase") ? "not supported" : "not a binding for HBase",
          "ycsb " + operands.get(0) + " hbase2 -P job-conf/ycsb/workloada");
    }
    if (operands.size() > 2) {
      throw new UsageException(
          "ycsb " + operands.get(2) + ": unexpected word after the binding; leave it out");
    }
    return operands.get(0).equals("load");
  }
}
