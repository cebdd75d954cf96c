package io.hbench.job;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;
import java.lang.management.ManagementFactory;

/**
 * Size of the heap of a task's JVM.
 *
 * <p>The G1 collector keeps a heap small as long as it has little to do, and marks all live objects
 * when they take 45 % of it. A task has 40 MB of live objects that stay, which G1 kept in 90 MB: it
 * marked them 27 to 48 times in 40 s, which took 1 to 4 % of a processor. In 110 MB it does so
 * three times, while the heap grows.
 */
final class TaskHeap {
  private static final String MIN_FREE = "MinHeapFreeRatio";
  private static final String MAX_FREE = "MaxHeapFreeRatio";

  /** Percent of the heap that is free after a collection: live objects take 30 % at most. */
  private static final String MIN_FREE_PERCENT = "70";

  private static final String MAX_FREE_PERCENT = "90";

  private TaskHeap() {}

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
