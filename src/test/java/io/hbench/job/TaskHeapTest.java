package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.hbench.kit.LocalJobs;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TaskHeapTest {
  private final HotSpotDiagnosticMXBean jvm =
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);

  private static Configuration tenants(int count, int containers) {
    return tenants(count, containers, 8);
  }

  private static Configuration tenants(int count, int containers, int threads) {
    List<Configuration> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Configuration tenant = LocalJobs.defaults();
      Settings.TENANT.set(tenant, "t" + i);
      Settings.ASSIGNMENTS.set(tenant, "noop@1");
      Settings.CONTAINERS.set(tenant, Integer.toString(containers));
      Settings.THREADS.set(tenant, Integer.toString(threads));
      tenant.set("mapreduce.framework.name", "yarn");
      tenant.setInt("mapreduce.map.memory.mb", 512);
      all.add(tenant);
    }
    return Tenants.job(all);
  }

  @Test
  void tasksThatShareAContainerShareItsHeap() {
    Configuration job = tenants(100, 4);
    RunSpec spec = RunSpec.from(job);
    assertThat(TaskHeap.of(spec, tenants(100, 100)) >> 20).isEqualTo(410); // 80 % of a container
    assertThat(TaskHeap.of(spec, job)).isEqualTo((308L << 20) / 25); // 60 %
    job.set("mapreduce.map.java.opts", "-Xmx400m");
    assertThat(TaskHeap.of(spec, job)).isEqualTo(16L << 20);
  }

  @Test
  void containersThatAreTooSmallForTheirTasksAreRefused() {
    TaskHeap.check(RunSpec.from(tenants(100, 4)), tenants(100, 4));
    Configuration one = tenants(100, 1);
    assertThatThrownBy(() -> TaskHeap.check(RunSpec.from(one), one))
        .hasMessage(
            "--containers 1: up to 100 tasks in each, and a heap of 308 MB has room for 33; try"
                + " --containers 4");
  }

  @Test
  void containersThatAreTooSmallForTheirThreadsAreRefused() {
    Configuration job = tenants(100, 4, 10);
    assertThatThrownBy(() -> TaskHeap.check(RunSpec.from(job), job))
        .hasMessage(
            "--containers 4: up to 250 threads in each, and beside its heap 204 MB has room for"
                + " 208; try --containers 5");
    Configuration more = tenants(100, 5, 10);
    TaskHeap.check(RunSpec.from(more), more);
  }

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
