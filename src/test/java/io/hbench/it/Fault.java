package io.hbench.it;

import static io.hbench.it.Runs.signal;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * A fault of a cluster, during a run in the sandbox.
 *
 * @param what one line for the page
 * @param words settings of the run beside the usual ones
 * @param when the moment of the fault
 * @param inject what is done
 */
record Fault(String name, String what, String words, When when, Injection inject) {
  private static final String LOST_TASKS = "--lost-tasks 50% ";

  /** A moment of a run. */
  enum When {
    /** Before the run is submitted. */
    BEFORE,
    /** When a container of a task is there. */
    CONTAINER,
    /** Ten seconds after the start of the load. */
    LOAD,
    /** When the window has ended. */
    END
  }

  /** Does it to the sandbox, and repairs it if that is part of the fault. */
  @FunctionalInterface
  interface Injection {
    void into(String run) throws Exception;
  }

  private static Fault during(String name, String what, String words, Injection inject) {
    return new Fault(name, what, words, When.LOAD, inject);
  }

  static List<Fault> all() {
    return List.of(
        during(
            "server-killed",
            "a region server is killed, and started again after 10 s",
            "",
            run -> killed(Sandbox.serverWithoutMeta(), 10)),
        during(
            "server-paused",
            "a region server is paused for 60 s",
            "",
            run -> paused(Sandbox.serverWithoutMeta(), 60)),
        during(
            "meta-killed",
            "the region server of hbase:meta is killed, and started again after 10 s",
            "",
            run ->
                killed(
                    Sandbox.serverWithoutMeta().endsWith("1") ? "regionserver2" : "regionserver1",
                    10)),
        during("region-moved", "a region is moved", "", Fault::move),
        during("region-split", "a region is split, and its parts are merged", "", Fault::split),
        during(
            "master-killed",
            "the master is killed, and started again after 10 s",
            "",
            run -> killed("master", 10)),
        during(
            "zookeeper-killed",
            "ZooKeeper is killed, and started again after 5 s",
            "",
            run -> killed("zookeeper", 5)),
        during(
            "datanode-killed",
            "the only DataNode is killed, and started again after 10 s",
            "",
            run -> killed("datanode", 10)),
        during(
            "datanode-paused",
            "the only DataNode is paused for 20 s",
            "",
            run -> paused("datanode", 20)),
        new Fault(
            "safe-mode",
            "the NameNode is in safe mode for 30 s when the tasks write their results",
            "",
            When.END,
            run -> {
              hdfs("dfsadmin -safemode enter");
              TimeUnit.SECONDS.sleep(30);
              hdfs("dfsadmin -safemode leave");
            }),
        during(
            "hdfs-full",
            "HDFS takes no more bytes in the run directory",
            "",
            run -> hdfs("dfsadmin -setSpaceQuota 1 " + Runs.dir(run))),
        new Fault(
            "no-containers",
            "YARN has containers for one of two tasks",
            "--start-timeout 20s -D mapreduce.map.memory.mb=4000 ",
            When.BEFORE,
            run -> {}),
        new Fault(
            "task-killed-early",
            "a task is killed before the start",
            "",
            When.CONTAINER,
            run -> signal("KILL", Runs.taskProcess(run, 1))),
        during(
            "task-killed",
            "a task is killed after the start, with --lost-tasks 50%",
            LOST_TASKS,
            run -> signal("KILL", Runs.taskProcess(run, 1))),
        during(
            "task-killed-strict",
            "a task is killed after the start",
            "",
            run -> signal("KILL", Runs.taskProcess(run, 1))),
        during(
            "nodemanager-killed",
            "a NodeManager is killed with its tasks, with --lost-tasks 50%",
            LOST_TASKS + "-D mapreduce.map.memory.mb=2500 ",
            run -> {
              long task = Runs.taskProcess(run, LostPartsIT.withoutMaster(run));
              signal("KILL", Sandbox.pid(LostPartsIT.nodeManager(task)));
              signal("KILL", task);
            }),
        new Fault(
            "reducer-killed",
            "the reducer is killed",
            "",
            When.END,
            run -> signal("KILL", process(run, "_r_000000_0"))),
        during(
            "master-of-job-killed",
            "the application master of the job is killed",
            "",
            run -> signal("KILL", process(run, "MRAppMaster"))),
        during(
            "resourcemanager-killed",
            "the ResourceManager, which has no store of its state, is killed, and started again",
            "",
            run -> killed("resourcemanager", 5)));
  }

  private static void killed(String daemon, int secondsDown) throws Exception {
    signal("KILL", Sandbox.pid(daemon));
    TimeUnit.SECONDS.sleep(secondsDown);
    Shell.run("bin/sandbox start");
  }

  private static void paused(String daemon, int seconds) throws Exception {
    long pid = Sandbox.pid(daemon);
    signal("STOP", pid);
    try {
      TimeUnit.SECONDS.sleep(seconds);
    } finally {
      signal("CONT", pid);
    }
  }

  private static void hdfs(String words) throws Exception {
    Shell.Result result = Shell.inSandbox("hdfs " + words);
    if (result.exitCode() != 0) {
      throw new IllegalStateException(result.err());
    }
  }

  private static void move(String run) throws Exception {
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      RegionInfo region = admin.getRegions(FaultsIT.TABLE).get(0);
      ServerName from =
          connection
              .getRegionLocator(FaultsIT.TABLE)
              .getRegionLocation(region.getStartKey(), true)
              .getServerName();
      for (ServerName server : admin.getRegionServers()) {
        if (!server.equals(from)) {
          admin.move(region.getEncodedNameAsBytes(), server);
          return;
        }
      }
    }
  }

  private static void split(String run) throws Exception {
    TableName table = FaultsIT.TABLE;
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      admin.flush(table);
      byte[] region = admin.getRegions(table).get(0).getEncodedNameAsBytes();
      admin.splitRegionAsync(region).get(1, TimeUnit.MINUTES);
      TimeUnit.SECONDS.sleep(5);
      byte[][] parts =
          admin.getRegions(table).stream()
              .sorted(Comparator.comparingLong(RegionInfo::getRegionId).reversed())
              .limit(2)
              .map(RegionInfo::getEncodedNameAsBytes)
              .toArray(byte[][]::new);
      admin.mergeRegionsAsync(parts, false).get(1, TimeUnit.MINUTES);
    }
  }

  /** A process of a run's job, as soon as it is there. */
  private static long process(String run, String mark) throws Exception {
    String id = Runs.job(run).replace("job", "");
    while (true) {
      Optional<ProcessHandle> found =
          ProcessHandle.allProcesses()
              .filter(p -> p.info().command().orElse("").endsWith("java"))
              .filter(p -> p.info().commandLine().orElse("").contains(id))
              .filter(p -> p.info().commandLine().orElse("").contains(mark))
              .findAny();
      if (found.isPresent()) {
        return found.get().pid();
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
