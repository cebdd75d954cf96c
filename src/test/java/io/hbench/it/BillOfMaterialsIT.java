package io.hbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.util.ComparableVersion;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** SBOM, THIRD-PARTY.txt, NOTICE and licence texts, held against the contents of hbench.jar. */
@Order(Turns.WITHOUT_CLUSTER)
class BillOfMaterialsIT {
  private static final String SBOM = "META-INF/sbom/hbench.cdx.json";
  private static final Path DEPENDENCIES = Path.of("src/docs/dependencies.md");
  private static final Pattern LICENCE = Pattern.compile("; (META-INF/\\S+)$", Pattern.MULTILINE);
  private static final Pattern MINIMUM =
      Pattern.compile("^\\| (\\S+) \\| \\S+ \\| (\\d\\S+) \\| .*CVE-", Pattern.MULTILINE);
  private static final Pattern TITLE = Pattern.compile("^Apache .*", Pattern.MULTILINE);

  private static final Map<String, String> TEXTS = new TreeMap<>();
  private static final Set<String> FILES = new TreeSet<>();
  private static final List<JsonObject> COMPONENTS = new ArrayList<>();
  private static Relocations relocations;

  @BeforeAll
  static void read() throws IOException {
    relocations = new Relocations(Path.of("pom.xml"));
    try (JarFile all = new JarFile(BuiltJar.all().toFile())) {
      FILES.addAll(files(all));
      TEXTS.putAll(texts(all));
    }
    JsonObject sbom = new Gson().fromJson(TEXTS.get(SBOM), JsonObject.class);
    assertThat(sbom.get("bomFormat").getAsString()).isEqualTo("CycloneDX");
    sbom.getAsJsonArray("components").forEach(each -> COMPONENTS.add(each.getAsJsonObject()));
  }

  private static Map<String, String> texts(JarFile jar) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (String name : files(jar)) {
      if (name.matches("META-INF/([A-Z][^/]*|licenses/.*|sbom/.*)")) {
        texts.put(name, text(jar, name));
      }
    }
    return texts;
  }

  @Test
  void theJobJarSaysWhatTheJarInItsLibSays() throws IOException {
    try (JarFile jar = new JarFile(BuiltJar.FILE.toFile())) {
      assertThat(texts(jar)).containsExactlyEntriesOf(TEXTS);
    }
  }

  @Test
  void theAttachedSbomIsThePackedOne() throws IOException {
    assertThat(Files.readString(Path.of("target/classes", SBOM))).isEqualTo(TEXTS.get(SBOM));
    assertThat(TEXTS.get("META-INF/MANIFEST.MF")).contains("Sbom-Location: " + SBOM);
  }

  @Test
  void eachClassInTheJarIsHbenchsOrThatOfAListedArtifact() throws IOException {
    Set<String> known = new TreeSet<>();
    for (JsonObject component : COMPONENTS) {
      known.addAll(packedNames(component));
    }
    List<String> others =
        FILES.stream()
            .filter(name -> name.matches(".*\\.(class|so|dll|jnilib|js)"))
            .filter(name -> !name.startsWith("io/hbench/") || name.startsWith("io/hbench/shaded/"))
            .toList();
    assertThat(others).hasSizeGreaterThan(10_000);
    assertThat(others.stream().filter(name -> !known.contains(name))).isEmpty();
  }

  @Test
  void eachListedArtifactIsInTheJarWithAllItsClasses() throws IOException {
    for (JsonObject component : COMPONENTS) {
      List<String> names = packedNames(component);
      List<String> classes = names.stream().filter(BillOfMaterialsIT::isClass).toList();
      if (classes.isEmpty()) {
        assertThat(names).as(purl(component)).anyMatch(FILES::contains);
      } else {
        assertThat(classes.stream().filter(name -> !FILES.contains(name)))
            .as(purl(component))
            .isEmpty();
      }
    }
  }

  @Test
  void theSbomHasTheHashOfEachArtifact() throws IOException {
    for (JsonObject component : COMPONENTS) {
      try (InputStream in = Files.newInputStream(jar(component))) {
        assertThat(component.getAsJsonArray("hashes"))
            .as(purl(component))
            .extracting(hash -> hash.getAsJsonObject().get("content").getAsString())
            .contains(DigestUtils.sha256Hex(in));
      }
    }
  }

  @Test
  void eachListedArtifactHasPurlVersionAndLicence() {
    for (JsonObject component : COMPONENTS) {
      String coordinates =
          "pkg:maven/%s/%s@%s"
              .formatted(
                  text(component, "group"), text(component, "name"), text(component, "version"));
      assertThat(purl(component)).isEqualTo(coordinates + "?type=jar");
      assertThat(component.getAsJsonArray("licenses")).as(coordinates).isNotEmpty();
    }
  }

  /** The list of src/docs/dependencies.md. */
  @Test
  void noArtifactIsOlderThanTheVersionThatFixedAKnownVulnerability() throws IOException {
    Map<String, String> packed = new TreeMap<>();
    COMPONENTS.forEach(each -> packed.put(text(each, "name"), text(each, "version")));
    List<MatchResult> minima = MINIMUM.matcher(Files.readString(DEPENDENCIES)).results().toList();
    assertThat(minima).hasSizeGreaterThanOrEqualTo(5);
    for (MatchResult minimum : minima) {
      String version = packed.get(minimum.group(1));
      assertThat(version).as("version of %s in the SBOM", minimum.group(1)).isNotNull();
      assertThat(new ComparableVersion(version))
          .as("%s %s", minimum.group(1), version)
          .isGreaterThanOrEqualTo(new ComparableVersion(minimum.group(2)));
    }
  }

  @Test
  void librariesInsideHBasesOwnOnesAreListedUnderThem() {
    List<String> inside = new ArrayList<>();
    for (JsonObject component : COMPONENTS) {
      JsonArray parts = component.getAsJsonArray("components");
      if (parts != null) {
        for (JsonElement part : parts) {
          inside.add(
              component.get("name").getAsString()
                  + ": "
                  + part.getAsJsonObject().get("name").getAsString());
        }
      }
    }
    assertThat(inside)
        .contains(
            "hbase-shaded-netty: netty-handler",
            "hbase-shaded-gson: gson",
            "hbase-shaded-miscellaneous: guava");
  }

  @Test
  void thirdPartyListsWhatTheSbomLists() {
    List<String> listed =
        TEXTS
            .get("META-INF/THIRD-PARTY.txt")
            .lines()
            .filter(line -> line.contains("; META-INF/"))
            .map(line -> line.substring(0, line.indexOf(';')))
            .toList();
    assertThat(listed)
        .containsExactlyElementsOf(
            COMPONENTS.stream()
                .map(
                    each ->
                        String.join(
                            ":", text(each, "group"), text(each, "name"), text(each, "version")))
                .toList());
  }

  @Test
  void theLicenceTextsInTheJarAreThoseThatTheListNames() throws IOException {
    Set<String> named = new TreeSet<>();
    LICENCE
        .matcher(TEXTS.get("META-INF/THIRD-PARTY.txt"))
        .results()
        .forEach(each -> named.add(each.group(1)));
    assertThat(FILES)
        .filteredOn(name -> name.matches("(?i)(.*/)?(licen[cs]es?|copying)\\b.*"))
        .filteredOn(name -> !name.startsWith("META-INF/resources/")) // for pages
        .containsExactlyInAnyOrderElementsOf(named);
    assertThat(named).allSatisfy(name -> assertThat(TEXTS.get(name)).isNotBlank());
    try (Stream<Path> copies = Files.list(Path.of("src/licenses"))) {
      assertThat(copies).as("copies of what is packed").allMatch(copy -> isNamed(copy, named));
    }
    assertThat(TEXTS.get("META-INF/LICENSE")).isEqualTo(Files.readString(Path.of("LICENSE")));
    assertThat(TEXTS.get("META-INF/licenses/com.samskivert.txt")).contains("Michael Bayne");
  }

  @Test
  void theNoticeIsThatOfThePackedArtifacts() throws IOException {
    Set<String> titles = new TreeSet<>();
    for (JsonObject component : COMPONENTS) {
      try (JarFile jar = new JarFile(jar(component).toFile())) {
        for (String name : files(jar)) {
          if (name.matches("META-INF/NOTICE(\\.txt|\\.md)?")) {
            TITLE.matcher(text(jar, name)).results().forEach(each -> titles.add(each.group()));
          }
        }
      }
    }
    Set<String> noted = new TreeSet<>();
    TITLE.matcher(TEXTS.get("META-INF/NOTICE")).results().forEach(each -> noted.add(each.group()));
    assertThat(noted).isEqualTo(titles).contains("Apache HBase - Client", "Apache Commons CLI");
  }

  private static boolean isNamed(Path copy, Set<String> named) {
    return named.contains("META-INF/licenses/" + copy.getFileName());
  }

  private static List<String> packedNames(JsonObject component) throws IOException {
    try (JarFile jar = new JarFile(jar(component).toFile())) {
      return files(jar).stream()
          .filter(name -> !name.endsWith("module-info.class"))
          .filter(name -> !name.startsWith("META-INF/versions/"))
          .filter(name -> relocations.leftOut().stream().noneMatch(name::startsWith))
          .map(relocations::packedName)
          .toList();
    }
  }

  /** The jar that Maven compiled against. */
  private static Path jar(JsonObject component) {
    String file = "%s-%s.jar".formatted(text(component, "name"), text(component, "version"));
    return Stream.of(System.getProperty("java.class.path").split(":"))
        .map(Path::of)
        .filter(path -> path.endsWith(file))
        .findFirst()
        .orElseThrow(() -> new AssertionError(file + " is not on the class path"));
  }

  private static String purl(JsonObject component) {
    return text(component, "purl");
  }

  private static String text(JsonObject component, String name) {
    return component.get(name).getAsString();
  }

  private static boolean isClass(String name) {
    return name.endsWith(".class");
  }

  private static List<String> files(JarFile jar) {
    return jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName).toList();
  }

  private static String text(JarFile jar, String name) throws IOException {
    try (InputStream in = jar.getInputStream(jar.getJarEntry(name))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
