package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Suites that are killed, or whose undo others hinder, and what {@code suite --undo} makes of it.
 */
@Tag("soak")
@Sandbox.Alone
class SecondPartyIT {
  private static final String ROOT = "/second-party-" + Runs.ID;
  private static final TableName TABLE = TableName.valueOf("secondparty" + Runs.ID);

  @TempDir Path dir;
  private Connection connection;
  private Admin admin;

  @BeforeEach
  void connect() throws Exception {
    connection = Sandbox.hbase();
    admin = connection.getAdmin();
  }

  @AfterEach
  void startWhatIsDown() throws Exception {
    connection.close();
    assertThat(Shell.run("bin/sandbox start").exitCode()).isZero();
  }

  @AfterAll
  static void cleanUp() throws Exception {
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.delete(new org.apache.hadoop.fs.Path(ROOT), true);
    }
  }

  /** A region is offline, and a server is about to be killed. */
  @Test
  void aSuiteThatWasKilledIsUndone() throws Exception {
    Path file =
        suite(
            """
            - {after: 1s, action: unassign 1}
            - {after: 4s, action: kill-server}
            """);
    Path err = dir.resolve("err");
    Process process =
        Sandbox.submitter("suite %s --local --out %s/killed".formatted(file, ROOT), err, err);
    Waits.until(
        "command that starts the server in the journal",
        () -> Sandbox.end(process, err),
        () -> journal("killed/_undo-000002.json").contains("start-server"));
    process.destroyForcibly();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(servers().size()).isLessThan(4);

    Shell.Result undo = Sandbox.hbench("suite --undo " + ROOT + "/killed");
    assertThat(undo.exitCode()).as(undo.err()).isZero();
    assertThat(undo.err())
        .contains("undo: start localhost:", "undo: assign 1 region\n")
        .endsWith("undone: 2\n");
    assertThat(admin.getRegionServers()).hasSize(2);
    assertThat(servers()).hasSize(4);
    assertThat(Shell.run("bin/sandbox status").exitCode()).isZero();
    assertThat(Sandbox.hbench("suite --undo " + ROOT + "/killed").err())
        .endsWith("nothing to undo\n");
  }

  @Test
  void aServerThatDoesNotStartIsStartedLater() throws Exception {
    Path fine = dir.resolve("fine");
    Configuration site = Sandbox.client();
    site.set(
        "hbench.server.start", "test -e %s && bin/sandbox start-server {port}".formatted(fine));
    Path file = suite("- {after: 3s, action: stop-server}\n");
    Hbench.Result suite =
        Hbench.runOnCluster(
            site, "suite", file.toString(), "--local", "--for", "10s", "--out", ROOT + "/failed");
    assertThat(suite).hasExitCode(1);
    assertThat(suite.err())
        .contains(
            "exited with 1", "; to undo it: suite --undo hdfs://", "stopped after 2 of 3 runs");
    assertThat(admin.getRegionServers()).hasSize(1);
    Files.createFile(fine);
    Shell.Result undo = Sandbox.hbench("suite --undo " + ROOT + "/failed");
    assertThat(undo.exitCode()).as(undo.err()).isZero();
    assertThat(admin.getRegionServers()).hasSize(2);
    assertThat(Map.copyOf(servers()).values().stream().distinct()).hasSize(2);
  }

  /** The operator drains a server; HBase's balancer runs. */
  @Test
  void noRegionMovesBackToAServerThatIsDrainedUntilItIsBack() throws Exception {
    Path moved = dir.resolve("moved");
    Path go = dir.resolve("go");
    Path file =
        suite(
            """
            - {after: 3s, action: balance}
            - {after: 9s, action: move-regions 4}
            - {after: 15s, shell: "touch %s; while ! test -e %s; do sleep 0.1; done"}
            """
                .formatted(moved, go));
    CompletableFuture<Shell.Result> suite =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Sandbox.hbench(
                    "suite %s --local --for 25s --out %s/drained".formatted(file, ROOT));
              } catch (IOException e) {
                throw new IllegalStateException(e);
              }
            });
    Waits.until("moved regions", () -> Files.exists(moved));
    ServerName drained = admin.getRegionServers().iterator().next();
    long there = servers().values().stream().filter(drained::equals).count();
    admin.decommissionRegionServers(List.of(drained), false);
    try {
      Files.createFile(go);
      Shell.Result result = suite.get(5, TimeUnit.MINUTES);
      assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
      assertThat(result.err())
          .contains(
              drained.getAddress() + " is not there, or is being drained",
              "; to undo it: suite --undo hdfs://");
      assertThat(servers().values().stream().filter(drained::equals).count())
          .isLessThanOrEqualTo(there);
    } finally {
      admin.recommissionRegionServer(drained, List.of());
    }
    Shell.Result undo = Sandbox.hbench("suite --undo " + ROOT + "/drained");
    assertThat(undo.exitCode()).as(undo.err()).isZero();
    assertThat(servers()).hasSize(4).containsValue(drained);
  }

  private Path suite(String hooks) throws IOException {
    return Files.writeString(
        dir.resolve("suite.yaml"),
        """
        settings: {table: %s, rows: 1k, tasks: 1, rate: 50, yes: true}
        steps:
        - {name: load, command: load --recreate --presplit 4}
        - name: a
          command: run get --for 5m --warmup 0s
          during:
        %s
        - {name: b, shell: "true"}
        """
            .formatted(TABLE, hooks.indent(2).stripTrailing()));
  }

  private static String journal(String file) throws IOException {
    try {
      return Sandbox.text(ROOT + "/" + file);
    } catch (FileNotFoundException e) {
      return "";
    }
  }

  /** The servers of the regions that are open, as they say themselves. */
  private Map<String, ServerName> servers() throws IOException {
    Map<String, ServerName> servers = new TreeMap<>();
    for (ServerName server : admin.getRegionServers()) {
      try {
        for (RegionInfo region : admin.getRegions(server)) {
          if (region.getTable().equals(TABLE)) {
            servers.put(region.getEncodedName(), server);
          }
        }
      } catch (ConnectException e) {
        // killed, and still on the master's list
      }
    }
    return servers;
  }
}
