package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Turns;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.util.RunJar;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to start the built jar, without a cluster. */
@Order(Turns.WITHOUT_CLUSTER)
class LauncherIT {
  /** What an edge node has: no class of hbench's or HBase's. */
  private static final String HADOOP =
      Stream.of(System.getProperty("java.class.path").split(":"))
          .filter(path -> path.endsWith(".jar"))
          .filter(path -> !path.contains("/hbase") && !path.contains("/HdrHistogram"))
          .collect(Collectors.joining(":"));

  private static final String RUN_JAR = RunJar.class.getName() + " target/hbench.jar --version";

  @TempDir private Path temp;

  @Test
  void hadoopJarFindsTheClassesInLib() throws Exception {
    assertThatItStarts("", HADOOP);
  }

  @Test
  void withoutUnpackingTheLauncherUnpacks() throws Exception {
    assertThatItStarts("HADOOP_CLIENT_SKIP_UNJAR=true ", HADOOP);
  }

  @Test
  void hadoopsOwnClassLoaderForClientsFindsThem() throws Exception {
    assertThatItStarts("HADOOP_USE_CLIENT_CLASSLOADER=true ", HADOOP);
  }

  /** As for {@code hadoop fs -text}. */
  @Test
  void theJarMayBeOnHadoopsClassPathToo() throws Exception {
    assertThatItStarts("", HADOOP + ":target/hbench.jar");
  }

  @Test
  void withoutHadoopItSaysInOneLineWhatToType() throws Exception {
    Shell.Result result = Shell.run("java -jar target/hbench.jar --version");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo("hbench: Hadoop is not on the class path; try hadoop jar hbench.jar\n");
  }

  @Test
  void toolsOfHdrHistogramRunFromTheJar() throws Exception {
    Shell.Result result =
        Shell.run("java -cp target/hbench.jar org.HdrHistogram.HistogramLogProcessor -h");
    assertThat(result.out() + result.err()).contains("outputValueUnitRatio");
  }

  private void assertThatItStarts(String environment, String classPath) throws Exception {
    Shell.Result result =
        Shell.run(
            environment
                + "java -XX:+UseSerialGC %s -Djava.io.tmpdir=%s -cp %s %s"
                    .formatted(Sandbox.QUICK, temp, classPath, RUN_JAR));
    assertThat(result.out()).as(result.err()).containsPattern("(?m)^hbench \\d");
    assertThat(result.exitCode()).isZero();
    assertThat(temp).as("what it unpacked is gone").isEmptyDirectory();
  }
}
