package io.hbench.it;

import static io.hbench.it.Runs.signal;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
 * @param undo repairs it after the run; nothing if that is part of the fault
 */
record Fault(String name, String what, String words, When when, Injection inject, Injection undo) {
  private static final String LOST_TASKS = "--lost-tasks 50% ";
  private static final String ONE_TASK_PER_NODE = "-D mapreduce.map.memory.mb=2500 ";

  /** Containers inherit it from their NodeManager. */
  private static final String FAST_CLOCK =
      "cc -shared -fPIC -o target/fast-clock.so src/sandbox/hosts/clock.c;"
          + " LD_PRELOAD=$PWD/target/fast-clock.so ";

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

  private static Fault at(When when, String name, String what, String words, Injection inject) {
    return new Fault(name, what, words, when, inject, run -> {});
  }

  private static Fault during(String name, String what, String words, Injection inject) {
    return at(When.LOAD, name, what, words, inject);
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
        during("region-split", "a region is split, and two others are merged", "", Fault::split),
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
        at(
            When.END,
            "safe-mode",
            "the NameNode is in safe mode for 30 s when the tasks write their results",
            "",
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
        at(
            When.BEFORE,
            "no-containers",
            "YARN has containers for one of two tasks",
            "--start-timeout 20s -D mapreduce.map.memory.mb=4000 ",
            run -> {}),
        new Fault(
            "clock-off",
            "the clock of one of two hosts is 5 minutes fast",
            ONE_TASK_PER_NODE,
            When.BEFORE,
            run -> restartNodeManager(FAST_CLOCK),
            run -> restartNodeManager("")),
        at(
            When.CONTAINER,
            "task-killed-early",
            "a task is killed before the start",
            "",
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
            LOST_TASKS + ONE_TASK_PER_NODE,
            run -> {
              long task = Runs.taskProcess(run, LostPartsIT.withoutMaster(run));
              signal("KILL", Sandbox.pid(LostPartsIT.nodeManager(task)));
              signal("KILL", task);
            }),
        at(
            When.END,
            "reducer-killed",
            "the reducer is killed",
            "",
            run -> signal("KILL", ofJob(run, "_r_000000_0"))),
        during(
            "master-of-job-killed",
            "the application master of the job is killed",
            "",
            run -> signal("KILL", ofJob(run, "MRAppMaster"))),
        during(
            "resourcemanager-killed",
            "the ResourceManager, which has no store of its state, is killed, and started again",
            "",
            run -> killed("resourcemanager", 5)),
        during(
            "history-server-killed",
            "the history server is killed, and is down when the job ends",
            "",
            run -> signal("KILL", Sandbox.pid("jobhistory"))),
        frozen("resourcemanager", "the ResourceManager"),
        frozen("namenode", "the NameNode"),
        during(
            "disk-full",
            "a task can't write to its local disk, with --lost-tasks 50%",
            LOST_TASKS,
            run -> Shell.run("prlimit --fsize=0:0 --pid " + Runs.taskProcess(run, 1))),
        during(
            "submitter-killed",
            "the command that submitted the job is killed, with --submitter-timeout 8s",
            "--submitter-timeout 8s ",
            run -> signal("KILL", process("hbench.jar", Runs.dir(run)))));
  }

  private static Fault frozen(String daemon, String name) {
    return new Fault(
        daemon + "-frozen",
        name + " is frozen to the end of the run, with --deadline 1m",
        "--deadline 1m ",
        When.LOAD,
        run -> signal("STOP", Sandbox.pid(daemon)),
        run -> signal("CONT", Sandbox.pid(daemon)));
  }

  private static void killed(String daemon, int secondsDown) throws Exception {
    signal("KILL", Sandbox.pid(daemon));
    TimeUnit.SECONDS.sleep(secondsDown);
    Shell.run("bin/sandbox start");
  }

  private static void restartNodeManager(String variables) throws Exception {
    signal("KILL", Sandbox.pid("nodemanager2"));
    Shell.Result started = Shell.run("set -e; " + variables + "bin/sandbox start");
    if (started.exitCode() != 0) {
      throw new IllegalStateException(started.err());
    }
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
      List<RegionInfo> regions = admin.getRegions(table);
      admin.splitRegionAsync(regions.get(0).getEncodedNameAsBytes()).get(1, TimeUnit.MINUTES);
      TimeUnit.SECONDS.sleep(5);
      byte[][] parts =
          regions.stream().skip(2).map(RegionInfo::getEncodedNameAsBytes).toArray(byte[][]::new);
      admin.mergeRegionsAsync(parts, false).get(1, TimeUnit.MINUTES);
    }
  }

  /** A process of a run's job, as soon as it is there. */
  private static long ofJob(String run, String mark) throws Exception {
    return process(Runs.job(run).replace("job", ""), mark);
  }

  /** A JVM with these words in its command line, as soon as it is there. */
  private static long process(String... words) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < end) {
      Optional<ProcessHandle> found =
          ProcessHandle.allProcesses()
              .filter(p -> p.info().command().orElse("").endsWith("java"))
              .filter(p -> Stream.of(words).allMatch(p.info().commandLine().orElse("")::contains))
              .findAny();
      if (found.isPresent()) {
        return found.get().pid();
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new IllegalStateException("no process with " + List.of(words));
  }

  @Override
  public String toString() {
    return name;
  }
}
