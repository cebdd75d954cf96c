package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives as {@code tar} makes them. */
class JdkArchiveTest {
  private static final String RELEASE = "IMPLEMENTOR=\"a\"\nJAVA_VERSION=\"%s\"\n";

  @TempDir private Path dir;

  @Test
  void theHomeIsTheDirectoryThatHasTheProgram() throws Exception {
    file("jdk-17.0.15+6/bin/java", "");
    file("jdk-17.0.15+6/lib/modules", "a".repeat(1_000_000));
    file("jdk-17.0.15+6/release", RELEASE.formatted("17.0.15"));
    assertThat(home(tar("jdk.tar.gz", "jdk-17.0.15+6"))).isEqualTo("jdk-17.0.15+6");
    assertThat(home(tar("dot.tgz", "./jdk-17.0.15+6"))).isEqualTo("jdk-17.0.15+6");
    assertThat(home(tar("top.tar.gz", "-C", "jdk-17.0.15+6", "."))).isEmpty();
  }

  @Test
  void theHomeIsNotTheJreInsideOfAJdk() throws Exception {
    file("jdk/jre/bin/java", "");
    file("jdk/bin/java", "");
    assertThat(home(tar("jdk.tar.gz", "jdk/jre", "jdk/bin"))).isEqualTo("jdk");
    assertThat(home(tar("turned.tar.gz", "jdk/bin", "jdk/jre"))).isEqualTo("jdk");
  }

  @Test
  void anArchiveNeedsItsName() {
    assertRefused(
        "jdk-17.zip", "--jdk jdk-17.zip: not the name of a tar.gz or tgz; try --jdk jdk-17_");
  }

  @Test
  void aFileThatIsMissingIsSoughtHereAndInHadoop() {
    assertRefused(
        "/none/jdk.tar.gz", "--jdk /none/jdk.tar.gz: no such file, here or at file:/none/");
    assertRefused("nosuchfs://a/jdk.tar.gz", "nosuchfs");
  }

  @Test
  void anArchiveWithoutAJavaIsRefused() throws Exception {
    file("src/java", "");
    assertRefused(tar("src.tar.gz", "src"), "src.tar.gz: no bin/java in it; try --jdk jdk-17_");
  }

  @Test
  void aJavaThatIsTooOldIsRefused() throws Exception {
    file("jdk/bin/java", "");
    file("jdk/release", RELEASE.formatted("1.8.0_392"));
    assertRefused(tar("jdk8.tar.gz", "jdk"), "jdk8.tar.gz: a Java 8; hbench needs 17; try --jdk ");
    file("jdk/release", RELEASE.formatted("11.0.13"));
    assertRefused(tar("jdk11.tar.gz", "jdk"), "jdk11.tar.gz: a Java 11; hbench needs 17; try ");
  }

  @Test
  void aFileThatIsNoArchiveOrIsCutOffIsRefused() throws Exception {
    file("text.tar.gz", "no archive");
    assertRefused(dir.resolve("text.tar.gz").toString(), "can't be read as a tar.gz: Not in GZIP");
    byte[] noise = new byte[100_000];
    new java.util.Random(1).nextBytes(noise);
    Files.createDirectories(dir.resolve("jdk"));
    Files.write(dir.resolve("jdk/a"), noise);
    Path whole = Path.of(tar("whole.tar.gz", "jdk"));
    Path cut = dir.resolve("cut.tar.gz");
    Files.write(cut, Arrays.copyOf(Files.readAllBytes(whole), 50_000));
    assertRefused(cut.toString(), "cut.tar.gz: can't be read as a tar.gz: ");
  }

  private static void assertRefused(String name, String message) {
    assertThatThrownBy(() -> JdkArchive.find(new Configuration(), name))
        .hasMessageContaining(message)
        .satisfies(e -> assertThat(e).isInstanceOfAny(UsageException.class, IOException.class));
  }

  private static String home(String archive) throws IOException {
    return JdkArchive.find(new Configuration(), archive).home();
  }

  private void file(String name, String content) throws IOException {
    Files.createDirectories(dir.resolve(name).getParent());
    Files.writeString(dir.resolve(name), content);
  }

  private String tar(String name, String... words) throws IOException, InterruptedException {
    Path archive = dir.resolve(name);
    ProcessBuilder tar =
        new ProcessBuilder("tar", "-C", dir.toString(), "-czf", archive.toString());
    tar.command().addAll(Arrays.asList(words));
    assertThat(tar.inheritIO().start().waitFor()).isZero();
    return archive.toString();
  }
}
