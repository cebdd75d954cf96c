package io.hbench.job;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import io.hbench.spec.RunSpec;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
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
  private static final String MIN_FREE = "MinHeapFreeRatio";
  private static final String MAX_FREE = "MaxHeapFreeRatio";

  /** Percent of the heap that is free after a collection: live objects take 30 % at most. */
  private static final String MIN_FREE_PERCENT = "70";

  private static final String MAX_FREE_PERCENT = "90";

  private TaskHeap() {}

  /** Size in bytes: that of a container's JVM, or a task's share of this one. */
  public static long of(RunSpec spec, Configuration conf) {
    if (LoadJob.isLocal(conf, spec)) {
      return Runtime.getRuntime().maxMemory() / spec.tasks();
    }
    JobConf job = new JobConf(conf); // adds a maximum to options that have none
    long heap = JobConf.parseMaximumHeapSizeMB(job.getTaskJavaOpts(TaskType.MAP));
    return Math.min(heap, job.getMemoryRequired(TaskType.MAP)) << 20;
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
