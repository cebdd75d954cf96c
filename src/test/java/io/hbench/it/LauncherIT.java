package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Turns;
import java.io.DataInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.util.RunJar;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
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

  /** Kind: a client whose Java is older than the class files; here a real one. */
  @Tag("soak")
  @Test
  void anOldJavaSaysInOneLineThatItIsOld() throws Exception {
    Shell.Result java = Shell.run("bin/java-home 11");
    assertThat(java.exitCode()).as(java.err()).isZero();
    Shell.Result result =
        Shell.run(java.out().trim() + "/bin/java -jar target/hbench.jar run get --rows 10");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .isEqualTo(
            "hbench: Java 11: too old, hbench needs Java 17; try"
                + " JAVA_HOME=/usr/lib/jvm/java-17-openjdk hadoop jar hbench.jar\n");
  }

  /** The same for Java 8, by the version of the class files that it takes: 52. */
  @Test
  void theLauncherIsCompiledForJavaEight() throws Exception {
    try (JarFile jar = new JarFile(BuiltJar.FILE.toFile())) {
      List<String> launcher =
          jar.stream().map(JarEntry::getName).filter(n -> n.contains("/Launcher")).toList();
      assertThat(launcher).hasSize(2);
      for (String name : launcher) {
        try (DataInputStream in = new DataInputStream(jar.getInputStream(jar.getEntry(name)))) {
          assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
          assertThat(in.readInt()).as(name).isEqualTo(52);
        }
      }
    }
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
