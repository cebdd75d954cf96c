package io.hbench.view;

/** Words that head columns, facts and sections of several views: each has one meaning. */
final class Label {
  static final String CPU = "CPU";
  static final String SECTION_FIGURES = "Figures";
  static final String SECTION_RUNS = "Runs";
  static final String AFTER = "after";
  static final String AT = "at";
  static final String BASELINE = "baseline";
  static final String BEFORE = "before";
  static final String BY_SERVER = "by server";
  static final String CANDIDATE = "candidate";
  static final String CAUTION = "caution";
  static final String CHANGE = "change";
  static final String CLIENTS = "clients";
  static final String CONFIGURATION = "configuration";
  static final String DIFFERENT = "different";
  static final String DIRECTORY = "directory";
  static final String FAILURE = "failure";
  static final String FIGURE = "figure";
  static final String FIRST_KEY = "first key";
  static final String FROM = "from";
  static final String GOODPUT = "goodput";
  static final String HOST = "host";
  static final String LOAD = "load";
  static final String MISSING = "missing";
  static final String OF = "of";
  static final String PROCESSORS = "processors";
  static final String READS = "reads";
  static final String WRITES = "writes";
  static final String HBENCH = "hbench";
  static final String INTERVAL = "interval";
  static final String JUDGEMENT = "judgement";
  static final String KIND = "kind";
  static final String LAST = "last";
  static final String NOISE = "noise";
  static final String NOTICED = "noticed";
  static final String OBJECTIVES = "objectives";
  static final String OPERATION = "operation";
  static final String RATE = "rate";
  static final String REGION = "region";
  static final String REGION_SERVER = "region server";
  static final String REGION_SERVERS = "region servers";
  static final String REGIONS = "regions";
  static final String REQUESTS = "requests";
  static final String RUN = "run";
  static final String RUNS = "runs";
  static final String NOT_COMPARED = "not compared";
  static final String SERVER = "server";
  static final String SHARE = "share";
  static final String SINCE = "since";
  static final String SIZE = "size";
  static final String STARTED = "started";
  static final String STEP = "step";
  static final String TASK = "task";
  static final String TASKS = "tasks";
  static final String TIME = "time";
  static final String TO = "to";
  static final String UNKNOWN = "unknown";
  static final String VERDICT = "verdict";
  static final String WHAT = "what";

  private Label() {}
}
