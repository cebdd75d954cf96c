package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorSignalTest {
  @TempDir Path dir;

  @Test
  void ctrlCLeavesNoDirectoryOfDoctor() throws Exception {
    Path log = dir.resolve("log");
    Path home = Files.createDirectory(dir.resolve("home"));
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process doctor = doctor(log, home, "127.0.0.1:" + silent.getLocalPort());
      try {
        await(doctor, log, home);
        doctor.destroy(); // a SIGTERM, which ends a JVM as Ctrl-C does
        assertThat(doctor.waitFor(60, TimeUnit.SECONDS)).isTrue();
      } finally {
        doctor.destroyForcibly();
      }
      assertThat(doctor.exitValue()).isNotZero();
    }
    assertThat(home).isEmptyDirectory();
    assertThat(Files.readString(log)).isEmpty(); // it waited for HBase
  }

  private Process doctor(Path log, Path home, String quorum) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            "io.hbench.cli.Main",
            "doctor",
            "--quorum",
            quorum,
            "-Dhadoop.tmp.dir=" + dir.resolve("tmp"),
            "--out",
            home.resolve("run").toString())
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  private static void await(Process doctor, Path log, Path home) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (names(home).isEmpty()) {
      assertThat(doctor.isAlive()).as(Files.readString(log)).isTrue();
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.sleep(20);
    }
  }

  private static List<Path> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }
}
