package io.hbench.compare;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * Directories of synthetic runs, with every file that a run leaves: gets in a closed loop, whose
 * times follow a law that is known. A time is that law's, times the levels of its run, of its task
 * and of its interval; levels of intervals follow each other as an autoregressive process. Where
 * all is slower, fewer requests are sent.
 *
 * @param requests of a task in an interval of a second, at level 1
 * @param medianNanos of the law, or nearly; the shorter, the less there is to be written
 * @param runScatter standard deviation of the logarithm of the runs' levels, as of the next two
 * @param autocorrelation of the levels of neighbouring intervals
 * @param slower by which factor all is slower than the law says
 * @param timeouts share of the requests that fail, nearly all of them the slowest
 * @param settings to put over the usual ones
 * @param servers what they say before and after; null if not measured
 * @param shape what is alike in all runs
 */
public record SyntheticRuns(
    int tasks,
    int intervals,
    int requests,
    double medianNanos,
    double runScatter,
    double taskScatter,
    double intervalScatter,
    double autocorrelation,
    double slower,
    double timeouts,
    Map<Setting<?>, String> settings,
    ServerFacts servers,
    Shape shape) {

  /**
   * What is alike in all runs, and their hosts.
   *
   * @param ofTasks logarithm of the levels between the first and the last task
   * @param drift logarithm of the levels between the first and the last interval
   * @param hosts prefix of their names
   */
  private record Shape(double ofTasks, double drift, String hosts) {
    static final Shape FLAT = new Shape(0, 0, "host");
  }

  /** Quantiles, in medians: one of 100 takes five times as long as others. */
  static final double[] LAW = law();

  private static final Series GET = Series.of("get", Timing.SERVICE, Series.OK);
  private static final Series FAILED = Series.of("get", Timing.SERVICE, "CallTimeout");

  /** Runs in which nothing fails. */
  public SyntheticRuns(
      int tasks,
      int intervals,
      int requests,
      double medianNanos,
      double runScatter,
      double taskScatter,
      double intervalScatter,
      double autocorrelation,
      double slower,
      Map<Setting<?>, String> settings,
      ServerFacts servers) {
    this(
        tasks,
        intervals,
        requests,
        medianNanos,
        runScatter,
        taskScatter,
        intervalScatter,
        autocorrelation,
        slower,
        0,
        settings,
        servers,
        Shape.FLAT);
  }

  /** The same with levels that differ in all runs alike. */
  public SyntheticRuns shaped(double ofTasks, double drift) {
    return copy(slower, timeouts, settings, servers, new Shape(ofTasks, drift, shape.hosts));
  }

  /** The same on other hosts. */
  public SyntheticRuns on(String hosts) {
    Shape there = new Shape(shape.ofTasks, shape.drift, hosts);
    return copy(slower, timeouts, settings, servers, there);
  }

  public SyntheticRuns timingOut(double share) {
    return copy(slower, share, settings, servers, shape);
  }

  public SyntheticRuns slower(double factor) {
    return copy(factor, timeouts, settings, servers, shape);
  }

  public SyntheticRuns with(Setting<?> setting, String text) {
    Map<Setting<?>, String> more = new HashMap<>(settings);
    more.put(setting, text);
    return copy(slower, timeouts, more, servers, shape);
  }

  public SyntheticRuns with(ServerFacts newServers) {
    return copy(slower, timeouts, settings, newServers, shape);
  }

  private SyntheticRuns copy(
      double newSlower,
      double newTimeouts,
      Map<Setting<?>, String> newSettings,
      ServerFacts newServers,
      Shape newShape) {
    return new SyntheticRuns(
        tasks,
        intervals,
        requests,
        medianNanos,
        runScatter,
        taskScatter,
        intervalScatter,
        autocorrelation,
        newSlower,
        newTimeouts,
        newSettings,
        newServers,
        newShape);
  }

  /** Of local files without checksums, and without a process for each of them that says chmod. */
  public static final class QuickFileSystem extends RawLocalFileSystem {
    @Override
    public void setPermission(org.apache.hadoop.fs.Path path, FsPermission permission) {}
  }

  private static final Configuration CONF = new Configuration();

  static {
    CONF.setClass("fs.file.impl", QuickFileSystem.class, FileSystem.class);
    // or other tests of this JVM would get it for theirs
    CONF.setBoolean("fs.file.impl.disable.cache", true);
  }

  public static Configuration conf() {
    return CONF;
  }

  /**
   * A run in a new directory. Its report has no points of the timeline, which take longer than all
   * else; {@code ReportReader} makes one that has.
   */
  public RunDirectory write(Path directory, long seed) throws IOException {
    RunDirectory run = new RunDirectory(conf(), new org.apache.hadoop.fs.Path(directory.toUri()));
    SyntheticFiles files = new SyntheticFiles(tasks, intervals, settings, servers, shape.hosts);
    SplittableRandom random = new SplittableRandom(seed);
    double runLevel = slower * Math.exp(runScatter * random.nextGaussian());
    double[] levels = levels(random);
    TreeMap<Series, LatencyRecord> merged = new TreeMap<>();
    for (int task = 0; task < tasks; task++) {
      TreeMap<Series, LatencyRecord> own = new TreeMap<>();
      double level =
          runLevel
              * Math.exp(taskScatter * random.nextGaussian() + shape.ofTasks * part(task, tasks));
      for (int i = 0; i < intervals; i++) {
        int interval = i;
        records(level * levels[i], random)
            .forEach(
                (series, record) -> {
                  own.put(series.at(interval), record);
                  own.computeIfAbsent(series, s -> new LatencyRecord()).add(record);
                });
      }
      own.forEach(
          (series, record) -> merged.computeIfAbsent(series, s -> new LatencyRecord()).add(record));
      write(run, RunDirectory.taskPart(task), own);
      put(
          run,
          RunDirectory.taskFacts(task),
          RunDirectory.toJson(files.facts(task, count(own), failed(own))));
    }
    Map<Series, LatencyRecord> whole = new TreeMap<>(merged);
    whole.keySet().removeIf(series -> !series.isWhole());
    merged.keySet().removeIf(Series::isWhole);
    write(run, RunDirectory.MERGED, whole);
    write(run, RunDirectory.TIMELINE + "-r-00000", merged);
    put(run, RunDirectory.PLAN, files.plan());
    put(
        run,
        RunDirectory.JOB,
        RunDirectory.toJson(files.job(directory, count(whole), failed(whole))));
    put(
        run,
        RunDirectory.REPORT_JSON,
        RunDirectory.toJson(files.report(run, answered(whole), failed(whole))));
    put(run, RunDirectory.SUCCESS, "");
    return run;
  }

  static void put(RunDirectory run, String name, String text) throws IOException {
    RunDirectory.write(run.fileSystem(), new org.apache.hadoop.fs.Path(run.path(), name), text);
  }

  private double[] levels(SplittableRandom random) {
    double[] levels = new double[intervals];
    double innovation = intervalScatter * Math.sqrt(1 - autocorrelation * autocorrelation);
    double level = intervalScatter * random.nextGaussian();
    for (int i = 0; i < intervals; i++) {
      levels[i] = Math.exp(level + shape.drift * part(i, intervals));
      level = autocorrelation * level + innovation * random.nextGaussian();
    }
    return levels;
  }

  /** From -1/2 for the first to 1/2 for the last one. */
  private static double part(int index, int size) {
    return size == 1 ? 0 : (double) index / (size - 1) - 0.5;
  }

  private static long count(Map<Series, LatencyRecord> records) {
    return answered(records).count() + failed(records);
  }

  private static LatencyRecord answered(Map<Series, LatencyRecord> records) {
    return records.getOrDefault(GET, new LatencyRecord());
  }

  private static long failed(Map<Series, LatencyRecord> records) {
    return records.containsKey(FAILED) ? records.get(FAILED).count() : 0;
  }

  private Map<Series, LatencyRecord> records(double level, SplittableRandom random) {
    Map<Series, LatencyRecord> records = new HashMap<>();
    int answered = (int) Math.round((1 - timeouts) * LAW.length);
    long count = Math.max(1, Math.round(requests / level + random.nextDouble() - 0.5));
    for (long i = 0; i < count; i++) {
      int rank = random.nextInt(LAW.length);
      records
          .computeIfAbsent(rank < answered ? GET : FAILED, s -> new LatencyRecord())
          .record(Math.round(level * medianNanos * LAW[rank]), 1, 0, 1_000);
    }
    return records;
  }

  private static double[] law() {
    NormalDistribution normal = new NormalDistribution();
    double[] law = new double[100_000];
    for (int i = 0; i < law.length; i++) {
      boolean slow = i % 100 == 0;
      double rank = slow ? Math.floorDiv(i, 100) * 100.0 : i;
      double share = (rank + (slow ? 50 : 0.5)) / law.length;
      law[i] = Math.exp(0.4 * normal.inverseCumulativeProbability(share)) * (slow ? 5 : 1);
    }
    return law;
  }

  static void write(RunDirectory run, String name, Map<Series, LatencyRecord> records)
      throws IOException {
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            conf(),
            SequenceFile.Writer.file(new org.apache.hadoop.fs.Path(run.path(), name)),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class))) {
      for (Map.Entry<Series, LatencyRecord> e : records.entrySet()) {
        writer.append(new Text(e.getKey().toString()), e.getValue());
      }
    }
  }
}
