package io.hbench.cli;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.ServerMemory;
import io.hbench.cluster.TableSizing;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.settings.Command;
import io.hbench.settings.SettingRole;
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
  public Usage usage() {
    return new Usage(
        "[--setting VALUE]…",
        "proposes numbers of rows by the size of the servers' block caches",
        "size --value-size 1KB --columns 10");
  }

  @Override
  public boolean takesSettings() {
    return true;
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = parse(given, words);
    Configuration conf = line.merged();
    if (!line.operands().isEmpty()) {
      throw new UsageException(
          "size " + line.operands().get(0) + ": unexpected operand; try size --value-size 1KB");
    }
    Settings.COMMAND.set(conf, Command.LOAD.toString()); // a load defines the size of a row
    Settings.with(SettingRole.SITE)
        .forEach(limit -> conf.unset(limit.property())); // it loads nothing
    Configuration read = new Configuration(conf);
    NamedFiles.read(read);
    RunSpec spec = RunSpec.from(read);
    Configuration hbase = HBaseConf.find(conf, console.environment());
    List<ServerMemory> servers;
    try (Cluster cluster = Cluster.connect(hbase, spec.user())) {
      servers = cluster.memory();
    }
    if (servers.isEmpty()) {
      throw new IOException("no region server is alive");
    }
    double share =
        hbase.getDouble(
            HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, HConstants.HFILE_BLOCK_CACHE_SIZE_DEFAULT);
    console.out().print(new TableSizing(servers, share, spec).text(conf));
    return ExitCode.OK;
  }
}
