package io.hbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.RunReport.Clients;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
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

  /** CPU time and collections of a local run were multiplied by its number of tasks. */
  @Test
  void theTasksOfALocalRunHaveOneProcess() throws IOException {
    Clients local = clients("host0", 7, 7);
    assertThat(local.cpuShareMax()).isEqualTo(0.5);
    assertThat(local.cpuSeconds()).isEqualTo(20);
    assertThat(local.gcMs()).isEqualTo(20);
    Clients two = clients("host0", 0, 1);
    assertThat(two.cpuSeconds()).isEqualTo(30);
    assertThat(two.gcMs()).isEqualTo(30);
  }

  /** In containers that number their processes anew, each is process 1. */
  @Test
  void theSameNumberInTwoContainersIsTwoProcesses() throws IOException {
    EditableRun run = new EditableRun(dir);
    for (int task = 0; task < 2; task++) {
      task(run, task, "host0", 1, 0.4, 10);
      String container = "container_" + task;
      run.editTask(task, json -> json.set("process.container", container));
    }
    assertThat(run.report().clients().cpuShareMax()).isEqualTo(0.8);
  }

  /** The tasks of other tenants on a machine are in the files of others. */
  @Test
  void aMachineThatTenantsFillTogetherIsFound() throws IOException {
    EditableRun run = new EditableRun(dir);
    task(run, 0, "host0", 0, 0.5, 10);
    task(run, 1, "host1", 1, 0.5, 10);
    Map<String, ?> machine = Map.of("window", Map.of("seconds", 20, "cpu", 0.97));
    run.editTask(1, task -> task.set("result.client.machine", machine));
    assertThat(run.report().verdict().toString()).doesNotContain("CLIENT_CPU");
    run.plan("tenant=web");
    assertThat(run.report().verdict().toString())
        .contains("more than 90 % of the CPU was used on host1, by tasks of all tenants");
  }

  /** A process of several tenants has one CPU time, which is not that of one of them. */
  @Test
  void theClientsOfALocalTenantAreUnknown() throws IOException {
    EditableRun run = new EditableRun(dir);
    run.editJob(job -> job.set("job.id", "job_local1_1"));
    assertThat(run.report().clients().cpuShareMax()).isNotNull();
    run.plan("tenant=web");
    Clients clients = run.report().clients();
    assertThat(clients.cpuShareMax()).isNull();
    assertThat(clients.cpuSeconds()).isNull();
    assertThat(clients.gcMs()).isNull();
    assertThat(clients.tasks())
        .allSatisfy(
            task -> {
              assertThat(task.gcMs()).isNull();
              assertThat(task.cpuShare()).isNull();
              assertThat(task.busiest()).isNull();
            });
  }

  @Test
  void aBusyThreadOfASharedContainerMayBeThatOfAnotherTenant() throws IOException {
    EditableRun run = new EditableRun(dir);
    Map<String, ?> busiest = Map.of("name", "load", "running", 0.95, "waiting", 0.0);
    run.editTask(
        0, task -> task.set("result.client.busiest", busiest).set("result.client.seconds", 30));
    run.plan("tenant=web");
    assertThat(run.report().verdict().toString()).contains("had a thread that was busy");
    assertThat(run.report().verdict().trust()).endsWith("the clients were the limit");
    run.plan("tenant=web containers=2");
    assertThat(run.report().verdict().trust()).endsWith("the clients may have been the limit");
    assertThat(run.report().verdict().toString())
        .contains("tasks had a thread in a container that tasks of other tenants share that")
        .contains("the clients may have been the limit; use more --containers; task 0 on host0");
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
                .set("result.client.cpuSeconds", seconds)
                .set("result.client.gcMs", Math.round(seconds)));
  }
}
