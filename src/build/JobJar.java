import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/**
 * A step of the build, after the flat jar is packed: puts it into the {@code lib/} of a job jar.
 * {@code hadoop jar} unpacks a job jar before it runs it, file by file; so this one has few files.
 */
public final class JobJar {
  /** Name of the flat jar in the job jar. */
  private static final String ALL = "lib/hbench-all.jar";

  /**
   * What is in the job jar itself, too: the main class; what {@code hadoop fs -text} and
   * HdrHistogram's tools load by its name; and what the jar says about itself.
   */
  private static final List<Pattern> TOP =
      List.of(
          Pattern.compile("io/hbench/cli/Launcher(\\$.*)?\\.class"),
          Pattern.compile("io/hbench/(latency|figure)/[^/]*\\.class"),
          Pattern.compile("io/hbench/rundir/TaskRecord\\.class"),
          Pattern.compile("org/HdrHistogram/.*"),
          Pattern.compile("META-INF/(LICENSE|NOTICE|THIRD-PARTY\\.txt)"),
          Pattern.compile("META-INF/(licenses|sbom)/[^/]+"));

  private JobJar() {}

  /**
   * Makes the job jar of a flat jar; the job jar is there as a whole, or as it was.
   *
   * @param args the flat jar, and the job jar
   */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    Path made = Path.of(args[1] + ".new");
    try (JarFile flat = new JarFile(file.toFile());
        JarOutputStream jar = new JarOutputStream(Files.newOutputStream(made))) {
      ZipEntry manifest = flat.getEntry(JarFile.MANIFEST_NAME);
      LocalDateTime time = manifest.getTimeLocal(); // that of the build, in any time zone
      copy(flat, manifest, time, jar); // first, or JarInputStream does not see it
      for (JarEntry entry : flat.stream().toList()) {
        if (TOP.stream().anyMatch(top -> top.matcher(entry.getName()).matches())) {
          copy(flat, entry, time, jar);
        }
      }
      store(file, time, jar);
    }
    Files.move(
        made,
        Path.of(args[1]),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static void copy(JarFile from, ZipEntry entry, LocalDateTime time, JarOutputStream to)
      throws IOException {
    ZipEntry copy = new ZipEntry(entry.getName());
    copy.setTimeLocal(time);
    to.putNextEntry(copy);
    try (InputStream in = from.getInputStream(entry)) {
      in.transferTo(to);
    }
    to.closeEntry();
  }

  /** Without compression: it is compressed, and copied each time a command starts. */
  private static void store(Path file, LocalDateTime time, JarOutputStream to) throws IOException {
    CRC32 crc = new CRC32();
    byte[] bytes = Files.readAllBytes(file);
    crc.update(bytes);
    ZipEntry entry = new ZipEntry(ALL);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(crc.getValue());
    entry.setTimeLocal(time);
    to.putNextEntry(entry);
    to.write(bytes);
    to.closeEntry();
  }
}
