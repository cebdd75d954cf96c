package io.hbench.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarFile;

/** The built jar, and the one in its {@code lib/}. */
final class BuiltJar {
  static final Path FILE = Path.of("target/hbench.jar");

  /** Name of the jar that has all classes. */
  static final String ALL = "lib/hbench-all.jar";

  private BuiltJar() {}

  /** A copy of the jar that has all classes. */
  static Path all() {
    try (JarFile jar = new JarFile(FILE.toFile());
        InputStream in = jar.getInputStream(jar.getJarEntry(ALL))) {
      Path copy = Files.createTempFile("hbench-all", ".jar");
      copy.toFile().deleteOnExit();
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
