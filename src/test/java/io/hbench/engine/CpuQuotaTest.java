package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.engine.CpuQuota.Periods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** File trees as the kernel has them, of containers that YARN started. */
class CpuQuotaTest {
  @TempDir Path dir;

  @Test
  void theTightestQuotaOfTheGroupsAroundAProcessHolds() throws IOException {
    write("own", "0::/hadoop-yarn/container_1\n");
    write("cg/hadoop-yarn/cpu.max", "3200000 100000\n");
    write("cg/hadoop-yarn/container_1/cpu.max", "150000 100000\n");
    write(
        "cg/hadoop-yarn/container_1/cpu.stat",
        "usage_usec 123\nnr_periods 200\nnr_throttled 50\nthrottled_usec 7\n");
    CpuQuota quota = CpuQuota.find(dir.resolve("own"), dir.resolve("cg")).orElseThrow();
    assertThat(quota.processors()).isEqualTo(1.5);
    assertThat(quota.periods()).isEqualTo(new Periods(200, 50));
    assertThat(quota.periods().minus(new Periods(100, 10))).isEqualTo(new Periods(100, 40));

    write("cg/hadoop-yarn/container_1/cpu.max", "max 100000\n");
    assertThat(CpuQuota.find(dir.resolve("own"), dir.resolve("cg")))
        .hasValueSatisfying(q -> assertThat(q.processors()).isEqualTo(32));
  }

  @Test
  void theFirstVersionOfCgroupsHasAFileForEachNumber() throws IOException {
    write("own", "5:memory:/x\n4:cpu,cpuacct:/hadoop-yarn/container_1\n0::/\n");
    write("cg/cpu/hadoop-yarn/container_1/cpu.cfs_quota_us", "50000\n");
    write("cg/cpu/hadoop-yarn/container_1/cpu.cfs_period_us", "100000\n");
    write("cg/cpu/hadoop-yarn/cpu.cfs_quota_us", "-1\n");
    assertThat(CpuQuota.find(dir.resolve("own"), dir.resolve("cg")))
        .hasValueSatisfying(q -> assertThat(q.processors()).isEqualTo(0.5));
  }

  @Test
  void noQuotaAndOtherSystemsAreNoError() throws IOException {
    assertThat(CpuQuota.find(dir.resolve("own"), dir.resolve("cg"))).isEmpty();
    write("own", "0::/\n");
    assertThat(CpuQuota.find(dir.resolve("own"), dir.resolve("cg"))).isEmpty();
    write("own", "nothing of that kind\n");
    assertThat(CpuQuota.find(dir.resolve("own"), dir.resolve("cg"))).isEmpty();
  }

  private void write(String file, String text) throws IOException {
    Path path = dir.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
