package io.hbench.job;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The Java that YARN starts the containers of a job with. */
final class ContainerJava {
  /** Directory of each container in which YARN unpacks the archive. */
  private static final String LINK = "hbench-jdk";

  /** What {@code -archives} of Hadoop's commands sets: files that the submission copies. */
  private static final String ARCHIVES = "tmparchives";

  /** Class files of Java 17 have version 61. */
  private static final int CLASS_FILES_BEFORE = 44;

  private static final String WAYS_OUT =
      "--jdk jdk-17.tar.gz, or the path of a JDK on the nodes in -conf job-conf/java17.xml";

  private static final Pattern MASTER_ENDED =
      Pattern.compile("(application_\\d+_\\d+) .*\\bAM Container\\b.*\\bexitCode: +1\\b");
  private static final Pattern TOO_OLD =
      Pattern.compile("class file version (\\d+).* class file versions up to (\\d+)");

  private ContainerJava() {}

  /** Lets a job bring its JDK along, by way of YARN's distributed cache. */
  static void set(Configuration conf, JdkArchive jdk) {
    String others = conf.get(ARCHIVES, "");
    conf.set(ARCHIVES, (others.isEmpty() ? "" : others + ",") + jdk.file().toUri() + "#" + LINK);
    String home = "{{PWD}}/" + LINK + (jdk.home().isEmpty() ? "" : "/" + jdk.home());
    for (String env : List.of(MRJobConfig.MR_AM_ENV, MRJobConfig.MAP_ENV, MRJobConfig.REDUCE_ENV)) {
      conf.set(env + ".JAVA_HOME", home);
    }
    // YARN would append the job's value to that of the administrator, as if both were paths
    forgetHome(conf, MRJobConfig.MAPRED_ADMIN_USER_ENV);
    forgetHome(conf, MRJobConfig.MR_AM_ADMIN_USER_ENV);
    // the application master of Hadoop 3.3 needs it, and a site with an older Java has not set it
    conf.set(
        MRJobConfig.MR_AM_COMMAND_OPTS,
        conf.get(MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.DEFAULT_MR_AM_COMMAND_OPTS)
            + " --add-opens=java.base/java.lang=ALL-UNNAMED");
  }

  private static void forgetHome(Configuration conf, String env) {
    String value = conf.get(env);
    if (value != null) {
      conf.set(
          env,
          Arrays.stream(value.split(","))
              .filter(variable -> !variable.trim().startsWith("JAVA_HOME="))
              .collect(Collectors.joining(",")));
    }
    conf.unset(env + ".JAVA_HOME");
  }

  /**
   * Reads the settings of a job.
   *
   * @param archive {@code --jdk}
   */
  static void set(Configuration conf, Optional<String> archive) throws IOException {
    if (archive.isPresent()) {
      set(conf, JdkArchive.find(conf, archive.get()));
    }
  }

  /**
   * Says what helps against a Java of the nodes that is too old for hbench. An application master
   * does not tell why it ended, but in its log.
   *
   * @param error the first line of what YARN says of a container
   */
  static String explained(String error) {
    Matcher versions = TOO_OLD.matcher(error);
    if (versions.find()) {
      return "the containers have Java %d, and hbench needs %d; try %s"
          .formatted(java(versions.group(2)), java(versions.group(1)), WAYS_OUT);
    }
    Matcher master = MASTER_ENDED.matcher(error);
    return master.find()
        ? "%s; yarn logs -applicationId %s has the cause; if it is a Java of the nodes older than %d, try %s"
            .formatted(error, master.group(1), JdkArchive.MIN_JAVA, WAYS_OUT)
        : error;
  }

  private static int java(String classFiles) {
    return Integer.parseInt(classFiles) - CLASS_FILES_BEFORE;
  }
}
