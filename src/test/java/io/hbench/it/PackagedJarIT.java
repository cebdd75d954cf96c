package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Turns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What is in target/hbench.jar, and what must not be. */
@Order(Turns.WITHOUT_CLUSTER)
class PackagedJarIT {
  private static final Path JAR = Path.of("target/hbench.jar");
  private static final List<String> NAMES = new ArrayList<>();

  /** As a stream: the index of a JarFile would hide a name that is there twice. */
  @BeforeAll
  static void list() throws IOException {
    try (InputStream file = Files.newInputStream(JAR);
        JarInputStream jar = new JarInputStream(file)) {
      for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
        if (!entry.isDirectory()) {
          NAMES.add(entry.getName());
        }
      }
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
