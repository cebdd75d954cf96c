package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.HbenchProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
      String[] words = {
        "doctor", "--quorum", "127.0.0.1:" + silent.getLocalPort(), "--out", home + "/run"
      };
      try (HbenchProcess doctor = new HbenchProcess(log, words)) {
        doctor.await(() -> !names(home).isEmpty());
        assertThat(doctor.stop()).isNotZero();
      }
    }
    assertThat(home).isEmptyDirectory();
    assertThat(Files.readString(log)).isEmpty(); // it waited for HBase
  }

  private static List<Path> names(Path directory) throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      return all.toList();
    }
  }
}
