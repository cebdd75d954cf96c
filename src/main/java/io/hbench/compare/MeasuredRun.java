package io.hbench.compare;

import io.hbench.compare.Comparison.Live;
import io.hbench.compare.RunParts.Part;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Side;
import io.hbench.latency.Timing;
import io.hbench.report.MeasuredIntervals;
import io.hbench.report.ReasonCode;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ClientTask;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.StoredReport;
import io.hbench.report.cost.CostWindow;
import io.hbench.rundir.RunDirectory;
import io.hbench.spec.Alternation;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * A run with its report and the histograms behind the report; or one side of a duet, whose
 * operations then have their usual names.
 *
 * @param alternation the intervals of the side; empty unless it is one
 */
record MeasuredRun(RunDirectory directory, RunReport report, Optional<Alternation> alternation)
    implements Measured {

  private static final double NANOS = 1e9;

  /**
   * Reads the report; if the directory has none, makes it from the files of the run.
   *
   * @throws IOException if the directory is not a run's, or a file in it is missing or damaged
   * @throws io.hbench.settings.UsageException if this hbench does not read its version
   */
  static MeasuredRun read(RunDirectory directory) throws IOException {
    return new MeasuredRun(directory, StoredReport.read(directory), Optional.empty());
  }

  @Override
  public void checkRecords() throws IOException {
    directory.readRecords(RunDirectory.MERGED, (series, record) -> {});
    directory.readRecords(RunDirectory.TIMELINE, (series, record) -> {});
  }

  MeasuredRun side(Side side, RunSpec spec) {
    return new MeasuredRun(directory, report, spec.alternation(side));
  }

  /** The names of the operations; of several ones whose cost is known, that of all, too. */
  List<String> operationNames() {
    return Stream.concat(
            report.operations().stream().flatMap(o -> nameOf(o.operation()).stream()),
            Stream.of(FigureKey.TOTAL)
                .filter(t -> report.total() != null && cost(t, Figure.SERVER_CPU) != null))
        .toList();
  }

  /** The name of a recorded operation; empty if the other side recorded it. */
  private Optional<String> nameOf(String recorded) {
    return alternation.isPresent()
        ? alternation.get().side().operationOf(recorded)
        : Optional.of(recorded);
  }

  /** Takes the records of this side, with the usual names of its operations. */
  private RunDirectory.RecordSink named(RunDirectory.RecordSink sink) {
    return (series, record) -> {
      Optional<String> name = nameOf(series.operation());
      if (name.isPresent()) {
        Series own = series.of(name.get());
        sink.accept(own, record);
      }
    };
  }

  @Override
  public RunIdentity identity() {
    return RunIdentity.of(report);
  }

  @Override
  public String started() {
    return report.run().started();
  }

  Optional<OperationReport> operation(String name) {
    return report
        .eachOperation()
        .filter(o -> nameOf(o.operation()).filter(name::equals).isPresent())
        .findFirst();
  }

  /**
   * The operations of a run, divided into intervals: those of a side, into its own ones of the
   * pairs that are complete. The last interval of a run may be shorter.
   *
   * @param timings kind of latency of each wanted operation, by name
   */
  Map<String, RunParts> intervals(Map<String, Timing> timings) throws IOException {
    if (alternation.isPresent()) {
      double[] seconds = new double[live().pairs()];
      Arrays.fill(seconds, alternation.get().measuredSeconds());
      return parts(timings, seconds, i -> i / 2);
    }
    double interval = report.timeline().intervalSeconds();
    double offset =
        report.warmsUpByRows()
            ? MeasuredIntervals.of(directory)
                .offset(RunSpec.from(directory.plan()).measurement(), report.window())
            : 0;
    double all = offset + report.window().seconds();
    int count = CostWindow.intervals(all, interval); // those of its costs, too
    double[] seconds = new double[count];
    Arrays.fill(seconds, interval);
    seconds[count - 1] = all - (count - 1) * interval;
    seconds[0] -= offset;
    return parts(timings, seconds, i -> Math.min(i, count - 1));
  }

  /** The pairs of this side that are complete. */
  Live live() {
    double interval = report.timeline().intervalSeconds();
    return new Live(
        (int) Math.floor(report.window().seconds() / (2 * interval) + 0.001),
        interval,
        alternation.orElseThrow().guard() / NANOS);
  }

  /** The time limit of an answer in nanoseconds; empty without one. */
  OptionalLong outageAfter() {
    return report.availability() == null
        ? OptionalLong.empty()
        : OptionalLong.of(Math.round(report.availability().afterSeconds() * NANOS));
  }

  /** The empty parts of each wanted operation. */
  private Map<String, List<Part>> empty(Map<String, Timing> timings, int number) {
    Map<String, List<Part>> parts = new HashMap<>();
    OptionalLong limit = outageAfter();
    timings.forEach(
        (name, timing) ->
            parts.put(name, Stream.generate(() -> new Part(timing, limit)).limit(number).toList()));
    return parts;
  }

  private static void add(
      Map<String, List<Part>> parts, int part, Series series, LatencyRecord record) {
    for (String name : List.of(series.operation(), FigureKey.TOTAL)) {
      if (parts.containsKey(name)) {
        parts.get(name).get(part).add(series, record);
      }
    }
  }

  /** What a request costs the servers; null if it is unknown, and for one of several operations. */
  Double cost(String operation, Figure figure) {
    return report.cost() == null || (report.total() != null && !operation.equals(FigureKey.TOTAL))
        ? null
        : report.cost().perOperation(figure).orElse(null);
  }

  /**
   * Variance of the levels of costs that is due to the edges of the window: what a server used
   * between two samples may have been before an edge, or after it. The report bounds the error,
   * which is taken for uniform within the bound.
   */
  Map<Figure, Double> varianceOfEdges() {
    Map<Figure, Double> variances = new EnumMap<>(Figure.class);
    for (Figure figure : RunParts.FIGURES) {
      if (figure.isCost() && report.cost() != null) {
        report.cost().error(figure).ifPresent(error -> variances.put(figure, error * error / 3));
      }
    }
    return variances;
  }

  /** What the requests of each interval cost the servers; without figures that are unknown. */
  private Map<Figure, double[]> costs(int intervals) {
    Map<Figure, double[]> costs = new EnumMap<>(Figure.class);
    if (report.cost() != null) {
      costs.put(Figure.SERVER_CPU, array(report.cost().serverCpu()));
      costs.put(Figure.ALLOCATED, array(report.cost().allocated()));
      costs.values().removeIf(cost -> cost.length != intervals);
    }
    return costs;
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * @param seconds length of each part
   * @param partOf an interval
   */
  private Map<String, RunParts> parts(
      Map<String, Timing> timings, double[] seconds, IntUnaryOperator partOf) throws IOException {
    Map<String, List<Part>> parts = empty(timings, seconds.length);
    directory.readRecords(
        RunDirectory.TIMELINE,
        MeasuredIntervals.of(directory)
            .intervals(
                named(
                    (series, record) -> {
                      int part = partOf.applyAsInt(series.interval());
                      if (part < seconds.length) {
                        add(parts, part, series, record);
                      }
                    })));
    Map<String, RunParts> operations = new HashMap<>();
    parts.forEach(
        (name, each) -> operations.put(name, new RunParts(each, seconds, costs(seconds.length))));
    return operations;
  }

  /**
   * The noise of an operation due to the tasks that performed it.
   *
   * @param byHost the same with the tasks sorted by host
   * @param hosts of the tasks, sorted
   */
  record Tasks(FigureNoise byNumber, FigureNoise byHost, List<String> hosts) {}

  /** The noise of the operations of a run due to the tasks that performed them. */
  Map<String, Tasks> tasks(Map<String, Timing> timings) throws IOException {
    List<ClientTask> tasks =
        report.clients().tasks().stream().sorted(Comparator.comparing(ClientTask::task)).toList();
    if (report.verdict().reasons().stream()
        .anyMatch(reason -> reason.code() == ReasonCode.TASK_FILE_INCOMPLETE)) {
      throw new IOException(
          directory.path()
              + ": the own files of its tasks lack records, so the differences between tasks are"
              + " not known; compare other runs, or repeat it");
    }
    Map<String, List<Part>> parts = empty(timings, tasks.size());
    MeasuredIntervals measured = MeasuredIntervals.of(directory);
    for (int i = 0; i < tasks.size(); i++) {
      int part = i;
      directory
          .tasks()
          .records(tasks.get(i).task())
          .readOn(
              measured.totals(
                  (series, record) -> {
                    if (!series.isByServer()) { // requests of known regions are in it twice
                      add(parts, part, series, record);
                    }
                  }));
    }
    List<String> hosts = tasks.stream().map(ClientTask::host).toList();
    Map<String, Tasks> operations = new HashMap<>();
    parts.forEach((name, each) -> operations.put(name, tasks(each, hosts)));
    return operations;
  }

  private static Tasks tasks(List<Part> parts, List<String> hosts) {
    List<Integer> byNumber =
        IntStream.range(0, parts.size()).filter(i -> parts.get(i).isBusy()).boxed().toList();
    List<Integer> byHost = byNumber.stream().sorted(Comparator.comparing(hosts::get)).toList();
    return new Tasks(
        FigureNoise.ofTasks(byNumber.stream().map(parts::get).toList()),
        FigureNoise.ofTasks(byHost.stream().map(parts::get).toList()),
        byHost.stream().map(hosts::get).toList());
  }

  /** All latencies of each operation, in nanoseconds. */
  Map<String, Histogram> latencies(Map<String, Timing> timings) throws IOException {
    Map<String, Histogram> latencies = new HashMap<>();
    MeasuredIntervals.of(directory)
        .readTotals(
            directory,
            named(
                (series, record) -> {
                  if (series.isLatency(timings.get(series.operation()))) {
                    latencies
                        .computeIfAbsent(series.operation(), o -> new LatencyRecord().latencies())
                        .add(record.latencies());
                  }
                }));
    return latencies;
  }
}
