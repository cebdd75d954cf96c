package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContainerJavaTest {
  private static final String ERROR =
      "io/hbench/job/LoadMapper has been compiled by a more recent version of the Java Runtime"
          + " (class file version 61.0), this version of the Java Runtime only recognizes class"
          + " file versions up to %s.0";

  @Test
  void allContainersOfAJobStartWithItsJdk() {
    Configuration conf = new Configuration(false);
    conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx2g");
    ContainerJava.set(conf, new JdkArchive(new Path("hdfs://nn/jdks/a.tar.gz"), "jdk-17"));
    assertThat(conf.get("tmparchives")).isEqualTo("hdfs://nn/jdks/a.tar.gz#hbench-jdk");
    for (String env :
        new String[] {"yarn.app.mapreduce.am.env", "mapreduce.map.env", "mapreduce.reduce.env"}) {
      assertThat(conf.get(env + ".JAVA_HOME")).isEqualTo("{{PWD}}/hbench-jdk/jdk-17");
    }
    assertThat(conf.get("yarn.app.mapreduce.am.command-opts"))
        .startsWith("-Xmx2g ")
        .endsWith("--add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  @Test
  void theUsersOwnArchivesStay() {
    Configuration conf = new Configuration(false);
    conf.set("tmparchives", "hdfs://nn/a.zip");
    ContainerJava.set(conf, new JdkArchive(new Path("file:/jdk.tar.gz"), ""));
    assertThat(conf.get("tmparchives")).isEqualTo("hdfs://nn/a.zip,file:/jdk.tar.gz#hbench-jdk");
    assertThat(conf.get("mapreduce.map.env.JAVA_HOME")).isEqualTo("{{PWD}}/hbench-jdk");
  }

  /** YARN joins both by a colon. */
  @Test
  void theAdministratorsJavaIsNotInTheEnvironment() {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.admin.user.env", "A=1,JAVA_HOME=/opt/jdk8,B=2");
    conf.set("yarn.app.mapreduce.am.admin.user.env.JAVA_HOME", "/opt/jdk8");
    ContainerJava.set(conf, new JdkArchive(new Path("file:/jdk.tar.gz"), "jdk"));
    assertThat(conf.get("mapreduce.admin.user.env")).isEqualTo("A=1,B=2");
    assertThat(conf.get("yarn.app.mapreduce.am.admin.user.env.JAVA_HOME")).isNull();
  }

  @ParameterizedTest
  @CsvSource({"52, 8", "55, 11", "60, 16"})
  void aContainerThatIsTooOldSaysWhatHelps(String classFiles, String java) {
    assertThat(ContainerJava.explained(ERROR.formatted(classFiles)))
        .isEqualTo(
            "the containers have Java "
                + java
                + ", and hbench needs 17; try --jdk jdk-17.tar.gz, or the path of a JDK on the"
                + " nodes in -conf job-conf/java17.xml");
  }

  /** It loads the mapper, dies of it, and tells only its log why. */
  @Test
  void anApplicationMasterThatEndedMayHaveBeenTooOld() {
    String ended =
        "Application application_1795446887467_0001 failed 1 times (global limit =2; local limit is"
            + " =1) due to AM Container for appattempt_1795446887467_0001_000001 exited with "
            + " exitCode: 1";
    assertThat(ContainerJava.explained(ended))
        .startsWith(ended)
        .contains("; yarn logs -applicationId application_1795446887467_0001 has the cause; if ")
        .contains(" older than 17, try --jdk jdk-17.tar.gz");
    assertThat(ContainerJava.explained(ended + "43")).isEqualTo(ended + "43");
  }

  /** Kind: case 15, options of the days of Java 8, with which no container starts. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-Xmx400m -XX:+UseConcMarkSweepGC -XX:+PrintGCDateStamps|"
            + "Unrecognized VM option 'UseConcMarkSweepGC'|-Xmx400m",
        "-server -d64 -Xmx1g|Unrecognized option: -d64|-server -Xmx1g",
        "-XX:MaxRAMPercentage=60 -XX:+UseG1GC -XX:MaxPermSize=256m|"
            + "Unrecognized VM option 'MaxPermSize=256m'|-XX:MaxRAMPercentage=60 -XX:+UseG1GC",
        "-Xmx1g -XX:+UseEpsilonGC|Error: VM option 'UseEpsilonGC' is experimental and must be enabled via"
            + " -XX:+UnlockExperimentalVMOptions.|-Xmx1g"
      })
  void optionsOfAnotherJavaAreRefusedWithTheirSource(String options, String why, String example) {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.reduce.java.opts", "-Xmx1g -XX:+UseG1GC");
    conf.set("mapreduce.map.java.opts", options, "mapred-site.xml");
    assertThatThrownBy(() -> ContainerJava.checkOptions(conf))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "mapreduce.map.java.opts '%s' (mapred-site.xml): %s with Java %d; try -D"
                    .formatted(options, why, Runtime.version().feature())
                + " 'mapreduce.map.java.opts="
                + example
                + "'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-Xmx1g -XX:+UseG1GC -XX:MaxGCPauseMillis=50 -server",
        "-XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote",
        "-XX:+IgnoreUnrecognizedVMOptions -XX:+UseConcMarkSweepGC",
        "-Xms900g -Xmx900g -XX:+AlwaysPreTouch -javaagent:/no/agent.jar -XX:+UseStringDeduplication"
      })
  void optionsOfThisJavaStay(String options) throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("mapreduce.map.java.opts", options);
    ContainerJava.checkOptions(conf);
    assertThat(conf.get("mapreduce.map.java.opts")).isEqualTo(options);
  }

  /** Kind: YARN's check of virtual memory, which counts what a JVM reserves. */
  @Test
  void containersReserveLittleMoreThanTheirHeap() {
    Configuration conf = new Configuration(false);
    conf.set("mapred.child.java.opts", "-Xmx300m");
    conf.set("mapreduce.reduce.java.opts", "-Xmx320m -XX:CompressedClassSpaceSize=100m");
    ContainerJava.boundReserve(conf);
    assertThat(conf.get("mapreduce.map.java.opts"))
        .isEqualTo("-Xmx300m -XX:CompressedClassSpaceSize=64m");
    assertThat(conf.get("mapreduce.reduce.java.opts"))
        .isEqualTo("-Xmx320m -XX:CompressedClassSpaceSize=100m");
    assertThat(conf.get("yarn.app.mapreduce.am.command-opts"))
        .isEqualTo("-Xmx1024m -XX:CompressedClassSpaceSize=64m");
    assertThat(conf.get("mapreduce.map.env.MALLOC_ARENA_MAX")).isNull();
  }

  /** Kind: stacks of threads, which no option of a site bounds; 200 took 205 MB. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Container [pid=1,containerID=c] is running 9B beyond the 'VIRTUAL' memory limit.",
        "Container [pid=1,containerID=c] is running beyond virtual memory limits."
      })
  void aCheckOfVirtualMemoryIsNamed(String error) {
    assertThat(ContainerJava.explained(error))
        .startsWith(error)
        .contains("yarn.nodemanager.vmem-check-enabled", "; try -D mapreduce.map.memory.mb=2048");
  }

  @Test
  void otherErrorsAreNoneOfAnOldJava() {
    String other = "java.lang.NoClassDefFoundError: a/B";
    assertThat(ContainerJava.explained(other)).isEqualTo(other);
  }
}
