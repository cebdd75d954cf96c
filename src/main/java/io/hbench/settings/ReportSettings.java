package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.NOT_FOR_FINDMAX;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.PER_SIDE;

import java.time.Duration;
import java.util.List;

/** Settings of the measurement, the objectives, and the output of a run. */
interface ReportSettings {
  SettingGroup MEASUREMENT_GROUP = new SettingGroup("measurement");

  Setting<Duration> INTERVAL =
      MEASUREMENT_GROUP
          .add("interval", SettingType.POSITIVE_DURATION, NO_LOAD_EFFECT)
          .help(
              "length of an interval of the timeline; default 5s, with --for at most 600 intervals");
  Setting<Duration> LATENCY_THRESHOLD =
      MEASUREMENT_GROUP
          .add("latency-threshold", SettingType.LATENCY, NO_LOAD_EFFECT)
          .help("latency from which the report counts requests as slow");
  Setting<Duration> OUTAGE_AFTER =
      MEASUREMENT_GROUP
          .add("outage-after", SettingType.DURATION, "1s", NO_LOAD_EFFECT)
          .help(
              "deadline after which a request counts as unavailable; 0s switches availability off");
  Setting<Boolean> NO_BY_SERVER =
      MEASUREMENT_GROUP
          .flag("no-by-server", NO_LOAD_EFFECT, PER_SIDE)
          .help("switches latencies by region server off, which cost some 0.1 µs a request");
  Setting<Boolean> PROFILE =
      MEASUREMENT_GROUP
          .flag("profile", NOT_FOR_FINDMAX)
          .help(
              "profiles of up to 10 tasks (JFR) and of 2 region servers (/prof), which cost a little");
  Setting<Double> ABORT_ABOVE =
      MEASUREMENT_GROUP
          .add("abort-above", SettingType.SHARE, NO_LOAD_EFFECT)
          .help(
              "maximum share of failed requests, above which the run ends: 5%; default 50% for findmax");

  SettingGroup OBJECTIVES_GROUP = new SettingGroup("objectives");

  Setting<List<Objective>> OBJECTIVE =
      OBJECTIVES_GROUP
          .add("objective", SettingType.OBJECTIVES, NO_LOAD_EFFECT, BASIC)
          .help(
              "objective (SLO), exit code 3 if missed; repeatable: 'get.p99 < 20ms', 'errors < 0.1%'");
  Setting<Boolean> ABORT_ON_BREACH =
      OBJECTIVES_GROUP
          .flag("abort-on-breach", NO_LOAD_EFFECT, NOT_FOR_FINDMAX)
          .help("stops at the first interval that breaks a per-interval objective");
  Setting<Boolean> STRICT =
      OBJECTIVES_GROUP
          .flag("strict", NO_LOAD_EFFECT)
          .help("exit code 4 unless the verdict is valid");

  SettingGroup OUTPUT_GROUP = new SettingGroup("output");

  Setting<String> OUT =
      OUTPUT_GROUP
          .add("out", SettingType.TEXT, NO_LOAD_EFFECT, BASIC)
          .help("run directory, which must not exist; default hbench/<run id>");
  Setting<Boolean> PRIVATE =
      OUTPUT_GROUP
          .flag("private", NO_LOAD_EFFECT)
          .help("run directory with mode 0700 instead of the user's umask");
  Setting<OutputFormat> FORMAT =
      OUTPUT_GROUP
          .oneOf("format", OutputFormat.class, "text", NO_LOAD_EFFECT, BASIC)
          .help(
              "report on standard output: text, ycsb, json, csv, or a table: csv-timeline, csv-servers, …");
  Setting<String> PROMETHEUS =
      OUTPUT_GROUP
          .add("prometheus", SettingType.TEXT, NO_LOAD_EFFECT, NOT_FOR_FINDMAX)
          .help("local file in Prometheus' text format: hbench.prom");
  Setting<Boolean> QUIET =
      OUTPUT_GROUP.flag("quiet", NO_LOAD_EFFECT).help("report without progress");
  Setting<Boolean> DETACH =
      OUTPUT_GROUP
          .flag("detach", NO_LOAD_EFFECT, NOT_FOR_FINDMAX, BASIC)
          .help("exit after the submission; report --follow DIR attaches again");
  Setting<Boolean> DRY_RUN =
      OUTPUT_GROUP
          .flag("dry-run", NO_LOAD_EFFECT)
          .help("validates everything, prints what would be submitted and changed, then exits");
  Setting<String> QUORUM =
      OUTPUT_GROUP
          .add("quorum", SettingType.HOSTS, BASIC, PER_SIDE)
          .help("ZooKeeper quorum of HBase, host:port,…; overrides hbase-site.xml");
  Setting<Boolean> LOCAL =
      OUTPUT_GROUP.flag("local").help("tasks as threads of this JVM instead of YARN containers");
  Setting<String> JDK =
      OUTPUT_GROUP
          .add("jdk", SettingType.TEXT, NO_LOAD_EFFECT)
          .help(
              "tar.gz of a JDK 17 or newer for the containers, local or in HDFS; default: Java of the"
                  + " nodes");
}
