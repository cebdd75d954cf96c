package io.hbench.job;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import io.hbench.spec.Tenants.Tenant;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;

/**
 * Size of the heap of a task's JVM.
 *
 * <p>The G1 collector keeps a heap small as long as it has little to do, and marks all live objects
 * when they take 45 % of it. A task has 40 MB of live objects that stay, which G1 kept in 90 MB: it
 * marked them 27 to 48 times in 40 s, which took 1 to 4 % of a processor. In 110 MB it does so
 * three times, while the heap grows.
 */
public final class TaskHeap {
  /** Live objects of a process, whatever the number of its tasks. */
  private static final long OF_PROCESS = 40L << 20;

  /** Of a task that shares its process: recorders, counters, and a request of each thread. */
  private static final long OF_TASK = 8L << 20;

  /** Estimates, outside of the heap: classes and buffers of a process, and half of a stack. */
  private static final long OUTSIDE = 100L << 20;

  private static final long OF_THREAD = 512L << 10;

  /** The rest of the memory is for classes and buffers, and for hundreds of threads. */
  private static final float RATIO_OF_SHARED = 0.6f;

  private static final String MIN_FREE = "MinHeapFreeRatio";
  private static final String MAX_FREE = "MaxHeapFreeRatio";

  /** Percent of the heap that is free after a collection: live objects take 30 % at most. */
  private static final String MIN_FREE_PERCENT = "70";

  private static final String MAX_FREE_PERCENT = "90";

  private TaskHeap() {}

  /** Size in bytes: a task's share of this JVM, or of a container's. */
  public static long of(RunSpec spec, Configuration conf) {
    if (LoadJob.isLocal(conf, spec)) {
      return Runtime.getRuntime().maxMemory() / spec.tasks();
    }
    return ofContainer(spec, conf) / maxTasks(spec, conf);
  }

  /**
   * Refuses containers that are too small for the tasks that share them.
   *
   * @throws UsageException naming a number of containers that have room
   */
  static void check(RunSpec spec, Configuration conf) {
    int tasks = maxTasks(spec, conf);
    if (tasks == 1) {
      return;
    }
    long heap = ofContainer(spec, conf);
    checkRoom(conf, spec, tasks, "tasks", "a heap of", heap, (heap - OF_PROCESS) / OF_TASK);
    long outside = (new JobConf(conf).getMemoryRequired(TaskType.MAP) << 20) - heap;
    long room = (outside - OUTSIDE) / OF_THREAD;
    checkRoom(conf, spec, maxThreads(spec, conf), "threads", "beside its heap", outside, room);
  }

  private static void checkRoom(
      Configuration conf, RunSpec spec, long most, String of, String where, long bytes, long room) {
    if (most > Math.max(1, room)) {
      int containers = Tenants.containers(conf, spec.tasks());
      long tasks = Math.max(1, maxTasks(spec, conf) * Math.max(1, room) / most);
      throw Settings.CONTAINERS.bad(
          containers,
          "up to %d %s in each, and %s %d MB has room for %d"
              .formatted(most, of, where, bytes >> 20, Math.max(1, room)),
          "--containers " + (spec.tasks() + tasks - 1) / tasks);
    }
  }

  /** Number of load threads in a container, or in one more than in others. */
  private static long maxThreads(RunSpec spec, Configuration conf) {
    int containers = Tenants.containers(conf, spec.tasks());
    long[] threads = new long[containers];
    for (Tenant tenant : Tenants.of(conf).orElseThrow().all()) {
      for (int i = 0; i < tenant.spec().tasks(); i++) {
        threads[(tenant.firstTask() + i) % containers] += tenant.spec().load().threads();
      }
    }
    return Arrays.stream(threads).max().orElseThrow();
  }

  /** Makes the heap of a container smaller that tasks share, unless its size is given. */
  static void bound(RunSpec spec, Configuration conf) {
    float usual = MRJobConfig.DEFAULT_HEAP_MEMORY_MB_RATIO;
    if (maxTasks(spec, conf) > 1
        && Float.compare(conf.getFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, usual), usual) == 0) {
      conf.setFloat(MRJobConfig.HEAP_MEMORY_MB_RATIO, RATIO_OF_SHARED);
    }
  }

  private static long ofContainer(RunSpec spec, Configuration conf) {
    JobConf job = new JobConf(conf); // adds a maximum to options that have none
    bound(spec, job);
    long heap = JobConf.parseMaximumHeapSizeMB(job.getTaskJavaOpts(TaskType.MAP));
    return Math.min(heap, job.getMemoryRequired(TaskType.MAP)) << 20;
  }

  /** Number of tasks in a container, or in one more than in others. */
  private static int maxTasks(RunSpec spec, Configuration conf) {
    int containers = Tenants.containers(conf, spec.tasks());
    return (spec.tasks() + containers - 1) / containers;
  }

  /** Leaves more of the heap free, unless the JVM's options say how much. */
  static void leaveRoom() {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    try {
      if (jvm != null && isDefault(jvm, MIN_FREE) && isDefault(jvm, MAX_FREE)) {
        jvm.setVMOption(MAX_FREE, MAX_FREE_PERCENT);
        jvm.setVMOption(MIN_FREE, MIN_FREE_PERCENT);
      }
    } catch (IllegalArgumentException e) {
      // a JVM without these options sizes its heap in another way
    }
  }

  private static boolean isDefault(HotSpotDiagnosticMXBean jvm, String option) {
    return jvm.getVMOption(option).getOrigin() == VMOption.Origin.DEFAULT;
  }
}
