package io.hbench.job.jdk;

import java.io.IOException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The Java that YARN starts the containers of a job with. */
public final class ContainerJava {
  /** Directory of each container in which YARN unpacks the archive. */
  private static final String LINK = "hbench-jdk";

  /** What {@code -archives} of Hadoop's commands sets: files that the submission copies. */
  private static final String ARCHIVES = "tmparchives";

  /** Class files of Java 17 have version 61. */
  private static final int CLASS_FILES_BEFORE = 44;

  private static final Pattern TOO_OLD =
      Pattern.compile("class file version (\\d+).* class file versions up to (\\d+)");

  private ContainerJava() {}

  /** Lets a job bring its JDK along, by way of YARN's distributed cache. */
  public static void set(Configuration conf, JdkArchive jdk) {
    String others = conf.get(ARCHIVES, "");
    conf.set(ARCHIVES, (others.isEmpty() ? "" : others + ",") + jdk.file().toUri() + "#" + LINK);
    String home = "{{PWD}}/" + LINK + (jdk.home().isEmpty() ? "" : "/" + jdk.home());
    for (String env :
        new String[] {
          MRJobConfig.MR_AM_ENV, MRJobConfig.MAP_ENV, MRJobConfig.REDUCE_ENV,
        }) {
      conf.set(env + ".JAVA_HOME", home);
    }
    // the application master of Hadoop 3.3 needs it, and a site with an older Java has not set it
    conf.set(
        MRJobConfig.MR_AM_COMMAND_OPTS,
        conf.get(MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.DEFAULT_MR_AM_COMMAND_OPTS)
            + " --add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  /**
   * Reads the settings of a job.
   *
   * @param archive {@code --jdk}
   */
  public static void set(Configuration conf, Optional<String> archive) throws IOException {
    if (archive.isPresent()) {
      set(conf, JdkArchive.find(conf, archive.get()));
    }
  }

  /** What a container says whose Java is too old for hbench, in words that say what helps. */
  public static Optional<String> tooOld(String error) {
    Matcher versions = TOO_OLD.matcher(error);
    return versions.find()
        ? Optional.of(
            "the containers have Java %d, and hbench needs %d; try --jdk jdk-%2$d.tar.gz, or the path of a JDK on the nodes in -conf job-conf/java17.xml"
                .formatted(java(versions.group(2)), java(versions.group(1))))
        : Optional.empty();
  }

  private static int java(String classFiles) {
    return Integer.parseInt(classFiles) - CLASS_FILES_BEFORE;
  }
}
