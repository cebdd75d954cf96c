package io.hbench.settings;

import static io.hbench.settings.SettingRole.BASIC;
import static io.hbench.settings.SettingRole.FINDMAX_ONLY;
import static io.hbench.settings.SettingRole.NOT_FOR_EVERY_ROW;
import static io.hbench.settings.SettingRole.NOT_FOR_FINDMAX;
import static io.hbench.settings.SettingRole.NO_LOAD_EFFECT;
import static io.hbench.settings.SettingRole.OPERAND;
import static io.hbench.settings.SettingRole.SITE;

import io.hbench.client.ClientType;
import io.hbench.length.PrecisionGoal;
import io.hbench.length.RunLength;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Settings of the load model: clients, rate, and length of the run. */
interface LoadSettings {
  SettingGroup COMMAND_GROUP = new SettingGroup("command");

  Setting<Command> COMMAND =
      COMMAND_GROUP.add(
          "command",
          "run",
          SettingType.oneOf(Command.class),
          "command: load, run, verify or findmax",
          OPERAND);
  Setting<String> ASSIGNMENTS =
      COMMAND_GROUP.add(
          "assignments",
          "",
          SettingType.TEXT,
          "assignments of run or findmax: get:95,put:5@40 scan@2",
          OPERAND);

  Setting<Map<String, String>> CANDIDATE =
      COMMAND_GROUP.add(
          "candidate",
          "",
          SettingType.PROPERTIES,
          "settings of the candidate of compare --live: lines of name=value",
          OPERAND);

  SettingGroup LOAD_MODEL_GROUP = new SettingGroup("load model");

  Setting<Integer> TASKS =
      LOAD_MODEL_GROUP.add(
          "tasks",
          "4",
          SettingType.SMALL_COUNT,
          "map tasks of an assignment without @TASKS",
          BASIC);
  Setting<Integer> THREADS =
      LOAD_MODEL_GROUP.add(
          "threads",
          "",
          SettingType.SMALL_COUNT,
          "threads in each task; default 8, or 1 with --client async or --bulk",
          BASIC);
  Setting<ClientType> CLIENT =
      LOAD_MODEL_GROUP.add(
          "client",
          "blocking",
          SettingType.oneOf(ClientType.class),
          "HBase client: blocking, one request in flight per thread; or async",
          BASIC);
  Setting<Integer> IN_FLIGHT =
      LOAD_MODEL_GROUP.add(
          "in-flight",
          "",
          SettingType.SMALL_COUNT,
          "maximum number of requests in flight per thread; default 64 with --client async, else 1");
  Setting<Integer> IN_FLIGHT_PER_SERVER =
      LOAD_MODEL_GROUP.add(
          "in-flight-per-server",
          "",
          SettingType.SMALL_COUNT,
          "maximum number of a task's requests in flight to one region server; more are withheld",
          NOT_FOR_EVERY_ROW);
  Setting<Integer> CONNECTIONS =
      LOAD_MODEL_GROUP.add(
          "connections",
          "1",
          SettingType.SMALL_COUNT,
          "HBase connections of each task, shared by the threads");
  Setting<Rate> RATE =
      LOAD_MODEL_GROUP.add(
          "rate",
          "",
          SettingType.RATE,
          "open loop: requests per second of all tasks: 5k, ramp 1k..50k, stages 10k,20k or"
              + " 80%..200%",
          NOT_FOR_FINDMAX,
          BASIC);
  Setting<BigDecimal> PERCENT_OF =
      LOAD_MODEL_GROUP.add(
          "percent-of",
          "",
          SettingType.PER_SECOND,
          "100 % of a --rate in percent: the directory of a findmax, or requests per second",
          NOT_FOR_EVERY_ROW,
          NOT_FOR_FINDMAX);
  Setting<Arrival> ARRIVAL =
      LOAD_MODEL_GROUP.add(
          "arrival",
          "constant",
          SettingType.oneOf(Arrival.class),
          "distribution of intended times at a rate: constant or poisson");
  Setting<CatchUp> CATCHUP =
      LOAD_MODEL_GROUP.add(
          "catchup",
          "unbounded",
          SettingType.CATCH_UP,
          "late requests: unbounded, sent at once; burst:1.1, 1.1 times the rate; none, dropped");
  Setting<Duration> THINK_TIME =
      LOAD_MODEL_GROUP.add(
          "think-time",
          "0s",
          SettingType.DURATION,
          "maximum random pause of a thread before each request; closed loop only",
          NOT_FOR_FINDMAX);
  Setting<RunLength> FOR =
      LOAD_MODEL_GROUP.add(
          "for",
          "",
          SettingType.LENGTH,
          "length of the window: 5m; by precision: 1m..2h, auto; default 60s without --ops and"
              + " --row-budget",
          NOT_FOR_EVERY_ROW,
          NOT_FOR_FINDMAX,
          BASIC);
  Setting<List<PrecisionGoal>> UNTIL =
      LOAD_MODEL_GROUP.add(
          "until",
          "",
          SettingType.GOALS,
          "precision of figures at which the run ends; repeatable; default 'throughput +- 5%',"
              + " 'p99 +- 5%'",
          NOT_FOR_EVERY_ROW,
          NOT_FOR_FINDMAX);
  Setting<Long> OPS =
      LOAD_MODEL_GROUP.add(
          "ops",
          "",
          SettingType.COUNT,
          "number of measured requests of all tasks, instead of --for",
          NOT_FOR_EVERY_ROW,
          NOT_FOR_FINDMAX);
  Setting<Long> ROW_BUDGET =
      LOAD_MODEL_GROUP.add(
          "row-budget",
          "",
          SettingType.COUNT,
          "number of requested rows of all tasks, instead of --for",
          NOT_FOR_EVERY_ROW,
          NOT_FOR_FINDMAX);
  Setting<Duration> WARMUP =
      LOAD_MODEL_GROUP.add(
          "warmup",
          "",
          SettingType.DURATION,
          "length of the warm-up, not measured; default 10s, 0s for load and verify, 5s per step"
              + " of findmax",
          NOT_FOR_EVERY_ROW,
          BASIC);
  Setting<Long> WARMUP_ROWS =
      LOAD_MODEL_GROUP.add(
          "warmup-rows",
          "0",
          SettingType.COUNT_OR_ZERO,
          "requested rows of each thread before its measurement starts",
          NOT_FOR_EVERY_ROW,
          NOT_FOR_FINDMAX);
  Setting<BigDecimal> START_RATE =
      LOAD_MODEL_GROUP.add(
          "start-rate",
          "1k",
          SettingType.PER_SECOND,
          "findmax: requests per second of the first step",
          FINDMAX_ONLY);
  Setting<Duration> STEP_TIME =
      LOAD_MODEL_GROUP.add(
          "step-time",
          "20s",
          SettingType.POSITIVE_DURATION,
          "findmax: length of the measurement window of each step",
          FINDMAX_ONLY);
  Setting<Double> PRECISION =
      LOAD_MODEL_GROUP.add(
          "precision",
          "2%",
          SettingType.POSITIVE_SHARE,
          "findmax: distance between the highest met and the lowest missed rate that ends the"
              + " search",
          FINDMAX_ONLY);
  Setting<Integer> MAX_STEPS =
      LOAD_MODEL_GROUP.add(
          "max-steps",
          "40",
          SettingType.SMALL_COUNT,
          "findmax: maximum number of steps",
          FINDMAX_ONLY);
  Setting<Duration> CONFIRM =
      LOAD_MODEL_GROUP.add(
          "confirm",
          "0s",
          SettingType.DURATION.withExample("5m"),
          "findmax: length of the longer step that confirms the result: 5m; 0s: none",
          FINDMAX_ONLY);
  Setting<Duration> START_TIMEOUT =
      LOAD_MODEL_GROUP.add(
          "start-timeout",
          "2m",
          SettingType.POSITIVE_DURATION,
          "maximum wait at the start barrier for the containers of all tasks",
          NO_LOAD_EFFECT);
  Setting<Boolean> ALLOW_WAVES =
      LOAD_MODEL_GROUP.add(
          "allow-waves",
          "false",
          SettingType.FLAG,
          "start without the missing tasks after --start-timeout",
          NO_LOAD_EFFECT);
  Setting<Double> LOST_TASKS =
      LOAD_MODEL_GROUP.add(
          "lost-tasks",
          "0%",
          SettingType.SHARE,
          "maximum share of tasks lost after the start without ending the run: 1%",
          NO_LOAD_EFFECT,
          NOT_FOR_EVERY_ROW,
          NOT_FOR_FINDMAX);
  Setting<Duration> SUBMITTER_TIMEOUT =
      LOAD_MODEL_GROUP.add(
          "submitter-timeout",
          "3m",
          SettingType.POSITIVE_DURATION,
          "time for which tasks continue after their submitter was killed, without --detach",
          NO_LOAD_EFFECT);
  Setting<Duration> DEADLINE =
      LOAD_MODEL_GROUP.add(
          "deadline",
          "",
          SettingType.POSITIVE_DURATION,
          "maximum time from the submission to the end of the job, which is killed then",
          NO_LOAD_EFFECT);

  SettingGroup SITE_GROUP = new SettingGroup("limits of a site");

  Setting<BigDecimal> SITE_RATE =
      SITE_GROUP.add(
          "max.rate",
          "",
          SettingType.PER_SECOND,
          "maximum number of requests per second; closed loops are refused",
          NO_LOAD_EFFECT,
          SITE);
  Setting<Integer> SITE_TASKS =
      SITE_GROUP.add(
          "max.tasks",
          "",
          SettingType.SMALL_COUNT,
          "maximum number of map tasks",
          NO_LOAD_EFFECT,
          SITE);
  Setting<Long> SITE_WRITE_BYTES =
      SITE_GROUP.add(
          "max.write.bytes",
          "",
          SettingType.COUNT,
          "maximum number of bytes that one run writes: 500G",
          NO_LOAD_EFFECT,
          SITE);
  Setting<String> SERVER_STOP =
      SITE_GROUP.add(
          "server.stop",
          "",
          SettingType.TEXT,
          "bash command that stops the region server {host}:{port}",
          NO_LOAD_EFFECT,
          SITE);
  Setting<String> SERVER_KILL =
      SITE_GROUP.add(
          "server.kill",
          "",
          SettingType.TEXT,
          "bash command that kills the region server {host}:{port}",
          NO_LOAD_EFFECT,
          SITE);
  Setting<String> SERVER_START =
      SITE_GROUP.add(
          "server.start",
          "",
          SettingType.TEXT,
          "bash command that starts the region server {host}:{port}",
          NO_LOAD_EFFECT,
          SITE);
}
