package io.hbench.report;

import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.report.RunReport.Point;
import io.hbench.report.RunReport.Timeline;
import io.hbench.report.RunReport.Window;
import io.hbench.report.outage.Availability;
import io.hbench.report.phase.PhaseReader;
import io.hbench.report.phase.QuotaEffect;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhases;
import io.hbench.report.stage.RateStages;
import io.hbench.report.stage.StageReader;
import io.hbench.rundir.QuotaLimit;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Rate;
import io.hbench.spec.Measurement;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The timeline of a run, with the recorded intervals or with longer ones. */
public final class Intervals {
  private static final double NANOS = 1e9;
  private static final double MILLIS = 1e3;

  /** Events that cut phases. No run has recovered while regions that it had closed are not open. */
  private static final Set<Kind> CUTS = EnumSet.of(Kind.HOOK, Kind.REGIONS_OPEN);

  /** Operations of which each row is a request for HBase's quotas. */
  private static final Set<OperationType> BATCHES =
      Set.of(Operations.GET, Operations.EXISTS, Operations.PUT, Operations.INSERT);

  private static final Set<OperationType> SINGLE_ROWS =
      Set.of(Operations.DELETE, Operations.INCREMENT, Operations.APPEND);

  private Intervals() {}

  /**
   * The timeline of a report with a limited number of intervals. Adjacent intervals are merged with
   * their histograms, so that percentiles and maxima are exact.
   *
   * @param max maximum number of intervals
   * @throws IOException if the files of the run are needed and cannot be read
   */
  public static Timeline atMost(int max, RunDirectory directory, RunReport report)
      throws IOException {
    Timeline fine = report.timeline();
    double last = fine.points().stream().mapToDouble(Point::t).max().orElse(0);
    int merged = (int) Math.floor(last / fine.intervalSeconds() / max) + 1;
    if (merged == 1) {
      return fine;
    }
    RunSpec spec = RunSpec.from(directory.plan());
    merged += spec.candidate().isPresent() ? merged % 2 : 0; // whole pairs
    double seconds = merged * fine.intervalSeconds();
    return new Timeline(
        seconds,
        fine.timing(),
        points(RunRecords.read(directory), spec, merged, report.window()),
        fine.events());
  }

  /**
   * The phases of a run with hooks; null without any, and for the two sides of a duet.
   *
   * @param startMs start of the window by the clock of the events
   * @param offset time from there until the first request that was measured, in seconds
   * @param window its length in seconds, with that time
   * @param availability null if the run had no time limit of an answer
   * @param lateSeconds a quota that bites later than this is late; null if that is unknown
   */
  static RunPhases phases(
      RunRecords records,
      RunSpec spec,
      List<ServerEvent> events,
      double startMs,
      double offset,
      double window,
      Availability availability,
      Double lateSeconds)
      throws IOException {
    List<Double> hooks =
        events.stream()
            .filter(event -> CUTS.contains(event.kind()))
            .map(event -> (event.atMs() - startMs) / MILLIS)
            .toList();
    if (spec.candidate().isPresent() || hooks.isEmpty()) {
      return null;
    }
    double seconds = spec.measurement().interval().toNanos() / NANOS;
    return new PhaseReader(
            records::eachInterval,
            seconds,
            spec.load().rate().isPresent(),
            spec.measurement().latencyThreshold())
        .read(
            hooks,
            offset,
            window,
            back -> Recovery.of(events, startMs, window, availability, back),
            QuotaEffect.of(
                events,
                startMs,
                seconds,
                lateSeconds,
                spec.load().rate().isPresent(),
                spec.operations().anyMatch(o -> o.effect() == OperationType.Effect.READS),
                limited -> served(records, spec, limited, window, seconds)))
        .orElse(null);
  }

  /**
   * Requests as HBase's quotas count them that were answered in a second, or the bytes of their
   * cells, by interval.
   *
   * @param window its length in seconds
   * @param seconds length of an interval
   * @return null if the run has operations of which it is not known
   */
  private static double[] served(
      RunRecords records, RunSpec spec, QuotaLimit limit, double window, double seconds)
      throws IOException {
    Map<String, Integer> counted = new HashMap<>();
    for (OperationType operation : spec.operations().toList()) {
      boolean batches = BATCHES.contains(operation);
      boolean reads = operation.effect() == OperationType.Effect.READS;
      QuotaLimit.Requests limited = limit.requests();
      // HBase 2.6 counts a read, too, and 2.5 does not
      boolean readsToo = operation == Operations.INCREMENT || operation == Operations.APPEND;
      boolean known =
          limit.bytes()
              ? reads || batches || operation == Operations.DELETE
              : batches
                  || (SINGLE_ROWS.contains(operation)
                      && (!readsToo || limited == QuotaLimit.Requests.WRITES));
      boolean isLimited =
          limited == QuotaLimit.Requests.ALL || reads == (limited == QuotaLimit.Requests.READS);
      if (!known && (isLimited || readsToo || (!reads && operation.readsCells()))) {
        return null;
      }
      if (isLimited) {
        counted.put(operation.toString(), batches && !limit.bytes() ? spec.data().batch() : 1);
      }
    }
    double[] served = new double[(int) Math.floor(window / seconds + 1e-9)];
    records.eachInterval(
        (interval, all) -> {
          if (interval < served.length) {
            all.byOperation()
                .forEach(
                    (name, set) ->
                        served[interval] +=
                            counted.getOrDefault(name, 0)
                                * (limit.bytes() ? set.ok().bytes() : set.ok().count())
                                / seconds);
          }
        });
    return served;
  }

  /**
   * The stages of a rate; null without stages, and for the two sides of a duet.
   *
   * @param window the measurement window
   */
  static RateStages stages(RunRecords records, RunSpec spec, BigDecimal base, Window window)
      throws IOException {
    Rate rate = spec.load().rate().filter(r -> !r.isConstant() && !r.ramp()).orElse(null);
    if (spec.candidate().isPresent() || rate == null) {
      return null;
    }
    Measurement measurement = spec.measurement();
    double interval = measurement.interval().toNanos() / NANOS;
    int from = records.measured.from(); // the plan of the rate begins before
    StageReader reader =
        new StageReader(
            rate,
            Optional.ofNullable(base),
            measurement.latencyThreshold(),
            spec.limit().time().orElseThrow().toNanos() / NANOS,
            records.measured.seconds(measurement, window) + from * interval,
            interval,
            from * interval,
            records.measured.offset(measurement, window) + from * interval);
    records.eachInterval((index, all) -> reader.add(from + index, all));
    return reader.stages(failedCalls(records.facts.values()));
  }

  /** Failed calls of all tasks by stage; empty if those of a task are unknown. */
  private static List<Long> failedCalls(Collection<TaskFacts> tasks) {
    if (tasks.stream().anyMatch(task -> !task.isDone() || task.result().failedCalls() == null)) {
      return List.of();
    }
    List<List<Long>> all = tasks.stream().map(task -> task.result().failedCalls()).toList();
    return IntStream.range(0, all.stream().mapToInt(List::size).max().orElse(0))
        .mapToObj(i -> all.stream().filter(c -> i < c.size()).mapToLong(c -> c.get(i)).sum())
        .toList();
  }

  /**
   * The points of a timeline, one for each operation in each interval.
   *
   * @param merged number of recorded intervals that become one
   * @param window the measurement window; it may end within an interval
   */
  static List<Point> points(RunRecords records, RunSpec spec, int merged, Window window)
      throws IOException {
    double seconds = merged * spec.measurement().interval().toNanos() / NANOS;
    List<Point> points = new ArrayList<>();
    records.eachInterval(
        merged,
        (interval, all) -> {
          double part = records.measured.secondsOf(interval, merged, spec.measurement(), window);
          double length = part > 0 ? part : seconds;
          points.addAll(
              Point.of(interval * seconds, name -> spec.measuredSeconds(name, length), all));
        });
    return points;
  }
}
