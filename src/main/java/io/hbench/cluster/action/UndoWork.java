package io.hbench.cluster.action;

import io.hbench.client.HBaseUser;
import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.ExceptionUtil;

/** Work of the undos of actions, whichever process has acted. */
record UndoWork(ActionCluster cluster) {
  /** A server that answers so long after the command that starts it is not about to stop. */
  private static final Duration NEVER_STOPPED = Duration.ofSeconds(30);

  @FunctionalInterface
  private interface Part {
    void perform() throws IOException, InterruptedException;
  }

  /**
   * Repairs the effect of an action. Each part is performed, whatever becomes of those before; one
   * message has all failures. Does nothing if there is nothing left to repair.
   *
   * @throws IOException if the effect may remain
   */
  void perform(Undo undo, LocalShell shell) throws IOException, InterruptedException {
    List<Part> parts = new ArrayList<>();
    undo.start()
        .forEach((server, line) -> parts.add(() -> start(ServerName.valueOf(server), line, shell)));
    boolean ofTable = !undo.assign().isEmpty() || !undo.moves().homes().isEmpty();
    if (ofTable) {
      parts.add(
          () -> {
            if (isEnabled(shell)) {
              assign(undo.assign());
              new Placement(cluster, undo.moves()).restore();
            }
          });
    }
    parts.add(() -> new OtherRegions(cluster, undo.others()).restore(shell));
    parts.add(() -> new QuotaActions(cluster, HBaseUser.SUBMITTER).restore(undo.throttles()));
    List<String> failures = new ArrayList<>();
    for (Part part : parts) {
      try {
        part.perform();
      } catch (IOException e) {
        ExceptionUtil.rethrowIfInterrupt(e);
        failures.add(FailureText.of(e));
      }
    }
    if (!failures.isEmpty()) {
      throw new IOException(String.join("; ", failures));
    }
  }

  /**
   * Starts a server unless it was started, and waits until the master knows the new process. A
   * process that goes on to answer was not stopped: who was about to do that was killed before.
   */
  void start(ServerName server, String line, LocalShell shell)
      throws IOException, InterruptedException {
    if (isKnownAsStarted(server)) {
      return;
    }
    shell.run(line);
    long[] answersSince = {cluster.time().nanos()};
    Await.until(
        Await.LIMIT,
        cluster.paces().masterBytes(),
        () -> {
          if (!answers(server)) {
            answersSince[0] = cluster.time().nanos();
          }
          return isStarted(server)
              || cluster.time().nanos() - answersSince[0] > NEVER_STOPPED.toNanos();
        },
        "region server " + server.getAddress() + " is not back");
  }

  private boolean answers(ServerName server) throws IOException {
    try {
      cluster.admin().getRegions(server);
      return true;
    } catch (IOException e) {
      ExceptionUtil.rethrowIfInterrupt(e);
      return false;
    }
  }

  private boolean isKnownAsStarted(ServerName server) throws IOException {
    try {
      return isStarted(server);
    } catch (IOException e) {
      ExceptionUtil.rethrowIfInterrupt(e);
      return false; // a master that does not answer may lack this server
    }
  }

  private boolean isStarted(ServerName server) throws IOException {
    return cluster.live().stream()
        .anyMatch(
            live ->
                live.getAddress().equals(server.getAddress())
                    && live.getStartCode() > server.getStartCode());
  }

  /** Whether the table can have open regions; others may have dropped or disabled it. */
  private boolean isEnabled(LocalShell shell) throws IOException {
    String gone;
    try {
      if (!cluster.admin().isTableDisabled(cluster.table())) {
        return true;
      }
      gone = "disabled";
    } catch (TableNotFoundException e) {
      gone = "dropped";
    }
    shell.say("table " + cluster.table() + " is " + gone + ": its regions stay as they are");
    return false;
  }

  /**
   * Opens those of some regions that the table still has, and that are not open, or close later:
   * the master goes on with an action that was interrupted.
   */
  void assign(List<String> names) throws IOException, InterruptedException {
    if (names.isEmpty()) {
      return;
    }
    Set<String> wanted = new HashSet<>(names);
    var unused = cluster.regions(); // lists them anew
    Await.untilCalm(
        Await.LIMIT.plusSeconds(names.size()), // HBase answers when a region is open
        cluster.paces().calls(),
        () -> {
          OnlineRegions now = cluster.polled();
          List<RegionInfo> closed =
              now.all().stream()
                  .filter(region -> wanted.contains(region.getEncodedName()))
                  .filter(region -> !now.isOpen(region))
                  .toList();
          for (RegionInfo region : closed) { // HBase refuses one that is open, or still closes
            cluster.assign(region);
          }
          return closed.isEmpty()
              && Collections.disjoint(Preconditions.namesInTransition(cluster), wanted);
        },
        "not all regions are open again");
  }
}
