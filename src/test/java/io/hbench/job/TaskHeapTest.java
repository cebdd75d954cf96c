package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class TaskHeapTest {
  private final HotSpotDiagnosticMXBean jvm =
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);

  @Test
  void aTaskLeavesMoreOfItsHeapFreeUnlessThatIsDecided() {
    TaskHeap.leaveRoom();
    assertThat(jvm.getVMOption("MinHeapFreeRatio").getValue()).isEqualTo("70");
    assertThat(jvm.getVMOption("MaxHeapFreeRatio").getValue()).isEqualTo("90");
    jvm.setVMOption("MinHeapFreeRatio", "50");
    TaskHeap.leaveRoom();
    assertThat(jvm.getVMOption("MinHeapFreeRatio").getValue()).isEqualTo("50");
  }
}
