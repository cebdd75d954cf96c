package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.NOT_FOR_FINDMAX;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;

import java.time.Duration;
import java.util.List;

/** Settings of the measurement, the objectives, and the output of a run. */
interface ReportSettings {
  SettingGroup MEASUREMENT_GROUP = new SettingGroup("measurement");

  Setting<Duration> INTERVAL =
      MEASUREMENT_GROUP.add(
          "interval",
          "",
          SettingType.POSITIVE_DURATION,
          "length of an interval of the timeline; default 5s, with --for at most 600 intervals",
          NO_LOAD_EFFECT);
  Setting<Duration> LATENCY_THRESHOLD =
      MEASUREMENT_GROUP.add(
          "latency-threshold",
          "",
          SettingType.LATENCY,
          "latency from which the report counts requests as slow",
          NO_LOAD_EFFECT);
  Setting<Duration> OUTAGE_AFTER =
      MEASUREMENT_GROUP.add(
          "outage-after",
          "1s",
          SettingType.DURATION,
          "deadline after which a request counts as unavailable; 0s switches availability off",
          NO_LOAD_EFFECT);
  Setting<Boolean> NO_BY_SERVER =
      MEASUREMENT_GROUP.add(
          "no-by-server",
          "false",
          SettingType.FLAG,
          "switches latencies by region server off, which cost some 0.1 µs a request",
          NO_LOAD_EFFECT);
  Setting<Boolean> PROFILE =
      MEASUREMENT_GROUP.add(
          "profile",
          "false",
          SettingType.FLAG,
          "profiles of up to 10 tasks (JFR) and of 2 region servers (/prof), which cost a little",
          NOT_FOR_FINDMAX);
  Setting<Double> ABORT_ABOVE =
      MEASUREMENT_GROUP.add(
          "abort-above",
          "",
          SettingType.SHARE,
          "maximum share of failed requests, above which the run ends: 5%; default 50% for findmax",
          NO_LOAD_EFFECT);

  SettingGroup OBJECTIVES_GROUP = new SettingGroup("objectives");

  Setting<List<Objective>> OBJECTIVE =
      OBJECTIVES_GROUP.add(
          "objective",
          "",
          SettingType.OBJECTIVES,
          "objective (SLO), exit code 3 if missed; repeatable: 'get.p99 < 20ms', 'errors < 0.1%'",
          NO_LOAD_EFFECT,
          BASIC);
  Setting<Boolean> ABORT_ON_BREACH =
      OBJECTIVES_GROUP.add(
          "abort-on-breach",
          "false",
          SettingType.FLAG,
          "stops at the first interval that breaks a per-interval objective",
          NO_LOAD_EFFECT,
          NOT_FOR_FINDMAX);
  Setting<Boolean> STRICT =
      OBJECTIVES_GROUP.add(
          "strict",
          "false",
          SettingType.FLAG,
          "exit code 4 unless the verdict is valid",
          NO_LOAD_EFFECT);

  SettingGroup OUTPUT_GROUP = new SettingGroup("output");

  Setting<String> OUT =
      OUTPUT_GROUP.add(
          "out",
          "",
          SettingType.TEXT,
          "run directory, which must not exist; default hbench/<run id>",
          NO_LOAD_EFFECT,
          BASIC);
  Setting<Boolean> PRIVATE =
      OUTPUT_GROUP.add(
          "private",
          "false",
          SettingType.FLAG,
          "run directory with mode 0700 instead of the user's umask",
          NO_LOAD_EFFECT);
  Setting<OutputFormat> FORMAT =
      OUTPUT_GROUP.add(
          "format",
          "text",
          SettingType.oneOf(OutputFormat.class),
          "report on standard output: text, ycsb, json, csv, or a table: csv-timeline, csv-servers, …",
          NO_LOAD_EFFECT,
          BASIC);
  Setting<String> PROMETHEUS =
      OUTPUT_GROUP.add(
          "prometheus",
          "",
          SettingType.TEXT,
          "local file in Prometheus' text format: hbench.prom",
          NO_LOAD_EFFECT,
          NOT_FOR_FINDMAX);
  Setting<Boolean> QUIET =
      OUTPUT_GROUP.add(
          "quiet", "false", SettingType.FLAG, "report without progress", NO_LOAD_EFFECT);
  Setting<Boolean> DETACH =
      OUTPUT_GROUP.add(
          "detach",
          "false",
          SettingType.FLAG,
          "exit after the submission; report --follow DIR attaches again",
          NO_LOAD_EFFECT,
          NOT_FOR_FINDMAX,
          BASIC);
  Setting<Boolean> DRY_RUN =
      OUTPUT_GROUP.add(
          "dry-run",
          "false",
          SettingType.FLAG,
          "validates everything, prints what would be submitted and changed, then exits",
          NO_LOAD_EFFECT);
  Setting<String> QUORUM =
      OUTPUT_GROUP.add(
          "quorum",
          "",
          SettingType.HOSTS,
          "ZooKeeper quorum of HBase, host:port,…; overrides hbase-site.xml",
          BASIC);
  Setting<Boolean> LOCAL =
      OUTPUT_GROUP.add(
          "local",
          "false",
          SettingType.FLAG,
          "tasks as threads of this JVM instead of YARN containers");
  Setting<String> JDK =
      OUTPUT_GROUP.add(
          "jdk",
          "",
          SettingType.TEXT,
          "tar.gz of a JDK 17 or newer for the containers, local or in HDFS; default: Java of the"
              + " nodes",
          NO_LOAD_EFFECT);
}
