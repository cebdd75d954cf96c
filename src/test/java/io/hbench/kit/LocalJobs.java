package io.hbench.kit;

import io.hbench.settings.Settings;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Settings for jobs whose tasks are threads of this JVM. */
public final class LocalJobs {
  private static final Configuration DEFAULTS = new Configuration();

  private LocalJobs() {}

  /** A new Configuration without its time: Hadoop reads its files for each one. */
  public static Configuration defaults() {
    DEFAULTS.size(); // reads them, also after others became defaults
    return new Configuration(DEFAULTS);
  }

  /** With everything that jobs leave below the directory. */
  public static Configuration conf(Path dir) {
    return conf(defaults(), dir);
  }

  /**
   * The same, beside other settings.
   *
   * @param others such as the address of an HBase; they stay as they are
   */
  public static Configuration conf(Configuration others, Path dir) {
    return withDrawSeed(withoutDrawSeed(others, dir), 1);
  }

  /** The same, with a draw seed as a file of settings has it: flags and later files go before. */
  static Configuration withDrawSeed(Configuration others, int seed) {
    Configuration file = new Configuration(false);
    Settings.DRAW_SEED.set(file, Integer.toString(seed));
    Configuration conf = new Configuration(others);
    conf.addResource(file);
    return conf;
  }

  /** Without a draw seed: each run asks for other rows. */
  static Configuration withoutDrawSeed(Configuration others, Path dir) {
    Configuration conf = new Configuration(others);
    conf.set("fs.defaultFS", "file:///");
    conf.setClass("fs.file.impl", ForklessFileSystem.class, ForklessFileSystem.class);
    conf.setClass("fs.AbstractFileSystem.file.impl", ForklessFs.class, ForklessFs.class);
    conf.set("mapreduce.framework.name", "local");
    conf.set("hadoop.tmp.dir", dir.resolve("tmp").toString());
    conf.set("mapreduce.cluster.local.dir", dir.resolve("local").toString());
    conf.setInt("mapreduce.task.io.sort.mb", 1); // it is taken whole, for a few records
    return conf;
  }
}
