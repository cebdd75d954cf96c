package io.hbench.rundir;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this hbench. */
public final class Version {
  private static final Properties PROPERTIES = load();

  private Version() {}

  public static String hbench() {
    return PROPERTIES.getProperty("version");
  }

  /** The versions of hbench and of its HBase client, in one line. */
  public static String describe() {
    return "hbench " + hbench() + " (HBase client " + PROPERTIES.getProperty("hbase") + ")";
  }

  private static Properties load() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("/io/hbench/version.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties;
  }
}
