package io.hbench.job;

import io.hbench.rundir.FailureText;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A JDK for the containers of a job: a {@code tar.gz} on this machine or on a file system of
 * Hadoop, as vendors publish it.
 *
 * @param home directory in the archive that has {@code bin/java}; empty for the top
 */
record JdkArchive(Path file, String home) {
  /** Oldest Java that runs hbench. */
  static final int MIN_JAVA = 17;

  private static final String FLAG = "--jdk";
  private static final Pattern JAVA = Pattern.compile("(?:\\./)?(?:(.*)/)?bin/java");
  private static final Pattern VERSION =
      Pattern.compile("^JAVA_VERSION=\"(?:1\\.)?(\\d+)[^\"]*\"", Pattern.MULTILINE);

  /**
   * @param name path of the archive; without a file system that of this machine, or else Hadoop's
   *     default
   * @throws UsageException if there is no such file, or no JDK in it that runs hbench
   */
  static JdkArchive find(Configuration conf, String name) throws IOException {
    if (!name.endsWith(".tar.gz") && !name.endsWith(".tgz")) {
      throw bad(name, "not the name of a tar.gz or tgz");
    }
    Path path = SettingType.path(FLAG, name);
    boolean here = path.toUri().getScheme() == null && new File(name).isFile();
    FileSystem files = here ? FileSystem.getLocal(conf) : path.getFileSystem(conf);
    Path file = files.makeQualified(path);
    if (!files.exists(file)) {
      throw bad(name, "no such file, here or at " + file);
    }
    try (InputStream in = new GZIPInputStream(files.open(file))) {
      return read(name, file, in);
    } catch (IOException e) {
      throw bad(name, "can't be read as a tar.gz: " + FailureText.of(e));
    }
  }

  private static JdkArchive read(String name, Path file, InputStream in) throws IOException {
    Optional<String> home = Optional.empty();
    Optional<Integer> java = Optional.empty();
    TarArchiveInputStream entries = new TarArchiveInputStream(in);
    ArchiveEntry entry = entries.getNextEntry();
    while (entry != null && !(home.isPresent() && java.isPresent())) {
      Matcher program = JAVA.matcher(entry.getName());
      if (program.matches() && !entry.isDirectory()) {
        String found = Optional.ofNullable(program.group(1)).orElse("");
        if (home.isEmpty() || found.length() < home.get().length()) { // not the JRE in a JDK 8
          home = Optional.of(found);
        }
      } else if (entry.getName().matches("(\\./)?([^/]+/)?release") && !entry.isDirectory()) {
        java = version(new String(entries.readAllBytes(), StandardCharsets.UTF_8));
      }
      entry = entries.getNextEntry();
    }
    if (home.isEmpty()) {
      throw bad(name, "no bin/java in it");
    }
    if (java.isPresent() && java.get() < MIN_JAVA) {
      throw bad(name, "a Java %d; hbench needs %d".formatted(java.get(), MIN_JAVA));
    }
    return new JdkArchive(file, home.get());
  }

  private static UsageException bad(String name, String reason) {
    return UsageException.badValue(FLAG, name, reason, FLAG + " jdk-17_linux-x64.tar.gz");
  }

  private static Optional<Integer> version(String release) {
    Matcher version = VERSION.matcher(release);
    return version.find() ? Optional.of(Integer.valueOf(version.group(1))) : Optional.empty();
  }
}
