package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ShutdownHookManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TakenDirectoryTest {
  @TempDir Path dir;

  @Test
  void aSignalReleasesTheDirectoryOfARunThatLeftNothing() throws IOException {
    RunDirectory run =
        new RunDirectory(
            new Configuration(), new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
    run.take("first");
    Runnable atShutdown;
    try (TakenDirectory taken = new TakenDirectory(run)) {
      atShutdown = taken.release();
      assertThat(ShutdownHookManager.get().hasShutdownHook(atShutdown)).isTrue();
      atShutdown.run();
      assertThat(dir.resolve("run")).doesNotExist();
    }
    assertThat(ShutdownHookManager.get().hasShutdownHook(atShutdown)).isFalse();
  }

  @Test
  void tenantsWhoseJobIsNotSubmittedLeaveNothing() throws IOException {
    Files.createFile(Files.createDirectory(dir.resolve("tmp")).resolve("staging")); // no directory
    Path file = Files.writeString(dir.resolve("tenants.yaml"), "web: noop@1");
    Hbench.Result run = new Hbench(dir).job("both", "run --for 1s --tenants " + file);
    assertThat(run).hasExitCode(1);
    assertThat(run.dir()).doesNotExist();
  }

  @Test
  void aDirectoryWithoutAJobNamesItsProcess() throws IOException {
    Files.createDirectory(dir.resolve("run"));
    Files.writeString(dir.resolve("run/_taken"), "alice on host1, process 7, 2026-01-31\n");
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.job("run", "run noop")).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains(
            "exists already, without a job: taken by user alice on host1, process 7, 2026-01-31;"
                + " try --out ");
    Files.createFile(dir.resolve("run/plan.xml"));
    assertThat(hbench.job("run", "run noop")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("exists already; try --out ");
  }
}
