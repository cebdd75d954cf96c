package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.FINDMAX_ONLY;
import static io.hbench.settings.SettingRole.NOT_FOR_FINDMAX;
import static io.hbench.settings.SettingRole.NOT_FOR_FULL_PASS;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.OPERAND;
import static io.hbench.settings.SettingRole.PER_SIDE;
import static io.hbench.settings.SettingRole.SITE;

import io.hbench.client.ClientType;
import io.hbench.length.PrecisionGoal;
import io.hbench.length.RunLength;
import io.hbench.replay.RecordedLoad;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Settings of the load: its model and length, its measurement and objectives, and the output. */
interface LoadSettings {
  SettingGroup COMMAND_GROUP = new SettingGroup("command");

  Setting<Command> COMMAND =
      COMMAND_GROUP
          .oneOf("command", Command.class, "run", OPERAND)
          .help("command: load, run, verify, replay or findmax");
  Setting<String> ASSIGNMENTS =
      COMMAND_GROUP
          .add("assignments", SettingType.TEXT, OPERAND)
          .help("assignments of run or findmax: get:95,put:5@40 scan@2");
  Setting<String> LOADER =
      COMMAND_GROUP
          .add("loader", SettingType.TEXT, OPERAND, NO_LOAD_EFFECT)
          .help("command of another tool that loads the rows of the run, for messages");

  Setting<Map<String, String>> CANDIDATE =
      COMMAND_GROUP
          .add("candidate", SettingType.PROPERTIES, OPERAND)
          .help("settings of the candidate of compare --live: lines of name=value");

  Setting<String> TENANT =
      COMMAND_GROUP
          .add("tenant", SettingType.TEXT, OPERAND)
          .help("name of the tenant of run --tenants that the run is");
  Setting<String> NEIGHBOURS =
      COMMAND_GROUP
          .add("neighbours", SettingType.TEXT, OPERAND)
          .help("the other tenants of the job: the name and the load of each");
  Setting<Integer> CONTAINERS =
      COMMAND_GROUP
          .add("containers", SettingType.SMALL_COUNT, OPERAND)
          .help("containers that the tasks of all tenants of the job share");
  Setting<Long> NEIGHBOUR_OF =
      COMMAND_GROUP
          .add("neighbour-of", SettingType.NUMBER, OPERAND, NO_LOAD_EFFECT)
          .help("draw seed of the tenant beside which the run drives every other interval");

  Setting<RecordedLoad> RECORDED =
      COMMAND_GROUP
          .add("recorded", SettingType.RECORDED, OPERAND)
          .help("requests of replay: lines of name=value with their file, rows, counts and sizes");

  SettingGroup LOAD_MODEL_GROUP = new SettingGroup("load model");

  Setting<Integer> TASKS =
      LOAD_MODEL_GROUP
          .add("tasks", SettingType.SMALL_COUNT, "4", BASIC)
          .help("map tasks of an assignment without @TASKS");
  Setting<Place> PLACE =
      LOAD_MODEL_GROUP
          .add("place", SettingType.PLACE)
          .help(
              "hosts of tasks: hosts:5, one on each; servers, those of region servers; apart, no such;"
                  + " label:NAME");
  Setting<Integer> THREADS =
      LOAD_MODEL_GROUP
          .add("threads", SettingType.SMALL_COUNT, BASIC, PER_SIDE)
          .help("threads in each task; default 8, or 1 with --client async or --bulk");
  Setting<ClientType> CLIENT =
      LOAD_MODEL_GROUP
          .oneOf("client", ClientType.class, "blocking", BASIC, PER_SIDE)
          .help("HBase client: blocking, one request in flight per thread; or async");
  Setting<Integer> IN_FLIGHT =
      LOAD_MODEL_GROUP
          .add("in-flight", SettingType.SMALL_COUNT, PER_SIDE)
          .help(
              "maximum number of requests in flight per thread; default 64 with --client async, else 1");
  Setting<Integer> IN_FLIGHT_PER_SERVER =
      LOAD_MODEL_GROUP
          .add("in-flight-per-server", SettingType.SMALL_COUNT, NOT_FOR_FULL_PASS)
          .help(
              "maximum number of a task's requests in flight to one region server; more are withheld");
  Setting<Integer> CONNECTIONS =
      LOAD_MODEL_GROUP
          .add("connections", SettingType.SMALL_COUNT, "1", PER_SIDE)
          .help("HBase connections of each task, shared by the threads");
  Setting<Rate> RATE =
      LOAD_MODEL_GROUP
          .add("rate", SettingType.RATE, NOT_FOR_FINDMAX, BASIC)
          .help(
              "open loop: requests per second of all tasks: 5k, ramp 1k..50k, stages 10k,20k or"
                  + " 80%..200%");
  Setting<BigDecimal> PERCENT_OF =
      LOAD_MODEL_GROUP
          .add("percent-of", SettingType.PER_SECOND, NOT_FOR_FULL_PASS, NOT_FOR_FINDMAX)
          .help("100 % of a --rate in percent: the directory of a findmax, or requests per second");
  Setting<Arrival> ARRIVAL =
      LOAD_MODEL_GROUP
          .oneOf("arrival", Arrival.class, "constant")
          .help("distribution of intended times at a rate: constant or poisson");
  Setting<CatchUp> CATCHUP =
      LOAD_MODEL_GROUP
          .add("catchup", SettingType.CATCH_UP, "unbounded")
          .help(
              "late requests: unbounded, sent at once; burst:1.1, 1.1 times the rate; none, dropped");
  Setting<Double> SPEED =
      LOAD_MODEL_GROUP
          .add("speed", SettingType.SPEED, "1x")
          .help("replay: seconds of the recorded time in each second: 10x");
  Setting<Duration> THINK_TIME =
      LOAD_MODEL_GROUP
          .add("think-time", SettingType.DURATION, "0s", NOT_FOR_FINDMAX)
          .help("maximum random pause of a thread before each request; closed loop only");
  Setting<RunLength> FOR =
      LOAD_MODEL_GROUP
          .add("for", SettingType.LENGTH, NOT_FOR_FULL_PASS, NOT_FOR_FINDMAX, BASIC)
          .help(
              "length of the window: 5m; by precision: 1m..2h, auto; default 60s without --ops and"
                  + " --row-budget");
  Setting<List<PrecisionGoal>> UNTIL =
      LOAD_MODEL_GROUP
          .add("until", SettingType.GOALS, NOT_FOR_FULL_PASS, NOT_FOR_FINDMAX)
          .help(
              "precision of figures at which the run ends; repeatable; default 'throughput +- 5%',"
                  + " 'p99 +- 5%'");
  Setting<Long> OPS =
      LOAD_MODEL_GROUP
          .add("ops", SettingType.COUNT, NOT_FOR_FULL_PASS, NOT_FOR_FINDMAX)
          .help("number of measured requests of all tasks, instead of --for");
  Setting<Long> ROW_BUDGET =
      LOAD_MODEL_GROUP
          .add("row-budget", SettingType.COUNT, NOT_FOR_FULL_PASS, NOT_FOR_FINDMAX)
          .help("number of requested rows of all tasks, warm-up included, instead of --for");
  Setting<Duration> WARMUP =
      LOAD_MODEL_GROUP
          .add("warmup", SettingType.DURATION, NOT_FOR_FULL_PASS, BASIC)
          .help(
              "warm-up, not measured; default 10s for run without --row-budget, 5s per step of"
                  + " findmax, else 0s");
  Setting<Long> WARMUP_ROWS =
      LOAD_MODEL_GROUP
          .add("warmup-rows", SettingType.COUNT_OR_ZERO, "0", NOT_FOR_FULL_PASS, NOT_FOR_FINDMAX)
          .help("requested rows of each thread before its measurement starts");
  Setting<BigDecimal> START_RATE =
      LOAD_MODEL_GROUP
          .add("start-rate", SettingType.PER_SECOND, "1k", FINDMAX_ONLY)
          .help("findmax: requests per second of the first step");
  Setting<Duration> STEP_TIME =
      LOAD_MODEL_GROUP
          .add("step-time", SettingType.POSITIVE_DURATION, "20s", FINDMAX_ONLY)
          .help("findmax: length of the measurement window of each step");
  Setting<Double> PRECISION =
      LOAD_MODEL_GROUP
          .add("precision", SettingType.POSITIVE_SHARE, "2%", FINDMAX_ONLY)
          .help(
              "findmax: distance between the highest met and the lowest missed rate that ends the"
                  + " search");
  Setting<Integer> MAX_STEPS =
      LOAD_MODEL_GROUP
          .add("max-steps", SettingType.SMALL_COUNT, "40", FINDMAX_ONLY)
          .help("findmax: maximum number of steps");
  Setting<Duration> CONFIRM =
      LOAD_MODEL_GROUP
          .add("confirm", SettingType.DURATION.withExample("5m"), "0s", FINDMAX_ONLY)
          .help("findmax: length of the longer step that confirms the result: 5m; 0s: none");
  Setting<Duration> START_TIMEOUT =
      LOAD_MODEL_GROUP
          .add("start-timeout", SettingType.POSITIVE_DURATION, "2m", NO_LOAD_EFFECT)
          .help("maximum wait at the start barrier for the containers of all tasks");
  Setting<Boolean> ALLOW_WAVES =
      LOAD_MODEL_GROUP
          .flag("allow-waves", NO_LOAD_EFFECT)
          .help("start without the missing tasks after --start-timeout");
  Setting<Double> LOST_TASKS =
      LOAD_MODEL_GROUP
          .add(
              "lost-tasks",
              SettingType.SHARE,
              "0%",
              NO_LOAD_EFFECT,
              NOT_FOR_FULL_PASS,
              NOT_FOR_FINDMAX)
          .help("maximum share of tasks lost after the start without ending the run: 1%");
  Setting<Duration> SUBMITTER_TIMEOUT =
      LOAD_MODEL_GROUP
          .add("submitter-timeout", SettingType.POSITIVE_DURATION, "3m", NO_LOAD_EFFECT)
          .help("time for which tasks continue after their submitter was killed, without --detach");
  Setting<Duration> DEADLINE =
      LOAD_MODEL_GROUP
          .add("deadline", SettingType.POSITIVE_DURATION, NO_LOAD_EFFECT)
          .help(
              "maximum time of a run with its preparation; default three times its expected time, at"
                  + " least 1h");

  SettingGroup SITE_GROUP = new SettingGroup("limits of a site");

  Setting<BigDecimal> SITE_RATE =
      SITE_GROUP
          .add("max.rate", SettingType.PER_SECOND, NO_LOAD_EFFECT, SITE)
          .help("maximum number of requests per second; closed loops are refused");
  Setting<Integer> SITE_TASKS =
      SITE_GROUP
          .add("max.tasks", SettingType.SMALL_COUNT, NO_LOAD_EFFECT, SITE)
          .help("maximum number of map tasks");
  Setting<Long> SITE_WRITE_BYTES =
      SITE_GROUP
          .add("max.write.bytes", SettingType.COUNT, NO_LOAD_EFFECT, SITE)
          .help("maximum number of bytes that one run writes: 500G");
  Setting<Double> MIN_FREE_SPACE =
      SITE_GROUP
          .add("min.free.space", SettingType.SHARE, "5%", NO_LOAD_EFFECT, SITE)
          .help("share of HDFS' space that stays free: below it, a run that writes ends");
  Setting<String> LEASE_DIR =
      SITE_GROUP
          .add("lease.dir", SettingType.TEXT, NO_LOAD_EFFECT, SITE)
          .help(
              "directory of the default file system, mode 1777, in which runs name the tables that they use");
  Setting<String> SERVER_STOP =
      SITE_GROUP
          .add("server.stop", SettingType.TEXT, NO_LOAD_EFFECT, SITE)
          .help("bash command that stops the region server {host}:{port}");
  Setting<String> SERVER_KILL =
      SITE_GROUP
          .add("server.kill", SettingType.TEXT, NO_LOAD_EFFECT, SITE)
          .help("bash command that kills the region server {host}:{port}");
  Setting<String> SERVER_START =
      SITE_GROUP
          .add("server.start", SettingType.TEXT, NO_LOAD_EFFECT, SITE)
          .help("bash command that starts the region server {host}:{port}");
  Setting<String> PROMETHEUS_URL =
      SITE_GROUP
          .add("prometheus.url", SettingType.WEB_ADDRESS, NO_LOAD_EFFECT, SITE)
          .help("Prometheus with the node exporters of the servers' hosts: http://prom:9090");

  SettingGroup MEASUREMENT_GROUP = new SettingGroup("measurement");

  Setting<Duration> INTERVAL =
      MEASUREMENT_GROUP
          .add("interval", SettingType.POSITIVE_DURATION, NO_LOAD_EFFECT)
          .help(
              "length of an interval of the timeline; default 5s; with --for at most 600 intervals"
                  + " (auto: 1,800)");
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
          .help("exit code 4 if the verdict is degraded");

  SettingGroup OUTPUT_GROUP = new SettingGroup("output");

  Setting<String> OUT =
      OUTPUT_GROUP
          .add("out", SettingType.TEXT.withExample("/runs/a"), NO_LOAD_EFFECT, BASIC)
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
          .add(
              "prometheus",
              SettingType.TEXT.withExample("/var/lib/node_exporter/hbench.prom"),
              NO_LOAD_EFFECT,
              NOT_FOR_FINDMAX)
          .help("file in Prometheus' text format, replaced with each interval: hbench.prom");
  Setting<InetSocketAddress> METRICS_PORT =
      OUTPUT_GROUP
          .add("metrics-port", SettingType.PORT, NO_LOAD_EFFECT, NOT_FOR_FINDMAX)
          .help(
              "port of this machine with /metrics while the load runs; 0.0.0.0:9464 for other"
                  + " machines");
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
          .help(
              "ZooKeeper quorum of HBase, host:port,… or hosts:port:/znode; overrides hbase-site.xml");
  Setting<String> USER =
      OUTPUT_GROUP
          .add("user", SettingType.USER, PER_SIDE)
          .help("user of the run in HBase, with the submitter as proxy; default: the submitter");
  Setting<Boolean> LOCAL =
      OUTPUT_GROUP.flag("local").help("tasks as threads of this JVM instead of YARN containers");
  Setting<String> JDK =
      OUTPUT_GROUP
          .add("jdk", SettingType.TEXT.withExample("jdk-17_linux-x64.tar.gz"), NO_LOAD_EFFECT)
          .help(
              "tar.gz of a JDK 17 or newer for the containers, local or in HDFS; default: Java of the"
                  + " nodes");
}
