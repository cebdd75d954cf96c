package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the scripts do to this machine, with other programs in place of those that they call. */
class ScriptsTest {
  private static final List<String> TOOLS =
      List.of("bash", "dirname", "find", "mkdir", "readlink", "tail", "sed", "cat");

  @TempDir Path dir;
  private Path path;

  @BeforeEach
  void makePath() throws IOException {
    path = Files.createDirectory(dir.resolve("path"));
    for (String tool : TOOLS) {
      program(tool, "exec $(PATH=/bin:/usr/bin command -v " + tool + ") \"$@\"");
    }
    for (String called : List.of("apt-get", "mvn", "hadoop")) {
      program(called, "echo \"%s $*\" >> %s".formatted(called, dir.resolve("calls")));
    }
  }

  private void program(String name, String line) throws IOException {
    Path file = Files.writeString(path.resolve(name), "#!/bin/bash\n" + line + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void noBrowserIsInstalledUnasked() throws Exception {
    assertThat(script(Path.of("bin/browser").toAbsolutePath()))
        .contains("bin/browser: no Chromium is on the PATH")
        .hasLineCount(1);
    assertThat(dir.resolve("calls")).doesNotExist();
  }

  @Test
  void hbenchSaysThatItBuilds() throws Exception {
    Files.createDirectories(dir.resolve("home/bin"));
    Files.createDirectories(dir.resolve("home/src/main"));
    Files.createFile(dir.resolve("home/pom.xml"));
    Files.createDirectories(dir.resolve("home/src/dist"));
    Files.copy(Path.of("src/dist/hbench"), dir.resolve("home/src/dist/hbench"));
    Path copy = Files.copy(Path.of("bin/hbench"), dir.resolve("home/bin/hbench"));
    assertThat(script(copy, "run", "noop"))
        .isEqualTo("hbench: building target/hbench.jar; log: target/build.log\n");
    assertThat(dir.resolve("calls"))
        .content()
        .startsWith("mvn ")
        .endsWith("\nhadoop jar %s run noop\n".formatted(dir.resolve("home/target/hbench.jar")));
  }

  @Test
  void theLauncherOfAPackageRunsItsJarAndBuildsNothing() throws Exception {
    Files.createDirectories(dir.resolve("package/bin"));
    Path launcher = Files.copy(Path.of("src/dist/hbench"), dir.resolve("package/bin/hbench"));
    Path link = Files.createSymbolicLink(dir.resolve("linked"), launcher);
    assertThat(script(link, "run", "noop")).isEmpty();
    assertThat(dir.resolve("calls"))
        .hasContent("hadoop jar %s run noop".formatted(dir.resolve("package/lib/hbench.jar")));
  }

  @Test
  void withoutHadoopTheLauncherSaysSo() throws Exception {
    Files.delete(path.resolve("hadoop"));
    assertThat(script(Path.of("src/dist/hbench").toAbsolutePath(), "run", "noop"))
        .startsWith("hbench: hadoop: not found on the PATH or in $HADOOP_HOME")
        .hasLineCount(1);
  }

  /** Runs a script; returns what it prints. */
  private String script(Path script, String... words) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Stream.concat(Stream.of("/bin/bash", script.toString()), Stream.of(words)).toList())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("PATH", path.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
