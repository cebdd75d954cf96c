package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Turns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarInputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in target/hbench.jar, and what must not be. */
@Order(Turns.WITHOUT_CLUSTER)
class PackagedJarIT {
  private static final Path ALL = BuiltJar.all();
  private static final Pattern OURS = Pattern.compile("\\bio/hbench/[\\w$/]+");
  private static final List<String> NAMES = new ArrayList<>();

  @BeforeAll
  static void list() throws IOException {
    NAMES.addAll(names(ALL));
  }

  /** As a stream: the index of a JarFile would hide a name that is there twice. */
  private static List<String> names(Path jar) throws IOException {
    List<String> names = new ArrayList<>();
    try (InputStream file = Files.newInputStream(jar);
        JarInputStream in = new JarInputStream(file)) {
      for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
        if (!entry.isDirectory()) {
          names.add(entry.getName());
        }
      }
    }
    return names;
  }

  /** As many as {@code hadoop jar} unpacks in a tenth of a second. */
  @Test
  void theJobJarHasFewFiles() throws IOException {
    assertThat(names(BuiltJar.FILE))
        .hasSizeLessThan(200)
        .doesNotHaveDuplicates()
        .contains(BuiltJar.ALL, "io/hbench/cli/Launcher.class", "META-INF/LICENSE");
  }

  /** {@code hadoop fs -text} loads the value of records by its name. */
  @Test
  void theJobJarHasTheClassOfRecordsWithAllThatItNames() throws IOException {
    List<String> names = names(BuiltJar.FILE);
    assertThat(names).containsAll(NAMES.stream().filter(n -> n.startsWith("org/Hdr")).toList());
    Deque<String> open =
        new ArrayDeque<>(
            List.of("io/hbench/latency/LatencyRecord.class", "io/hbench/rundir/TaskRecord.class"));
    Set<String> seen = new HashSet<>();
    try (JarFile jar = new JarFile(BuiltJar.FILE.toFile())) {
      while (!open.isEmpty()) {
        String name = open.pop();
        if (seen.add(name)) {
          assertThat(names).contains(name);
          try (InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
            OURS.matcher(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
                .results()
                .forEach(other -> open.push(other.group() + ".class"));
          }
        }
      }
    }
  }

  /** It is copied each time a command starts, and is compressed itself. */
  @Test
  void theJarInLibIsNotCompressedOnceMore() throws IOException {
    try (JarFile jar = new JarFile(BuiltJar.FILE.toFile())) {
      assertThat(jar.getJarEntry(BuiltJar.ALL).getMethod()).isEqualTo(ZipEntry.STORED);
    }
  }

  /** Without its class, JLine takes each terminal for one without a cursor. */
  @Test
  void theProviderOfTerminalsNamesAClassOfTheJar() throws IOException {
    try (JarFile jar = new JarFile(ALL.toFile());
        InputStream in =
            jar.getInputStream(
                jar.getJarEntry("META-INF/services/org/jline/terminal/provider/exec"))) {
      Properties provider = new Properties();
      provider.load(in);
      assertThat(NAMES).contains(provider.getProperty("class").replace('.', '/') + ".class");
    }
  }

  @Test
  void itHoldsNoClassOfHadoops() {
    assertThat(NAMES)
        .filteredOn(name -> name.startsWith("org/apache/hadoop/"))
        .isNotEmpty()
        .allMatch(
            name ->
                name.startsWith("org/apache/hadoop/hbase/")
                    // HBase's own metrics live in Hadoop's package, under names that Hadoop lacks
                    || name.startsWith("org/apache/hadoop/metrics2/"));
  }

  /** That of the build would make two builds of the same sources differ. */
  @Test
  void ownEntriesHaveTheTimeThatTheBuildDeclares() throws IOException {
    Matcher declared =
        Pattern.compile("<project.build.outputTimestamp>(.*)Z<")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(declared.find()).isTrue();
    LocalDateTime time = LocalDateTime.parse(declared.group(1));
    try (JarFile jar = new JarFile(BuiltJar.FILE.toFile());
        JarFile all = new JarFile(ALL.toFile())) {
      assertThat(jar.stream().map(JarEntry::getTimeLocal)).isNotEmpty().containsOnly(time);
      assertThat(all.stream().filter(entry -> entry.getName().matches("io/hbench/(?!shaded).*")))
          .isNotEmpty()
          .extracting(JarEntry::getTimeLocal)
          .containsOnly(time);
    }
  }

  @Test
  void nothingIsInItTwice() {
    Set<String> seen = new HashSet<>();
    assertThat(NAMES).allMatch(seen::add);
  }

  @Test
  void whatHadoopCarriesInOlderCopiesIsRelocated() {
    for (String old :
        List.of(
            "org/apache/commons/cli/",
            "org/apache/commons/io/",
            "org/apache/commons/lang3/",
            "org/apache/commons/text/",
            "org/apache/zookeeper/",
            "com/google/gson/",
            "com/google/protobuf/",
            "com/codahale/",
            "org/yaml/",
            "org/slf4j/",
            "org/apache/log4j/",
            "org/apache/logging/")) {
      assertThat(NAMES).as(old).noneMatch(name -> name.startsWith(old));
    }
    assertThat(NAMES).contains("io/hbench/shaded/commons/cli/Options.class");
  }

  @Test
  void whatFetchesTheTokenOfASecureHBaseAndWhatWritesHFilesIsInside() {
    assertThat(NAMES)
        .contains("org/apache/hadoop/hbase/security/token/TokenUtil.class")
        .contains("org/apache/hadoop/hbase/regionserver/StoreFileWriter.class")
        .contains("org/apache/hadoop/hbase/tool/BulkLoadHFilesTool.class");
  }

  @Test
  void pagesOfHBasesDaemonsStayOutside() {
    assertThat(NAMES).noneMatch(name -> name.startsWith("hbase-webapps/"));
  }

  /** By its strings as well: names of classes that are loaded by name are among them. */
  @Test
  @Tag("soak")
  void noClassNamesWhatIsLeftOut() throws IOException {
    List<String> leftOut = new Relocations(Path.of("pom.xml")).leftOut();
    assertThat(leftOut).hasSizeGreaterThan(20);
    Pattern named =
        leftOut.stream()
            .map(folder -> folder.replace("/", "[/.]"))
            .collect(Collectors.collectingAndThen(Collectors.joining("|"), Pattern::compile));
    Set<String> naming = new TreeSet<>();
    try (JarFile jar = new JarFile(ALL.toFile())) {
      for (String name : NAMES) {
        assertThat(leftOut).noneMatch(name::startsWith);
        try (InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
          if (named.matcher(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)).find()) {
            naming.add(name.substring(name.lastIndexOf('/') + 1));
          }
        }
      }
    }
    assertThat(naming)
        .as("a page of HBase's master, and the names that an agent may ask for")
        .containsExactly("Hidden$NettyBlockHoundIntegration.class", "MetaBrowser.class");
  }

  @Test
  void histogramsCanBeReadWithTheirOwnNames() {
    assertThat(NAMES).contains("org/HdrHistogram/Histogram.class");
  }

  @Test
  void whatPagesAreMadeOfIsInside() {
    assertThat(NAMES)
        .contains("io/hbench/html/page.html", "com/samskivert/mustache/Mustache.class")
        .filteredOn(name -> name.startsWith("META-INF/resources/webjars/"))
        .extracting(name -> name.substring(name.indexOf("d3/")).replaceAll("\\d[\\d.]+/", ""))
        .containsExactlyInAnyOrder("d3/LICENSE", "d3/dist/d3.min.js");
  }
}
