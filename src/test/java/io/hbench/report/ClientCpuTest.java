package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.RunReport.Clients;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CPU of a machine and of its processes, where a task tells that of its process. */
class ClientCpuTest {
  @TempDir Path dir;

  /** The report had the share of one task, and many small tasks can fill a machine. */
  @Test
  void theTasksOnAMachineUseItTogether() throws IOException {
    assertThat(clients("host0", 0, 1).cpuShareMax()).isEqualTo(0.75);
    assertThat(clients("host1", 0, 1).cpuShareMax()).isEqualTo(0.5);
  }

  /** The CPU time of a local run was multiplied by its number of tasks. */
  @Test
  void theTasksOfALocalRunHaveOneProcess() throws IOException {
    Clients local = clients("host0", 7, 7);
    assertThat(local.cpuShareMax()).isEqualTo(0.5);
    assertThat(local.cpuSeconds()).isEqualTo(20);
    assertThat(clients("host0", 0, 1).cpuSeconds()).isEqualTo(30);
  }

  private Clients clients(String hostOfSecond, long pid, long pidOfSecond) throws IOException {
    EditableRun run = new EditableRun(dir);
    task(run, 0, "host0", pid, 0.25, 10);
    task(run, 1, hostOfSecond, pidOfSecond, 0.5, 20);
    return run.report().clients();
  }

  private static void task(
      EditableRun run, int index, String host, long pid, double share, double seconds)
      throws IOException {
    run.editTask(
        index,
        task ->
            task.set("process.host", host)
                .set("process.pid", pid)
                .set("result.client.cpuShare", share)
                .set("result.client.cpuSeconds", seconds));
  }
}
