package io.hbench.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.ResourceBundle;

/** The files that each page embeds: skeleton, style, library and script. */
enum Asset {
  SKELETON(read("page.html")),
  STYLE(read("page.css")),
  /** D3 from its webjar, with its licence, which every copy must include. */
  LIBRARY("/*\n" + read(d3("LICENSE")) + "*/\n" + read(d3("dist/d3.min.js"))),
  SCRIPT(read("charts.js"));

  private final String text;
  private final String hash;

  Asset(String text) {
    this.text = text;
    this.hash = hash(text);
  }

  String text() {
    return text;
  }

  /** The hash of the text in the notation of a Content-Security-Policy. */
  String hash() {
    return hash;
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has SHA-256
    }
  }

  private static String read(String name) {
    try (InputStream in = Asset.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String d3(String name) {
    String version = ResourceBundle.getBundle("io.hbench.version").getString("d3");
    return "/META-INF/resources/webjars/d3/" + version + "/" + name;
  }
}
