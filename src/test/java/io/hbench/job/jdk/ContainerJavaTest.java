package io.hbench.job.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({"52, 8", "55, 11", "60, 16"})
  void aContainerThatIsTooOldSaysWhatHelps(String classFiles, String java) {
    assertThat(ContainerJava.tooOld(ERROR.formatted(classFiles)))
        .hasValueSatisfying(
            message ->
                assertThat(message)
                    .startsWith("the containers have Java " + java + ", and hbench needs 17; try ")
                    .contains("--jdk jdk-17.tar.gz", "-conf job-conf/java17.xml")
                    .doesNotContain("\n"));
  }

  @Test
  void otherErrorsAreNoneOfAnOldJava() {
    assertThat(ContainerJava.tooOld("java.lang.NoClassDefFoundError: a/B")).isEmpty();
  }
}
