package io.hbench.kit;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** Settings for jobs whose tasks are threads of this JVM. */
public final class LocalJobs {
  private LocalJobs() {}

  /** With everything that jobs leave below the directory. */
  public static Configuration conf(Path dir) {
    return conf(new Configuration(), dir);
  }

  /**
   * The same, beside other settings.
   *
   * @param others such as the address of an HBase; they stay as they are
   */
  public static Configuration conf(Configuration others, Path dir) {
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
