package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Locale;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a cluster whose containers start with Java 11, a real one. */
@Tag("soak")
@Sandbox.Shared
class ContainerJavaIT {
  private static final String RUN = "run noop@2 --ops 100 --threads 1 --warmup 0s ";

  /** The administrator's environment of containers: what a job sets itself goes before it. */
  private static String nodes;

  @TempDir private static Path dir;

  /** A small JDK. */
  private static Path archive;

  @BeforeAll
  static void makeJdks() throws Exception {
    Shell.Result java = Shell.run("bin/java-home 11");
    assertThat(java.exitCode()).as(java.err()).isZero();
    nodes =
        "-D mapreduce.admin.user.env=JAVA_HOME=%1$s -D yarn.app.mapreduce.am.admin.user.env=JAVA_HOME=%1$s"
            .formatted(java.out().trim());
    archive = dir.resolve("jdk.tar.gz");
    Shell.Result made =
        Shell.run(
            String.format(
                Locale.ROOT,
                "'%s/bin/jlink' --add-modules java.se,jdk.unsupported,jdk.management,jdk.security.auth,jdk.crypto.ec"
                    + " --strip-debug --no-header-files --no-man-pages --output %2$s/jdk-small && tar -C %2$s -czf %3$s jdk-small",
                System.getProperty("java.home"),
                dir,
                archive));
    assertThat(made.exitCode()).as(made.out() + made.err()).isZero();
    try (FileSystem hdfs = Sandbox.hdfs()) {
      hdfs.copyFromLocalFile(
          new org.apache.hadoop.fs.Path(archive.toUri()),
          new org.apache.hadoop.fs.Path(Runs.dir("jdk.tar.gz")));
    }
  }

  @Test
  void aJobWhoseApplicationMasterIsTooOldSaysWhatToTry() throws Exception {
    Shell.Result old = Runs.hbench("old", RUN + nodes);
    assertThat(old.exitCode()).as(old.out() + old.err()).isEqualTo(1);
    assertThat(old.err())
        .contains("if it is a Java of the nodes older than 17, try --jdk jdk-17.tar.gz")
        .doesNotContain("\tat ");
  }

  @Test
  void aJobWhoseTasksAreTooOldSaysSoInOneLine() throws Exception {
    String tasks = nodes.substring(0, nodes.lastIndexOf("-D "));
    Shell.Result old = Runs.hbench("old-tasks", RUN + tasks);
    assertThat(old.exitCode()).as(old.out() + old.err()).isEqualTo(1);
    assertThat(old.err())
        .contains(
            "the containers have Java 11, and hbench needs 17; try --jdk jdk-17.tar.gz, or the path of"
                + " a JDK on the nodes in -conf job-conf/java17.xml")
        .doesNotContain("\tat ");
  }

  @Test
  void aJobBringsAnArchiveOfThisMachine() throws Exception {
    Shell.Result run = Runs.hbench("local-jdk", RUN + nodes + " --jdk " + archive);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("; 2 of 2 tasks on ");
  }

  @Test
  void aJobBringsAnArchiveOfHadoopsFileSystem() throws Exception {
    Shell.Result run = Runs.hbench("hdfs-jdk", RUN + nodes + " --jdk " + Runs.dir("jdk.tar.gz"));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("; 2 of 2 tasks on ");
  }
}
