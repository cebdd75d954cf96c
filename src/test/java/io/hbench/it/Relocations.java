package io.hbench.it;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The names that classes have in hbench.jar, and the folders that are left out: the relocations and
 * filters of maven-shade-plugin in pom.xml.
 */
final class Relocations {
  private static final String EVERYTHING = "/**";

  private final List<Relocation> relocations = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();

  private record Relocation(String from, String to) {}

  /** Reads them. */
  Relocations(Path pom) throws IOException {
    Document xml = read(pom);
    for (Element relocation : elements(xml.getElementsByTagName("relocation"))) {
      relocations.add(
          new Relocation(path(relocation, "pattern"), path(relocation, "shadedPattern")));
    }
    for (Element filter : elements(xml.getElementsByTagName("filter"))) {
      for (Element exclude : elements(filter.getElementsByTagName("exclude"))) {
        String name = exclude.getTextContent().trim();
        if (name.startsWith("org/") && name.endsWith(EVERYTHING)) {
          leftOut.add(name.substring(0, name.length() - EVERYTHING.length() + 1));
        }
      }
    }
  }

  /** Folders of artifacts that are not in hbench.jar, with a slash at the end. */
  List<String> leftOut() {
    return leftOut;
  }

  /** The name in hbench.jar of a class file of an artifact. */
  String packedName(String file) {
    for (Relocation relocation : relocations) {
      if (file.startsWith(relocation.from)) {
        return relocation.to + file.substring(relocation.from.length());
      }
    }
    return file;
  }

  private static Document read(Path pom) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(pom.toFile());
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(String.format(Locale.ROOT, "%s: %s", pom, e.getMessage()), e);
    }
  }

  private static String path(Element parent, String name) {
    return parent.getElementsByTagName(name).item(0).getTextContent().trim().replace('.', '/')
        + "/";
  }

  private static List<Element> elements(NodeList nodes) {
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      elements.add((Element) nodes.item(i));
    }
    return elements;
  }
}
