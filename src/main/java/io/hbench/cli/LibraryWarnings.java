package io.hbench.cli;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * Log levels of library classes whose warnings are irrelevant to users of hbench.
 *
 * <p>SLF4J has no means to set a level, and Hadoop decides at run time which logging library is
 * behind it. So the level is set by reflection. A level that the user configured for the same class
 * stays.
 */
final class LibraryWarnings {
  /**
   * HBase's client reports at each start that finding a cluster by ZooKeeper is deprecated. A
   * configuration that names a quorum alone leaves no other way.
   */
  static final String ZOOKEEPER_REGISTRY = "org.apache.hadoop.hbase.client.ZKConnectionRegistry";

  /**
   * Hadoop's reader of settings reports a damaged file with a stack trace; hbench with one line.
   */
  static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";

  /**
   * The lowest level that stays. Clients report with stack traces what hbench reports with one
   * line: a missing Kerberos ticket, a login that a server refuses, HFiles that servers refuse, and
   * a service that is not where it is looked for. With {@code --local}, Hadoop misses settings of
   * its metrics, and meets them again with the next job.
   */
  private static final Map<String, List<String>> LEVELS =
      Map.of(
          "ERROR",
          List.of(
              ZOOKEEPER_REGISTRY,
              "org.apache.hadoop.ipc.Client",
              "org.apache.hadoop.metrics2.impl.MetricsConfig",
              "org.apache.hadoop.metrics2.impl.MetricsSystemImpl",
              "org.apache.hadoop.security.UserGroupInformation",
              "org.apache.hadoop.hbase.client.ConnectionImplementation",
              "org.apache.hadoop.hbase.ipc.NettyRpcConnection",
              "org.apache.hadoop.hbase.ipc.RpcConnection",
              "org.apache.hadoop.hbase.util.NettyFutureUtils",
              "org.apache.hadoop.hbase.zookeeper.ReadOnlyZKClient",
              "org.apache.zookeeper.ClientCnxn"),
          "FATAL",
          List.of(
              CONFIGURATION,
              "org.apache.hadoop.fs.FileSystem",
              "org.apache.hadoop.hbase.tool.LoadIncrementalHFiles",
              "org.apache.zookeeper.client.StaticHostProvider"));

  private LibraryWarnings() {}

  /** Sets the levels; leaves them as they are with a logging library that is not Log4j. */
  static void suppress() {
    String binding = LoggerFactory.getILoggerFactory().getClass().getName();
    try {
      for (Map.Entry<String, List<String>> level : LEVELS.entrySet()) {
        for (String name : level.getValue()) {
          if (binding.equals("org.apache.logging.slf4j.Log4jLoggerFactory")) {
            suppressInLog4j2(name, level.getKey());
          } else if (binding.startsWith("org.slf4j.impl.")) {
            suppressInLog4j1(name, level.getKey());
          }
        }
      }
    } catch (ReflectiveOperationException | LinkageError e) {
      LoggerFactory.getLogger(LibraryWarnings.class).debug("log levels stay as they are", e);
    }
  }

  /** Log4j 1 or reload4j. */
  private static void suppressInLog4j1(String name, String above)
      throws ReflectiveOperationException {
    Class<?> loggers = Class.forName("org.apache.log4j.Logger");
    Object logger = loggers.getMethod("getLogger", String.class).invoke(null, name);
    if (loggers.getMethod("getLevel").invoke(logger) == null) {
      Class<?> level = Class.forName("org.apache.log4j.Level");
      loggers.getMethod("setLevel", level).invoke(logger, level.getField(above).get(null));
    }
  }

  private static void suppressInLog4j2(String name, String above)
      throws ReflectiveOperationException {
    Object logger =
        Class.forName("org.apache.logging.log4j.LogManager")
            .getMethod("getLogger", String.class)
            .invoke(null, name);
    Object configured = logger.getClass().getMethod("get").invoke(logger);
    Method nameOf = configured.getClass().getMethod("getName");
    if (!nameOf.invoke(configured).equals(name)) { // else the user configured this very logger
      Class<?> level = Class.forName("org.apache.logging.log4j.Level");
      Class.forName("org.apache.logging.log4j.core.config.Configurator")
          .getMethod("setLevel", String.class, level)
          .invoke(null, name, level.getField(above).get(null));
    }
  }
}
