import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.UUID;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * A step of the build, before the jar is packed: its software bill of materials (SBOM, CycloneDX),
 * THIRD-PARTY.txt and the texts of licences. Lists the jars of the class path that the include list
 * of maven-shade-plugin names, from the local repository, where Maven has put their POMs.
 */
public final class BillOfMaterials {
  private static final Map<String, String> SPDX =
      Map.of(
          "(?i).*apache.*2.*", "Apache-2.0",
          "(?i).*\\bMIT\\b.*", "MIT",
          "(?i).*\\bISC\\b.*", "ISC",
          "(?i).*\\bCC0\\b.*", "CC0-1.0",
          "(?i).*BSD-2-Clause.*", "BSD-2-Clause",
          "(?i).*(BSD-3-Clause|new\\)? BSD).*", "BSD-3-Clause");
  private static final Pattern OWN_LICENCE =
      Pattern.compile("META-INF/(.*/)?LICENSE(\\.txt|\\.md)?");
  private static final Pattern APACHE =
      Pattern.compile(
          "^\\s*Apache License\\s+Version 2\\.0.*limitations under the License\\.", Pattern.DOTALL);

  private final Path project;
  private final Path metaInf;
  private final Map<String, String> written = new HashMap<>();

  private BillOfMaterials(Path project) {
    this.project = project;
    this.metaInf = project.resolve("target/classes/META-INF");
  }

  /** An artifact in Maven's local repository. */
  private record Artifact(
      String group, String name, String version, List<String> licences, Path jar) {
    static Artifact of(Path jar) throws IOException {
      Path folder = jar.getParent();
      String version = folder.getFileName().toString();
      String name = folder.getParent().getFileName().toString();
      Element pom = xml(folder.resolve(name + "-" + version + ".pom"));
      Optional<Element> parent = child(pom, "parent");
      String group = text(pom, "groupId").orElseGet(() -> text(parent.get(), "groupId").get());
      Path repository = folder.getParent().getParent();
      for (int i = 0; i < group.split("\\.").length; i++) {
        repository = repository.getParent();
      }
      return new Artifact(group, name, version, licences(pom, repository), jar);
    }

    /** Of the POM, or else of the nearest parent that has some. */
    private static List<String> licences(Element pom, Path repository) throws IOException {
      Optional<Element> own = child(pom, "licenses");
      Optional<Element> parent = child(pom, "parent");
      if (own.isEmpty() && parent.isPresent()) {
        String name = text(parent.get(), "artifactId").get();
        String version = text(parent.get(), "version").get();
        Path folder = repository.resolve(text(parent.get(), "groupId").get().replace('.', '/'));
        return licences(
            xml(folder.resolve(Path.of(name, version, name + "-" + version + ".pom"))), repository);
      }
      List<String> names = new ArrayList<>();
      for (Element licence : own.map(BillOfMaterials::children).orElse(List.of())) {
        names.add(spdx(text(licence, "name").get()));
      }
      return names;
    }

    private static String spdx(String name) {
      return SPDX.entrySet().stream()
          .filter(known -> name.matches(known.getKey()))
          .map(Map.Entry::getValue)
          .findAny()
          .orElse(name);
    }

    String coordinates() {
      return group + ":" + name + ":" + version;
    }

    String purl() {
      return "pkg:maven/%s/%s@%s?type=jar".formatted(group, name, version);
    }
  }

  /**
   * Writes all files.
   *
   * @param args the project's directory, its group, name, version and licence
   */
  public static void main(String[] args) throws Exception {
    new BillOfMaterials(Path.of(args[0]))
        .write(new Artifact(args[1], args[2], args[3], List.of(args[4]), null));
  }

  private void write(Artifact hbench) throws Exception {
    TreeMap<String, Artifact> packed = new TreeMap<>();
    List<Pattern> includes = includes();
    for (String entry : System.getProperty("java.class.path").split(":")) {
      if (entry.endsWith(".jar")) {
        Artifact artifact = Artifact.of(Path.of(entry));
        String name = artifact.group + ":" + artifact.name;
        if (includes.stream().anyMatch(include -> include.matcher(name).matches())) {
          packed.put(artifact.coordinates(), artifact);
        }
      }
    }
    JsonArray components = new JsonArray();
    JsonArray refs = new JsonArray();
    StringBuilder list =
        new StringBuilder(
            "Third-party software inside hbench.jar: group, name and version; licence; its text in"
                + " this jar.\nIndented: what the artifact above has inside itself.\n\n");
    Path texts = Files.createDirectories(metaInf.resolve("licenses"));
    try (var old = Files.list(texts)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
    for (Artifact artifact : packed.values()) {
      JsonObject component = component(artifact);
      List<Artifact> inside = inside(artifact);
      if (!inside.isEmpty()) {
        JsonArray parts = new JsonArray();
        inside.forEach(part -> parts.add(part(part, artifact)));
        component.add("components", parts);
      }
      components.add(component);
      refs.add(artifact.purl());
      String licence = String.join(" or ", artifact.licences);
      String text = licenceText(artifact);
      list.append(String.join("; ", artifact.coordinates(), licence, text)).append('\n');
      inside.forEach(part -> list.append("  ").append(part.coordinates()).append('\n'));
    }
    Files.writeString(metaInf.resolve("THIRD-PARTY.txt"), list, UTF_8);
    Files.createDirectories(metaInf.resolve("sbom"));
    Files.writeString(
        metaInf.resolve("sbom/hbench.cdx.json"), sbom(hbench, components, refs), UTF_8);
  }

  /** Without times and random numbers: two builds write the same. */
  private static String sbom(Artifact hbench, JsonArray components, JsonArray refs) {
    JsonObject metadata = new JsonObject();
    JsonObject application = part(hbench, null);
    application.addProperty("type", "application");
    application.add("licenses", licences(hbench));
    metadata.add("component", application);
    JsonObject contents = new JsonObject();
    contents.addProperty("ref", hbench.purl());
    contents.add("dependsOn", refs);
    JsonArray dependencies = new JsonArray();
    dependencies.add(contents);

    JsonObject sbom = new JsonObject();
    sbom.addProperty("bomFormat", "CycloneDX");
    sbom.addProperty("specVersion", "1.6");
    sbom.addProperty(
        "serialNumber",
        "urn:uuid:" + UUID.nameUUIDFromBytes(components.toString().getBytes(UTF_8)));
    sbom.addProperty("version", 1);
    sbom.add("metadata", metadata);
    sbom.add("components", components);
    sbom.add("dependencies", dependencies);
    return new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create().toJson(sbom) + "\n";
  }

  private static JsonObject component(Artifact artifact) throws Exception {
    JsonObject component = part(artifact, null);
    JsonObject hash = new JsonObject();
    byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(artifact.jar));
    hash.addProperty("alg", "SHA-256");
    hash.addProperty("content", HexFormat.of().formatHex(sum));
    JsonArray hashes = new JsonArray();
    hashes.add(hash);
    component.add("hashes", hashes);
    component.add("licenses", licences(artifact));
    return component;
  }

  private static JsonArray licences(Artifact artifact) {
    JsonArray licences = new JsonArray();
    for (String name : artifact.licences) {
      JsonObject licence = new JsonObject();
      licence.addProperty(SPDX.containsValue(name) ? "id" : "name", name);
      JsonObject choice = new JsonObject();
      choice.add("license", licence);
      licences.add(choice);
    }
    return licences;
  }

  /** An artifact, or a part of another one. */
  private static JsonObject part(Artifact artifact, Artifact whole) {
    JsonObject part = new JsonObject();
    part.addProperty("type", "library");
    part.addProperty("bom-ref", (whole == null ? "" : whole.purl() + "#") + artifact.purl());
    part.addProperty("group", artifact.group);
    part.addProperty("name", artifact.name);
    part.addProperty("version", artifact.version);
    part.addProperty("purl", artifact.purl());
    return part;
  }

  /** The artifacts that another one has inside, as Maven's properties in its jar say. */
  private static List<Artifact> inside(Artifact artifact) throws IOException {
    TreeMap<String, Artifact> inside = new TreeMap<>();
    try (JarFile jar = new JarFile(artifact.jar.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (entry.getName().matches("META-INF/maven/.*/pom\\.properties")) {
          Properties properties = new Properties();
          try (InputStream in = jar.getInputStream(entry)) {
            properties.load(in);
          }
          Artifact part =
              new Artifact(
                  properties.getProperty("groupId"),
                  properties.getProperty("artifactId"),
                  properties.getProperty("version"),
                  List.of(),
                  null);
          inside.put(part.coordinates(), part);
        }
      }
    }
    inside.remove(artifact.coordinates());
    return List.copyOf(inside.values());
  }

  /** Where the jar has the text: the artifact's own, or else hbench's copy, or Apache's. */
  private String licenceText(Artifact artifact) throws IOException {
    String full = artifact.group + "." + artifact.name;
    String own = ownLicence(artifact);
    if (!own.isBlank()) {
      return writeText(full, own);
    }
    for (String name : List.of(full, artifact.group)) {
      Path copy = project.resolve("src/licenses").resolve(name + ".txt");
      if (Files.exists(copy)) {
        return writeText(name, Files.readString(copy, UTF_8));
      }
    }
    if (artifact.licences.equals(List.of("Apache-2.0"))) {
      return "META-INF/LICENSE";
    }
    throw new IllegalStateException(
        "%s (%s) brings no licence text; put it into src/licenses/%s.txt"
            .formatted(artifact.coordinates(), artifact.licences, full));
  }

  private String writeText(String name, String text) throws IOException {
    String known = written.putIfAbsent(text, name);
    if (known == null) {
      Files.writeString(metaInf.resolve("licenses/" + name + ".txt"), text, UTF_8);
    }
    return "META-INF/licenses/" + (known == null ? name : known) + ".txt";
  }

  /** The artifact's own licence file, empty if that is the Apache License and no more. */
  private static String ownLicence(Artifact artifact) throws IOException {
    StringBuilder own = new StringBuilder();
    try (JarFile jar = new JarFile(artifact.jar.toFile())) {
      for (JarEntry entry : jar.stream().toList()) {
        if (OWN_LICENCE.matcher(entry.getName()).matches()) {
          try (InputStream in = jar.getInputStream(entry)) {
            String text = new String(in.readAllBytes(), UTF_8);
            own.append(APACHE.matcher(text).replaceFirst("").isBlank() ? "" : text);
          }
        }
      }
    }
    return own.toString();
  }

  private List<Pattern> includes() throws IOException {
    Element pom = xml(project.resolve("pom.xml"));
    Element packed = (Element) pom.getElementsByTagName("artifactSet").item(0);
    List<Pattern> includes = new ArrayList<>();
    for (Element include : children(child(packed, "includes").get())) {
      includes.add(
          Pattern.compile(include.getTextContent().replace(".", "\\.").replace("*", ".*")));
    }
    return includes;
  }

  private static Element xml(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (Exception e) {
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  private static List<Element> children(Element parent) {
    List<Element> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element) {
        children.add(element);
      }
    }
    return children;
  }

  private static Optional<Element> child(Element parent, String name) {
    return children(parent).stream().filter(child -> child.getTagName().equals(name)).findFirst();
  }

  private static Optional<String> text(Element parent, String name) {
    return child(parent, name).map(child -> child.getTextContent().trim());
  }
}
