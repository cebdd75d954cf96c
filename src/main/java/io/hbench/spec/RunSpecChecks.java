package io.hbench.spec;

import static io.hbench.figure.Format.format;

import io.hbench.client.ClientType;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyFormat;
import io.hbench.figure.Figure;
import io.hbench.latency.Timing;
import io.hbench.length.LengthDecision;
import io.hbench.length.PrecisionGoal;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.OperationType.Rows;
import io.hbench.op.Operations;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Objective;
import io.hbench.settings.Place;
import io.hbench.settings.Rate;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The checks of a run's specification that concern several of its parts. */
record RunSpecChecks(RunSpec spec) {
  /** Row numbers that a key format must leave for inserts, as a multiple of the last row. */
  private static final int ROOM_FOR_INSERTS = 10;

  private static final int MAX_TASKS = 100_000;

  /** Columns of a row, in all families: each task holds their names. */
  private static final int MAX_COLUMNS = 100_000;

  /**
   * @throws UsageException for the first contradiction
   */
  void check() {
    checkSizes();
    checkBulk();
    checkRate();
    checkKeyOrder();
    if (spec.keys().isSampled()) {
      checkSample();
    }
    checkFormat();
    checkOperations();
    checkMeta();
    checkTable();
    spec.policies().objectives().forEach(this::checkObjective);
    new ServerChecks(spec).check();
    if (spec.limit().precision().isPresent()) {
      checkPrecision(spec.limit().precision().get());
    }
  }

  private void checkSizes() {
    long rows = spec.rows();
    long tasks = spec.assignments().stream().mapToLong(Assignment::tasks).sum();
    if (tasks > MAX_TASKS) {
      throw Settings.TASKS.bad(tasks, "more than 100000 in one job", "--tasks 40");
    }
    checkPlace();
    int columns = spec.data().cells().columns();
    if ((long) spec.data().cells().families().size() * columns > MAX_COLUMNS) {
      throw Settings.COLUMNS.bad(
          columns,
          "more than %d columns in all families of a row".formatted(MAX_COLUMNS),
          Settings.COLUMNS.flag() + " 10");
    }
    for (Assignment assignment : spec.assignments()) {
      if (assignment.tasks() > rows && spec.keys().scope() == KeyScope.PARTITIONED) {
        String command = spec.command().toString();
        throw badRows(
            "less than the " + assignment.tasks() + " tasks of " + assignment,
            spec.command().isEveryRowOnce()
                ? command + " --tasks " + rows
                : command + " " + assignments(a -> a.mix() + "@" + Math.min(a.tasks(), rows)));
      }
    }
    long threads = spec.totalThreads();
    long count = spec.limit().requests().or(spec.limit()::rows).orElse(Long.MAX_VALUE);
    if (count < threads) {
      Setting<Long> setting = spec.limit().rows().isPresent() ? Settings.ROW_BUDGET : Settings.OPS;
      throw setting.bad(
          count, "less than the " + threads + " threads of all tasks", setting.flag() + " 100k");
    }
    Duration interval = spec.measurement().interval();
    if (spec.limit().time().filter(t -> t.compareTo(interval) < 0).isPresent()) {
      throw Settings.INTERVAL.bad(
          SettingType.text(interval),
          "longer than the run",
          "--interval " + SettingType.text(spec.limit().time().get()));
    }
  }

  private void checkPlace() {
    Optional<Place> place = spec.policies().place();
    if (place.flatMap(Place::hosts).filter(hosts -> hosts != spec.tasks()).isPresent()) {
      throw Settings.PLACE.bad(
          place.get(),
          format("one task on each host, and the run has %d", spec.tasks()),
          "--place hosts:" + spec.tasks());
    }
    if (place.isPresent() && spec.policies().allowWaves()) {
      throw Settings.PLACE.bad(
          place.get(),
          "a late task on a wrong host would end the run amid its load",
          "--place " + place.get() + " without --allow-waves");
    }
  }

  /** The assignments, each in its own words. */
  private String assignments(Function<Assignment, String> words) {
    return spec.assignments().stream().map(words).collect(Collectors.joining(" "));
  }

  private UsageException badRows(String reason, String example) {
    return Settings.ROWS.bad(spec.keys().range().size(), reason, example);
  }

  private void checkBulk() {
    if (spec.bulk() && spec.command() != Command.LOAD) {
      throw badBulk("only load takes it");
    }
    if (spec.bulk()
        && (spec.load().client() != ClientType.BLOCKING || spec.load().rate().isPresent())) {
      throw badBulk("sends no requests, so --client and --rate have no effect");
    }
    if (spec.user().proxied().isPresent() && (spec.bulk() || !spec.needsTable())) {
      String why = spec.bulk() ? "the HFiles of --bulk are the submitter's" : "asks no HBase";
      throw Settings.USER.bad(spec.user(), why, spec.bulk() ? "load without --bulk" : "run get");
    }
  }

  private static UsageException badBulk(String reason) {
    return Settings.BULK.bad("true", reason, "load --bulk alone");
  }

  private void checkRate() {
    if (spec.command().isEveryRowOnce() && spec.load().catchUp().factor() == 0) {
      throw Settings.CATCHUP.bad(
          spec.load().catchUp(), "would leave rows out", "--catchup unbounded");
    }
    Optional<Rate> rate = spec.load().rate().filter(r -> !r.isConstant());
    if (rate.isPresent()
        && (spec.limit().time().isEmpty() || spec.limit().precision().isPresent())) {
      String levels = rate.get().toString();
      throw Settings.RATE.bad(
          levels,
          "a ramp or stages need a fixed length",
          (spec.command().isEveryRowOnce() ? "run put --rate " : "--rate ")
              + levels
              + " --for "
              + SettingType.text(length(rate.get()))
              + withoutOtherLimit());
    }
  }

  /** How long a rate takes for the requests that are asked for; five minutes without any. */
  private Duration length(Rate rate) {
    double seconds = spec.limit().requests().map(n -> n.doubleValue() / rate.mean()).orElse(300.0);
    return Duration.ofSeconds((long) Math.ceil(seconds));
  }

  /** What a fixed length contradicts. */
  private String withoutOtherLimit() {
    Limit limit = spec.limit();
    boolean goals =
        limit.precision().filter(p -> !p.goals().equals(PrecisionGoal.DEFAULT)).isPresent();
    return Stream.of(
            limit.requests().map(n -> Settings.OPS),
            limit.rows().map(n -> Settings.ROW_BUDGET),
            Optional.of(Settings.UNTIL).filter(until -> goals))
        .flatMap(Optional::stream)
        .findFirst()
        .map(setting -> ", without " + setting.flag())
        .orElse("");
  }

  private void checkKeyOrder() {
    KeyDistributionType type = spec.keys().distribution().type();
    if (spec.command().isEveryRowOnce() && type.isSkewed()) {
      throw badKeys("does not have every row once", "--keys permuted");
    }
    boolean dealtOut =
        spec.keys().scope() == KeyScope.TABLE_WIDE
            && type == KeyDistributionType.PERMUTED
            && spec.command() == Command.LOAD;
    if (spec.command().isEveryRowOnce()
        && spec.keys().scope() != KeyScope.PARTITIONED
        && !dealtOut) {
      throw Settings.KEY_SCOPE.bad(
          spec.keys().scope(),
          "would not process every row once",
          "load --keys permuted --key-scope table-wide");
    }
    if (spec.keys().regions().isPresent()) {
      checkWeights(type);
    }
    if (type == KeyDistributionType.PERMUTED
        && (spec.bulk() || spec.data().acknowledged().isPresent())) {
      throw badKeys("contradicts --bulk and --resume", "--keys sequential");
    }
  }

  /** Weights decide on the region of a request, and keys on the row in it. */
  private void checkWeights(KeyDistributionType type) {
    int regions = spec.keys().regions().orElseThrow().size();
    if (spec.tableSpec().presplit().filter(presplit -> presplit != regions).isPresent()) {
      throw Settings.PRESPLIT.bad(
          spec.tableSpec().presplit().get(),
          "contradicts --region-weights, which has " + regions + " regions",
          "--presplit " + regions);
    }
    if (spec.command().isEveryRowOnce()) {
      return;
    }
    if (!type.isOfAnyRows()) {
      throw badKeys("has no rows of each region, which --region-weights needs", "--keys uniform");
    }
    if (spec.keys().scope() != KeyScope.TABLE_WIDE) {
      throw Settings.KEY_SCOPE.bad(
          spec.keys().scope(),
          "would leave a task regions without rows, and --region-weights draws from all",
          "--key-scope table-wide");
    }
  }

  private UsageException badKeys(String reason, String example) {
    return Settings.KEYS.bad(spec.keys().distribution(), reason, example);
  }

  /** Refuses operations that need row numbers or known values, which sampled keys lack. */
  private void checkSample() {
    String example = "run get --keys sampled";
    if (spec.data().expected().share() > 0) {
      throw badKeys("has rows of unknown content, which --verify-reads cannot verify", example);
    }
    for (OperationType operation : spec.operations().toList()) {
      if (operation.rows() == Rows.NEW) {
        throw badKeys("has no row numbers, which " + operation + " needs", example);
      }
      if (operation.needsOrderedKeys()) {
        throw badKeys("has no row order, which " + operation + " needs", example);
      }
      if (operation == Operations.SCAN_FILTERED) {
        throw badKeys("has rows of unknown content, which " + operation + " searches", example);
      }
    }
  }

  private void checkFormat() {
    KeyFormat format = spec.keys().format();
    long last = Math.max(spec.keys().range().end(), spec.keys().sliceOf()) - 1;
    if (inserts()
        && format.maxRow() < Long.MAX_VALUE
        && last > format.maxRow() / ROOM_FOR_INSERTS) {
      throw Settings.KEY_FORMAT.bad(
          format,
          "leaves no room for inserts after row " + last,
          "--key-format "
              + format.wideFor(
                  Math.min(last, Long.MAX_VALUE / ROOM_FOR_INSERTS) * ROOM_FOR_INSERTS));
    }
    if (spec.bulk() && !format.isOrdered()) {
      throw unordered("--bulk", "load without --bulk");
    }
    if (spec.data().expected().share() > 0 && !format.isReversible()) {
      checkNumbers();
    }
    spec.operations()
        .filter(o -> o.needsOrderedKeys() && !format.isOrdered())
        .findFirst()
        .ifPresent(
            operation -> {
              throw unordered(
                  operation.toString(),
                  operation == Operations.VERIFY
                      ? "run get --verify-reads 100%"
                      : "run " + assignments(a -> a.with(operation, Operations.SCAN).toString()));
            });
  }

  /** Refuses verified reads whose keys alone would tell the row: those of several rows. */
  private void checkNumbers() {
    if (spec.data().batch() > 1) {
      throw Settings.BATCH.bad(
          spec.data().batch(),
          "rows are not verified in batches if their keys lack the row number",
          "--batch 1");
    }
    spec.operations()
        .filter(o -> o.readsCells() || !(o instanceof Operations))
        .filter(o -> o != Operations.GET && o != Operations.READ_MODIFY_WRITE)
        .findFirst()
        .ifPresent(
            operation -> {
              throw Settings.KEY_FORMAT.bad(
                  spec.keys().format(),
                  "lacks the row number, without which rows of %s are not verified"
                      .formatted(operation),
                  "--verify-reads 0%");
            });
  }

  private UsageException unordered(String user, String instead) {
    return Settings.KEY_FORMAT.bad(
        spec.keys().format(), "keys do not sort by row number, which " + user + " needs", instead);
  }

  private boolean inserts() {
    return spec.operations().anyMatch(o -> o.rows() == Rows.NEW);
  }

  private void checkOperations() {
    for (OperationType operation : spec.operations().toList()) {
      if (operation.isOneAtATime() && spec.load().inFlight() > 1) {
        throw Settings.IN_FLIGHT.bad(
            spec.load().inFlight(),
            operation + " needs one request in flight per thread",
            "--in-flight 1");
      }
      if (spec.command() == Command.FINDMAX && operation.rows() == Rows.NEW) {
        throw UsageException.badValue(
            "findmax",
            operation.toString(),
            "each step would write the new rows of the first step again",
            "findmax put");
      }
    }
  }

  private void checkMeta() {
    Optional<OperationType> onMeta =
        spec.operations().filter(o -> o.effect() == Effect.WRITES_META).findFirst();
    boolean consent = spec.tableSpec().metaWrites();
    boolean alone = spec.operations().allMatch(o -> o.effect() == Effect.WRITES_META);
    if (onMeta.isPresent() && !(consent && alone)) {
      throw UsageException.badValue(
          spec.command().toString(),
          onMeta.get().toString(),
          consent
              ? "writes into hbase:meta and runs only alone"
              : "writes into hbase:meta and needs consent, because errors there can damage the cluster",
          "run " + onMeta.get() + " --i-know-this-writes-to-meta");
    }
  }

  /** Refuses table settings that would otherwise fail after the table was dropped. */
  private void checkTable() {
    Optional<Integer> presplit = spec.tableSpec().presplit();
    if (presplit.filter(regions -> regions > spec.rows()).isPresent()) {
      throw Settings.PRESPLIT.bad(
          presplit.get(),
          "more than the " + spec.rows() + " rows",
          "--presplit " + Math.min(16, spec.rows()));
    }
    long end = Math.max(spec.keys().range().end(), spec.keys().sliceOf());
    if (end > Long.MAX_VALUE / 2 && inserts()) {
      throw badRows("leaves no room for inserts", "--rows 10M");
    }
  }

  private void checkObjective(Objective objective) {
    String text = objective.text();
    checkFigure(Settings.OBJECTIVE, text, objective.operation(), objective.timing());
    if (objective.figure().isCost()
        && objective.operation().isPresent()
        && spec.operationNames().size() > 1) {
      throw Settings.OBJECTIVE.bad(
          text, "costs are those of all operations together", "--objective 'server-cpu < 80us'");
    }
    if (objective.grace().isPresent()
        && spec.limit().time().filter(t -> objective.grace().get().compareTo(t) >= 0).isPresent()) {
      boolean step = spec.command() == Command.FINDMAX;
      throw Settings.OBJECTIVE.bad(
          text,
          "the grace time is not shorter than the run",
          (step ? Settings.STEP_TIME : Settings.FOR).flag()
              + " "
              + SettingType.text(objective.grace().get().multipliedBy(2)));
    }
    if (objective.figure() == Figure.SIZE_ON_DISK
        && !(spec.command() == Command.LOAD
            && (spec.preparation().flush() || spec.preparation().majorCompact()))) {
      throw Settings.OBJECTIVE.bad(
          text,
          "the size of a load that is flushed or compacted",
          "load --flush --objective '" + text + "'");
    }
    if (spec.command() == Command.FINDMAX && objective.figure() == Figure.THROUGHPUT) {
      throw Settings.OBJECTIVE.bad(
          text,
          "findmax searches for the highest throughput itself",
          "--objective 'p99 < 20ms' --start-rate 5k");
    }
    if (spec.command() == Command.FINDMAX
        && !objective.figure().isOfRequests()
        && !objective.figure().isCost()
        && objective.figure() != Figure.HOTTEST_SERVER) {
      throw Settings.OBJECTIVE.bad(
          text,
          "findmax judges requests, their costs and hottest server-cpu",
          "--objective 'hottest server-cpu < 70%'");
    }
  }

  /**
   * Checks that the run has what a figure is about.
   *
   * @param setting with the figure
   * @param text that begins with it
   */
  private void checkFigure(
      Setting<?> setting, String text, Optional<String> operation, Optional<Timing> timing) {
    List<String> names = spec.operationNames();
    if (operation.filter(name -> !names.contains(name)).isPresent()) {
      String name = operation.get();
      String good = names.get(0) + text.substring(name.length());
      throw setting.bad(
          text, "the run has no operation " + name, setting.flag() + " '" + good + "'");
    }
    if (timing.filter(t -> t == Timing.RESPONSE).isPresent() && spec.load().rate().isEmpty()) {
      throw setting.bad(text, "response times need a rate", "--rate 5k");
    }
  }

  /** Checks the goals, and the number of intervals. */
  private void checkPrecision(Limit.Precision precision) {
    for (PrecisionGoal goal : precision.goals()) {
      checkFigure(Settings.UNTIL, goal.text(), goal.operation(), goal.timing());
    }
    Measurement measurement = spec.measurement();
    Duration interval = measurement.interval();
    Duration shortest = interval.multipliedBy(LengthDecision.MIN_INTERVALS);
    if (precision.length().longest().compareTo(shortest) < 0) {
      throw Settings.INTERVAL.bad(
          SettingType.text(interval),
          "fewer than %d intervals in the longest window".formatted(LengthDecision.MIN_INTERVALS),
          "--for 30s..30m --interval 1s");
    }
    if (measurement.warmupRows() > 0) {
      throw Settings.WARMUP_ROWS.bad(
          measurement.warmupRows(),
          "contradicts a window that begins when the figures are steady",
          "--for 5m "
              + Settings.WARMUP_ROWS.flag()
              + " "
              + measurement.warmupRows()
              + withoutOtherLimit());
    }
  }
}
