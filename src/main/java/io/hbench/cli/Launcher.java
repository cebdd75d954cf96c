package io.hbench.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Main class of the jar: starts {@code Main} with the classes of the jar in its {@code lib/}. It is
 * compiled for Java 8, to say so where Java is too old; so it names no other class of hbench's.
 *
 * <ul>
 *   <li>{@code hadoop jar} looks for a class on Hadoop's class path first; an HBase there, of
 *       another version, would be mixed with the packed one.
 *   <li>With {@code HADOOP_CLIENT_SKIP_UNJAR=true} that jar is not unpacked.
 * </ul>
 */
public final class Launcher {
  private static final String ALL = "lib/hbench-all.jar";
  private static final String MAIN = "io.hbench.cli.Main";
  private static final String MAIN_FILE = "io/hbench/cli/Main.class";
  private static final String HADOOP = "org/apache/hadoop/conf/Configuration.class";
  private static final String HBASE = "org/apache/hadoop/hbase/HConstants.class";
  private static final int MIN_JAVA = 17;
  private static final int USAGE = 2;

  private Launcher() {}

  public static void main(String[] args) throws Exception {
    // 1.8, or 11
    String java = System.getProperty("java.specification.version").replaceFirst("^1[.]", "");
    if (Integer.parseInt(java) < MIN_JAVA) {
      refuse(
          "Java "
              + java
              + ": too old, hbench needs Java 17; try"
              + " JAVA_HOME=/usr/lib/jvm/java-17-openjdk hadoop jar hbench.jar");
    }
    ClassLoader loader = Launcher.class.getClassLoader();
    if (loader.getResource(HADOOP) == null) {
      refuse("Hadoop is not on the class path; try hadoop jar hbench.jar");
    }
    URL main = loader.getResource(MAIN_FILE);
    if (main == null) {
      start(new OwnFirst(unpacked(loader), loader), args);
    } else if (isBeside(main, loader.getResource(HBASE))) {
      start(loader, args);
    } else {
      URL packed = loader.loadClass(MAIN).getProtectionDomain().getCodeSource().getLocation();
      start(new OwnFirst(packed, loader), args);
    }
  }

  private static void refuse(String message) {
    System.err.println("hbench: " + message);
    System.exit(USAGE);
  }

  /** Whether a class is in the same jar, or nowhere. */
  private static boolean isBeside(URL main, URL other) {
    String packed = main.toString().substring(0, main.toString().length() - MAIN_FILE.length());
    return other == null || other.toString().startsWith(packed);
  }

  private static void start(ClassLoader own, String[] args) throws Exception {
    if (own instanceof OwnFirst) {
      Thread.currentThread().setContextClassLoader(own);
    }
    try {
      own.loadClass(MAIN).getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception ? (Exception) e.getCause() : e;
    }
  }

  /** A copy of the jar in {@code lib/}, which goes when this process ends. */
  private static URL unpacked(ClassLoader loader) throws IOException {
    Path copy = Files.createTempFile("hbench-", ".jar");
    File file = copy.toFile();
    file.deleteOnExit();
    try (InputStream packed = loader.getResourceAsStream(ALL)) {
      if (packed == null) {
        throw new IOException("no " + ALL + " in " + Launcher.class.getProtectionDomain());
      }
      Files.copy(packed, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    return file.toURI().toURL();
  }

  /** Takes classes from a jar first; the jar holds none of Hadoop's. Hadoop's own one logs. */
  private static final class OwnFirst extends URLClassLoader {
    static {
      registerAsParallelCapable();
    }

    OwnFirst(URL jar, ClassLoader parent) {
      super(new URL[] {jar}, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null && findResource(name.replace('.', '/') + ".class") != null) {
          loaded = findClass(name);
        }
        return loaded == null ? super.loadClass(name, resolve) : loaded;
      }
    }

    @Override
    public URL getResource(String name) {
      URL own = findResource(name);
      return own == null ? super.getResource(name) : own;
    }
  }
}
