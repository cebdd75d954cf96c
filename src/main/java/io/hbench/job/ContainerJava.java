package io.hbench.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
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

  private static final List<String> ENVIRONMENTS =
      List.of(MRJobConfig.MR_AM_ENV, MRJobConfig.MAP_ENV, MRJobConfig.REDUCE_ENV);

  private static final Pattern VIRTUAL_MEMORY =
      Pattern.compile("(?i)beyond (the 'virtual' memory limit|virtual memory limits)");

  private static final String CLASS_SPACE = "CompressedClassSpaceSize";

  /** Options of the JVMs of a job. */
  private static final List<String> OPTIONS =
      List.of(
          MRJobConfig.MAP_JAVA_OPTS,
          MRJobConfig.REDUCE_JAVA_OPTS,
          "mapred.child.java.opts",
          MRJobConfig.MR_AM_COMMAND_OPTS,
          MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS,
          MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS,
          MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS);

  /** A flag of the JVM, and old options without a value, such as {@code -d64}. */
  private static final Pattern FLAG =
      Pattern.compile("-XX:[+-]?(?<name>\\w+)(=\\S*)?|-[a-zA-Z]+\\d*");

  private static final Pattern REFUSED =
      Pattern.compile("(?m)^(Unrecognized (VM )?option.*|Error: VM option .* must be enabled.*)$");

  private ContainerJava() {}

  /** Lets a job bring its JDK along, by way of YARN's distributed cache. */
  static void set(Configuration conf, JdkArchive jdk) {
    String others = conf.get(ARCHIVES, "");
    conf.set(ARCHIVES, (others.isEmpty() ? "" : others + ",") + jdk.file().toUri() + "#" + LINK);
    String home = "{{PWD}}/" + LINK + (jdk.home().isEmpty() ? "" : "/" + jdk.home());
    for (String env : ENVIRONMENTS) {
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

  /**
   * Bounds what JVMs reserve and do not use, because YARN's check of virtual memory counts it: a
   * gigabyte for classes. The arenas of {@code malloc} are the node's: YARN would append its own
   * {@code MALLOC_ARENA_MAX} to that of a job.
   */
  public static void boundReserve(Configuration conf) {
    String child = conf.get("mapred.child.java.opts", "");
    bound(conf, MRJobConfig.MAP_JAVA_OPTS, child);
    bound(conf, MRJobConfig.REDUCE_JAVA_OPTS, child);
    bound(conf, MRJobConfig.MR_AM_COMMAND_OPTS, MRJobConfig.DEFAULT_MR_AM_COMMAND_OPTS);
  }

  private static void bound(Configuration conf, String property, String fallback) {
    String options = conf.get(property, fallback);
    if (!options.contains(CLASS_SPACE)) {
      conf.set(property, (options + " -XX:" + CLASS_SPACE + "=64m").trim());
    }
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
   * Refuses options of the days of Java 8, with which no Java that runs hbench starts: the one of
   * this process is asked about those that it does not know.
   *
   * @throws UsageException naming the property and its source
   */
  public static void checkOptions(Configuration conf) throws IOException {
    for (String property : OPTIONS) {
      List<String> words = List.of(conf.get(property, "").trim().split("\\s+"));
      List<String> flags = words.stream().filter(word -> FLAG.matcher(word).matches()).toList();
      if (flags.stream().allMatch(ContainerJava::isKnown)) {
        continue;
      }
      List<String> command =
          new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
      command.addAll(flags);
      command.add("-version");
      Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
      Matcher refused = REFUSED.matcher(new String(java.getInputStream().readAllBytes(), UTF_8));
      if (refused.find()) {
        String others =
            words.stream()
                .filter(word -> !flags.contains(word) || isKnown(word))
                .collect(Collectors.joining(" "));
        throw UsageException.badProperty(
            conf,
            property,
            "%s with Java %d".formatted(refused.group(1), Runtime.version().feature()),
            "-D '" + property + "=" + others + "'");
      }
    }
  }

  private static boolean isKnown(String flag) {
    Matcher parts = FLAG.matcher(flag);
    String name = parts.matches() ? parts.group("name") : null;
    try {
      return flag.equals("-server")
          || (name != null
              && ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                      .getVMOption(name)
                  != null);
    } catch (IllegalArgumentException e) {
      return false; // or one that must be enabled
    }
  }

  /**
   * Says what helps against a Java of the nodes that is too old for hbench, and against YARN's
   * check of virtual memory. An application master does not tell why it ended, but in its log.
   *
   * @param error the first line of what YARN says of a container
   */
  static String explained(String error) {
    Matcher versions = TOO_OLD.matcher(error);
    if (versions.find()) {
      return "the containers have Java %d, and hbench needs %d; try %s"
          .formatted(java(versions.group(2)), java(versions.group(1)), WAYS_OUT);
    }
    if (VIRTUAL_MEMORY.matcher(error).find()) {
      return error
          + "; YARN counts what a JVM reserves (yarn.nodemanager.vmem-check-enabled): 1 MB for each"
          + " of --threads; try -D mapreduce.map.memory.mb=2048";
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
