package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts do to this machine, with other programs in place of those that they call. */
class ScriptsTest {
  private static final List<String> TOOLS =
      List.of(
          "bash cat date dirname find grep mkdir od readlink rm sed sleep tail touch wc"
              .split(" "));

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

  /** A project of hbench's scripts, and of nothing to build; the copy of one of them. */
  private Path copied(String script) throws IOException {
    Files.createDirectories(dir.resolve("home/bin"));
    Files.createDirectories(dir.resolve("home/src/main"));
    Files.createFile(dir.resolve("home/pom.xml"));
    Files.createDirectories(dir.resolve("home/src/dist"));
    Files.copy(Path.of("src/dist/hbench"), dir.resolve("home/src/dist/hbench"));
    return Files.copy(Path.of(script), dir.resolve("home").resolve(script));
  }

  @Test
  void hbenchSaysThatItBuilds() throws Exception {
    assertThat(script(copied("bin/hbench"), "run", "noop"))
        .isEqualTo("hbench: building target/hbench.jar; log: target/build.log\n");
    assertThat(dir.resolve("calls"))
        .content()
        .startsWith("mvn ")
        .endsWith("\nhadoop jar %s run noop\n".formatted(dir.resolve("home/target/hbench.jar")));
  }

  /** The cells of a matrix are of one jar, though sources change in these hours. */
  @Test
  void aJarThatIsNamedIsRunAsItIs() throws Exception {
    String line = "HBENCH_JAR=/opt/one.jar exec bash %s run noop\n".formatted(copied("bin/hbench"));
    assertThat(script(Files.writeString(dir.resolve("named"), line))).isEmpty();
    assertThat(dir.resolve("calls")).hasContent("hadoop jar /opt/one.jar run noop");
  }

  @Test
  void whatHbenchCompilesIsCheckedWhenDevelopersBuild() throws Exception {
    script(copied("bin/hbench"), "run", "noop");
    Files.copy(Path.of("bin/dev"), dir.resolve("home/bin/dev"));
    Path classes = Files.createDirectories(dir.resolve("home/target/classes"));
    script(dir.resolve("home/bin/dev"), "test");
    assertThat(classes).doesNotExist();
    Files.createDirectory(classes);
    script(dir.resolve("home/bin/dev"), "test");
    assertThat(classes).exists();
  }

  /** The build may be cut short while it writes the flat jar, from which it makes the other. */
  @Test
  void theFlatJarIsNotWhereHbenchLooksForItsJar() throws IOException {
    Matcher files =
        Pattern.compile(
                "<outputFile>(.*)</outputFile>(?s:.*)JobJar.java</argument>"
                    + "\\s*<argument>(.*)</argument>\\s*<argument>(.*)</argument>")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(files.find()).isTrue();
    assertThat(files.group(1)).isEqualTo(files.group(2)).isNotEqualTo(files.group(3));
  }

  @Test
  void aDemoThatFailsKeepsItsLogsUntilTheNextOne() throws Exception {
    Path demo = copied("bin/hbench");
    Path sandbox = dir.resolve("home/target/sandbox");
    Path calls = dir.resolve("of-sandbox");
    Path fake = dir.resolve("home/bin/sandbox");
    program("fake", "echo $* >> %s; [ $1 != start ] || mkdir -p %s/data".formatted(calls, sandbox));
    Files.move(path.resolve("fake"), fake);
    program("hadoop", "exit 3");
    assertThat(script(demo, "demo"))
        .contains("hbench: the demo failed; logs of the sandbox: " + sandbox + "/logs\n");
    assertThat(calls).hasContent("status\ncheck --small\nstart --small\nenv\nstop");
    Files.delete(calls);
    script(demo, "demo");
    assertThat(calls).content().startsWith("status\nstop --clean\n");
  }

  /** Maven from 3.9 on leaves out what the names of its plugins begin with. */
  @ParameterizedTest
  @ValueSource(strings = {"maven-compiler-plugin:3.14.1", "compiler:3.14.1"})
  void theDemoSaysWhatMavenIsDoing(String plugin) throws Exception {
    Files.writeString(
        dir.resolve("build.log"),
        "[INFO] Downloaded from central: x\n[INFO] --- %s:compile (default) @ hbench ---\n"
            .formatted(plugin));
    assertThat(progress("building=1 fetching=()")).isEqualTo("build: compiling 0 files\n");
    assertThat(progress("building=1 fetching=($build_log) artifacts=9"))
        .isEqualTo("artifacts: 1 of about 9; build: compiling 0 files\n");
  }

  private String progress(String variables) throws Exception {
    Files.createDirectories(dir.resolve("src/main/java"));
    String functions = Files.readString(Path.of("bin/hbench"));
    int start = functions.indexOf("\nprogress() {");
    Path script = dir.resolve("progress");
    Files.writeString(
        script,
        "home=%s; build_log=$home/build.log sandbox=$home/none log=$home/none starting= %s\n"
                .formatted(dir, variables)
            + functions.substring(start, functions.indexOf("\n}\n", start) + 3)
            + "progress 2>/dev/null\n");
    return script(script);
  }

  @Test
  void theSmallSandboxIsCompiledForTheOldestJava() throws Exception {
    Path javac = Files.createDirectories(dir.resolve("jdk/bin")).resolve("javac");
    program("javac", "echo \"$*\" >> " + dir.resolve("calls"));
    Files.move(path.resolve("javac"), javac);
    Path script = dir.resolve("compile");
    Files.writeString(
        script,
        "set -eu; templates=%s sandbox=%s JAVA_HOME=%s; . $templates/bin/small; compile_daemons\n"
            .formatted(Path.of("src/sandbox").toAbsolutePath(), dir, dir.resolve("jdk")));
    Path compiled = Files.createDirectories(dir.resolve("lib/small")).resolve("Daemons.class");
    Files.createDirectory(dir.resolve("logs"));
    for (int version : new int[] {61, 65}) {
      Files.write(compiled, new byte[] {1, 2, 3, 4, 0, 0, 0, (byte) version});
      assertThat(dir.resolve("calls")).doesNotExist();
      assertThat(script(script)).isEmpty();
    }
    assertThat(dir.resolve("calls")).content().contains(" --release 17 ").hasLineCount(1);
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
  void theLauncherOfAPackageSaysWhereTheDemoIs() throws Exception {
    assertThat(script(Path.of("src/dist/hbench").toAbsolutePath(), "demo"))
        .isEqualTo(
            "hbench: demo: only in a clone, whose sandbox it starts; try bin/hbench demo there\n");
    assertThat(dir.resolve("calls")).doesNotExist();
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
