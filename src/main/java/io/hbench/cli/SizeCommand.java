package io.hbench.cli;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.ServerMemory;
import io.hbench.cluster.TableSizing;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;

/** {@code size}: proposes numbers of rows for the block caches of the cluster. */
final class SizeCommand implements Subcommand {
  @Override
  public String operands() {
    return "[--setting VALUE]…";
  }

  @Override
  public String help() {
    return "proposes numbers of rows by the size of the servers' block caches";
  }

  @Override
  public boolean takesSettings() {
    return true;
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = CommandLine.parse(given, words, Settings.flags());
    line.values().forEach((setting, text) -> setting.set(line.conf(), text));
    if (!line.operands().isEmpty()) {
      throw new UsageException(
          "size " + line.operands().get(0) + ": unexpected operand; try size --value-size 1KB");
    }
    Settings.COMMAND.set(line.conf(), Command.LOAD.toString()); // a load defines the size of a row
    RunSpec spec = RunSpec.from(line.conf());
    Configuration hbase = HBaseConf.find(line.conf(), console.environment());
    List<ServerMemory> servers;
    try (Cluster cluster = Cluster.connect(hbase)) {
      servers = cluster.memory();
    }
    if (servers.isEmpty()) {
      throw new IOException("no region server is alive");
    }
    double share =
        hbase.getDouble(
            HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, HConstants.HFILE_BLOCK_CACHE_SIZE_DEFAULT);
    console.out().print(new TableSizing(servers, share, spec).text(line.conf()));
    return ExitCode.FINE;
  }

  @Override
  public String example() {
    return "size --value-size 1KB --columns 10";
  }
}
