package io.hbench.compare;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Side;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.Alternation;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Directories of synthetic duets: gets in a closed loop of one task, whose times follow the law of
 * {@link SyntheticRuns}, times the level of its interval. Levels have a noise that both sides of a
 * pair share, nearly, because it is an autoregressive process over the intervals, and one of each
 * interval alone.
 *
 * @param intervals of a second; an even number
 * @param requests in an interval, at level 1
 * @param common standard deviation of the logarithm of the common noise
 * @param autocorrelation of the common noise in neighbouring intervals
 * @param own standard deviation of the logarithm of the noise of a single interval
 * @param slower by which factor the candidate is slower than the baseline
 */
record SyntheticDuets(
    int intervals, int requests, double common, double autocorrelation, double own, double slower) {
  private static final double MEDIAN_NANOS = 100_000;
  private static final double MEASURED = 0.9;

  SyntheticDuets slower(double factor) {
    return new SyntheticDuets(intervals, requests, common, autocorrelation, own, factor);
  }

  /** Runs of one side, with the same noise and half of the time. */
  SyntheticRuns halves() {
    return new SyntheticRuns(
        1,
        intervals / 2,
        (int) (MEASURED * requests),
        MEDIAN_NANOS,
        0,
        0,
        Math.hypot(common, own),
        autocorrelation,
        1,
        Map.of(),
        null);
  }

  RunDirectory write(Path directory, long seed) throws IOException {
    RunDirectory run =
        new RunDirectory(SyntheticRuns.conf(), new org.apache.hadoop.fs.Path(directory.toUri()));
    SyntheticFiles files =
        new SyntheticFiles(
            1,
            intervals,
            Map.of(Settings.CANDIDATE, "table=t2", Settings.DRAW_SEED, Long.toString(seed)),
            null,
            "host-");
    SyntheticRuns.put(run, RunDirectory.PLAN, files.plan());
    Map<Series, LatencyRecord> timeline = timeline(RunSpec.from(run.plan()), seed);
    Map<Series, LatencyRecord> whole = new TreeMap<>();
    timeline.forEach(
        (series, record) ->
            whole.computeIfAbsent(series.at(Series.WHOLE), s -> new LatencyRecord()).add(record));
    Map<Series, LatencyRecord> own = new TreeMap<>(timeline);
    own.putAll(whole);
    SyntheticRuns.write(run, RunDirectory.taskPart(0), own);
    SyntheticRuns.write(run, RunDirectory.MERGED, whole);
    SyntheticRuns.write(run, RunDirectory.TIMELINE + "-r-00000", timeline);
    long count = whole.values().stream().mapToLong(LatencyRecord::count).sum();
    SyntheticRuns.put(
        run, RunDirectory.taskFacts(0), RunDirectory.toJson(files.facts(0, count, 0)));
    SyntheticRuns.put(run, RunDirectory.JOB, RunDirectory.toJson(files.job(directory, count, 0)));
    SyntheticRuns.put(run, RunDirectory.SUCCESS, "");
    return run;
  }

  private Map<Series, LatencyRecord> timeline(RunSpec spec, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double innovation = common * Math.sqrt(1 - autocorrelation * autocorrelation);
    double shared = common * random.nextGaussian();
    Alternation baseline = spec.alternation(Side.BASELINE).orElseThrow();
    Map<Series, LatencyRecord> timeline = new TreeMap<>();
    for (int i = 0; i < intervals; i++) {
      boolean first = baseline.includes(i * baseline.window().interval());
      Side side = first ? Side.BASELINE : Side.CANDIDATE;
      double level = Math.exp(shared + own * random.nextGaussian()) * (first ? 1 : slower);
      timeline.put(
          Series.of(side.nameOf("get"), Timing.SERVICE, Series.OK).at(i), record(level, random));
      shared = autocorrelation * shared + innovation * random.nextGaussian();
    }
    return timeline;
  }

  private LatencyRecord record(double level, SplittableRandom random) {
    LatencyRecord record = new LatencyRecord();
    long count = Math.max(1, Math.round(MEASURED * requests / level + random.nextDouble() - 0.5));
    for (long i = 0; i < count; i++) {
      double time = SyntheticRuns.LAW[random.nextInt(SyntheticRuns.LAW.length)];
      record.record(Math.round(level * MEDIAN_NANOS * time), 1, 0, 1_000);
    }
    return record;
  }
}
