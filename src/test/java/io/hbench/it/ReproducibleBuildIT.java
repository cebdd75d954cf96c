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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two builds of the same sources, in two directories, time zones and locales. */
@Tag("soak")
class ReproducibleBuildIT {
  @TempDir private Path temp;

  @Test
  void twoBuildsInTwoDirectoriesGiveTheSameBytes() throws Exception {
    Path here = build(temp.resolve("a"), "UTC", "C.UTF-8", "package");
    Path there = build(temp.resolve("another place/of/some depth"), "Asia/Tokyo", "C", "package");
    Set<String> differing = new TreeSet<>(entries(there.resolve("hbench.jar")));
    differing.removeAll(entries(here.resolve("hbench.jar")));
    assertThat(differing).isEmpty();
    assertThat(there.resolve("hbench.jar")).hasSameBinaryContentAs(here.resolve("hbench.jar"));
  }

  /** Builds a copy of the sources, and returns its {@code target}. */
  static Path build(Path directory, String zone, String locale, String... goals) throws Exception {
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
                Stream.concat(Stream.of("mvn", "-q", "-B", "-DskipTests"), Stream.of(goals))
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
