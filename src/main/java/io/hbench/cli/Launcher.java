package io.hbench.cli;

import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.apache.hadoop.util.ApplicationClassLoader;

/**
 * Main class of the jar: starts {@link Main} with the classes that the jar holds. {@code hadoop
 * jar} looks for a class on Hadoop's class path first; an HBase there, of another version, would be
 * mixed with the one in the jar.
 */
public final class Launcher {
  private static final String HBASE = "org/apache/hadoop/hbase/HConstants.class";

  private Launcher() {}

  public static void main(String[] args) throws Exception {
    URL packed = Launcher.class.getProtectionDomain().getCodeSource().getLocation();
    ClassLoader loader = Launcher.class.getClassLoader();
    URL found = loader.getResource(HBASE);
    if (found == null || found.toString().contains(packed.toString())) {
      Main.main(args);
      return;
    }
    ClassLoader own = own(loader, packed);
    Thread.currentThread().setContextClassLoader(own);
    try {
      own.loadClass(Main.class.getName())
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  /** Takes classes from the jar first; the jar holds none of Hadoop's. */
  private static ClassLoader own(ClassLoader loader, URL packed) throws MalformedURLException {
    URL[] urls = loader instanceof URLClassLoader ofJar ? ofJar.getURLs() : new URL[] {packed};
    return new ApplicationClassLoader(urls, loader, List.of("java."));
  }
}
