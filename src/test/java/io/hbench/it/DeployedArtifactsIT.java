package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code mvn deploy} would publish, in a repository of this machine. */
@Tag("soak")
class DeployedArtifactsIT {
  @TempDir private static Path temp;
  private static Path deployed;
  private static Path target;

  @BeforeAll
  static void deploy() throws Exception {
    Path repository = temp.resolve("repository");
    target =
        build(
            temp.resolve("build"),
            "UTC",
            "C.UTF-8",
            "deploy",
            "-Dmaven.install.skip",
            "-DaltDeploymentRepository=local::" + repository.toUri());
    deployed = repository.resolve("io/hbench/hbench/" + version());
  }

  private static String version() throws IOException {
    String pom = Files.readString(Path.of("pom.xml"));
    return pom.replaceFirst("(?s).*?<version>(.*?)</version>.*", "$1");
  }

  private static JarFile jar(String classifier) throws IOException {
    return new JarFile(deployed.resolve("hbench-" + version() + classifier + ".jar").toFile());
  }

  @Test
  void theMainArtifactIsThePlainJarAndTheJobJarHasAClassifier() throws IOException {
    try (JarFile plain = jar("");
        JarFile job = jar("-job");
        JarFile sources = jar("-sources");
        JarFile javadoc = jar("-javadoc")) {
      assertThat(plain.stream().map(Object::toString))
          .contains("io/hbench/op/OperationType.class")
          .noneMatch(name -> name.startsWith("org/"));
      assertThat(job.getEntry(BuiltJar.ALL)).isNotNull();
      assertThat(sources.getEntry("io/hbench/op/OperationType.java")).isNotNull();
      assertThat(javadoc.getEntry("io/hbench/op/OperationType.html")).isNotNull();
    }
  }

  /** In two directories, time zones and locales, and with the checks of sources and without. */
  @Test
  void twoBuildsGiveTheSameBytes() throws Exception {
    Path other =
        build(temp.resolve("another place/of/some depth"), "Asia/Tokyo", "C", "package", "-Dquick");
    Set<String> differing = new TreeSet<>(entries(other.resolve("hbench.jar")));
    differing.removeAll(entries(target.resolve("hbench.jar")));
    assertThat(differing).isEmpty();
    assertThat(other.resolve("hbench.jar")).hasSameBinaryContentAs(target.resolve("hbench.jar"));
  }

  /** A local repository of its own: this user's would keep the artifact for other builds. */
  @Test
  void anOperationOfAUserCompilesAgainstIt() throws Exception {
    Path project = Files.createDirectories(temp.resolve("mine/src/main/java/io/hbench/it"));
    Files.copy(
        Path.of("src/test/java/io/hbench/it/CountingOperation.java"),
        project.resolve("CountingOperation.java"));
    Files.writeString(
        temp.resolve("mine/pom.xml"),
        """
        <project>
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId>
          <artifactId>my-operations</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>17</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <repositories>
            <repository><id>deployed</id><url>%s</url></repository>
          </repositories>
          <dependencies>
            <dependency>
              <groupId>io.hbench</groupId>
              <artifactId>hbench</artifactId>
              <version>%s</version>
              <scope>provided</scope>
            </dependency>
          </dependencies>
          <build>
            <plugins>
              <plugin>
                <artifactId>maven-compiler-plugin</artifactId>
                <version>3.14.1</version>
              </plugin>
              <plugin>
                <artifactId>maven-resources-plugin</artifactId>
                <version>3.3.1</version>
              </plugin>
            </plugins>
          </build>
        </project>
        """
            .formatted(temp.resolve("repository").toUri(), version()));
    Path all = Path.of(System.getProperty("user.home"), ".m2/repository");
    Path own = Files.createDirectories(temp.resolve("m2/io")).getParent();
    link(all, own, "io");
    link(all.resolve("io"), own.resolve("io"), "hbench");
    Shell.Result maven =
        Shell.run("cd %s/mine && mvn -q -B -Dmaven.repo.local=%s compile".formatted(temp, own));
    assertThat(maven.exitCode()).as(maven.out() + maven.err()).isZero();
    assertThat(temp.resolve("mine/target/classes/io/hbench/it/CountingOperation.class")).exists();
  }

  /** Links all but one entry of a directory. */
  private static void link(Path from, Path to, String except) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        if (!entry.getFileName().toString().equals(except)) {
          Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
        }
      }
    }
  }

  /** Builds a copy of the sources, and returns its {@code target}. */
  private static Path build(Path directory, String zone, String locale, String... goals)
      throws Exception {
    for (File file : Path.of("").toAbsolutePath().toFile().listFiles()) {
      Path to = directory.resolve(file.getName());
      if (file.isFile()) {
        FileUtils.copyFile(file, to.toFile());
      } else if (!file.getName().equals("target") && !file.getName().equals(".git")) {
        FileUtils.copyDirectory(file, to.toFile());
      }
    }
    Path log = directory.resolve("build.log");
    ProcessBuilder maven =
        new ProcessBuilder(
                Stream.concat(
                        // the tests are not compiled, either
                        Stream.of("mvn", "-q", "-B", "-DskipTests", "-Dmaven.test.skip"),
                        Stream.of(goals))
                    .toList())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    maven.environment().put("TZ", zone);
    maven.environment().put("LC_ALL", locale);
    assertThat(maven.start().waitFor()).as("%s", Files.readString(log)).isZero();
    return directory.resolve("target");
  }

  /** Name, time and checksum of each entry. */
  private static Set<String> entries(Path file) throws IOException {
    Set<String> entries = new HashSet<>();
    try (JarFile jar = new JarFile(file.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        entries.add(entry.getName() + " " + entry.getTimeLocal() + " " + entry.getCrc());
      }
    }
    return entries;
  }
}
