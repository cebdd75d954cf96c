package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/**
 * Region servers in a sandbox of their own, beside that of the other tests. They do {@link
 * SlowRegion}'s gets, so that each has the same capacity, whatever the processors do in these
 * minutes; a share of a processor is not that.
 */
final class ServersApart {
  private final java.nio.file.Path home;
  private final String command;

  /**
   * @param name of its directory
   * @param ports the first of its ports
   */
  ServersApart(String name, int ports) {
    home = java.nio.file.Path.of("target", name).toAbsolutePath();
    command =
        "HBENCH_SANDBOX=%s HBENCH_SANDBOX_PORT_BASE=%d HBENCH_SANDBOX_JAVA_OPTIONS='%s' bin/sandbox "
            .formatted(home, ports, Sandbox.QUICK);
  }

  /** {@link #spread} for a shell: name, first port, table and number of servers. */
  public static void main(String[] words) throws Exception {
    new ServersApart(words[0], Integer.parseInt(words[1]))
        .spread(words[2], Integer.parseInt(words[3]));
  }

  void sandbox(String words) throws Exception {
    Shell.Result done = Shell.run(command(words));
    assertThat(done.exitCode()).as(done.out() + done.err()).isZero();
  }

  /** For a shell. */
  String command(String words) {
    return command + words;
  }

  /**
   * Has a table do only so many of its gets at a time at each server.
   *
   * @param millis how long each of them takes, in milliseconds
   */
  void slow(String table, int atATime, int millis) throws IOException {
    Configuration conf = conf();
    Path jar = new Path(conf.get(HConstants.HBASE_DIR), "../slow.jar");
    SlowRegion.writeJar(jar.getFileSystem(conf), jar);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      admin.modifyTable(
          TableDescriptorBuilder.newBuilder(admin.getDescriptor(TableName.valueOf(table)))
              .setCoprocessor(
                  CoprocessorDescriptorBuilder.newBuilder(SlowRegion.class.getName())
                      .setJarPath(jar.toString())
                      .setProperty(SlowRegion.AT_A_TIME, Integer.toString(atATime))
                      .setProperty(SlowRegion.MILLIS, Integer.toString(millis))
                      .build())
              .build());
    }
  }

  /** Gives each of so many servers the same number of a table's regions, once they are there. */
  void spread(String table, int servers) throws Exception {
    try (Connection connection = ConnectionFactory.createConnection(conf());
        Admin admin = connection.getAdmin()) {
      admin.balancerSwitch(false, true);
      Waits.until("servers", () -> admin.getRegionServers().size() == servers);
      List<ServerName> names = new ArrayList<>(admin.getRegionServers());
      names.sort(Comparator.comparing(ServerName::getPort));
      int next = 0;
      for (RegionInfo region : admin.getRegions(TableName.valueOf(table))) {
        admin.move(region.getEncodedNameAsBytes(), names.get(next++ % servers));
      }
    }
  }

  Configuration conf() throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(home.resolve("conf/hbase/hbase-site.xml").toUri().toURL());
    return conf;
  }

  /** Runs in this JVM, with directories on this machine. */
  Hbench.Result hbench(String words) throws IOException {
    Hbench.Result result = Hbench.runOnCluster(conf(), words.replace("'", "").split(" "));
    assertThat(result).as(result.out() + result.err()).hasExitCode(0);
    return result;
  }
}
