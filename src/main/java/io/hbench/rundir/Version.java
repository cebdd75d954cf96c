package io.hbench.rundir;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Which hbench this is. */
public final class Version {
  private static final Properties PROPERTIES = load();

  private Version() {}

  public static String hbench() {
    return PROPERTIES.getProperty("version");
  }

  /** One line. */
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
