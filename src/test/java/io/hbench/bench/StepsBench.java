package io.hbench.bench;

import io.hbench.job.StepCoordinator;
import io.hbench.job.barrier.ReferenceClock;
import io.hbench.job.barrier.Stagger;
import io.hbench.job.barrier.StartBarrier;
import io.hbench.job.barrier.StepBarrier;
import io.hbench.job.result.SafetyCopy;
import io.hbench.job.result.TaskFile;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.Timing;
import io.hbench.report.ReportReader;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.QuickClose;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The time between two steps of a search with many tasks, and what it costs the NameNode: the
 * submitter's side of {@code findmax} with the real report of each step, and its tasks without
 * HBase, as threads of this JVM, each with its own client of HDFS.
 */
public final class StepsBench {
  private static final int STEPS = 4;
  private static final int WARMUP_SECONDS = 5;
  private static final int SECONDS = 20;
  private static final int SERIES_OF_A_TASK = 2;

  private final int tasks;
  private final Configuration conf;
  private final RunDirectory run;

  /** Starts of the steps, in milliseconds of the reference clock. */
  private final ConcurrentMap<Integer, Double> starts = new ConcurrentHashMap<>();

  private final ConcurrentMap<Integer, Integer> late = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, Double> errorMillis = new ConcurrentHashMap<>();

  private StepsBench(Configuration conf, int tasks) throws Exception {
    this.tasks = tasks;
    this.conf = new Configuration(conf);
    QuickClose.set(this.conf);
    this.conf.setBoolean("fs.hdfs.impl.disable.cache", true); // a client for each task
    set(this.conf);
    this.run = directory();
  }

  private RunDirectory directory() throws Exception {
    return new RunDirectory(conf, new Path(FileSystem.getDefaultUri(conf) + "/search-" + tasks));
  }

  private void set(Configuration step) {
    Settings.COMMAND.set(step, "run");
    Settings.ASSIGNMENTS.set(step, "noop@" + tasks);
    Settings.RATE.set(step, BigDecimal.valueOf(1_000).toPlainString());
    Settings.FOR.set(step, SECONDS + "s");
    Settings.WARMUP.set(step, WARMUP_SECONDS + "s");
    Settings.INTERVAL.set(step, "1s");
  }

  /**
   * Runs the bench.
   *
   * @param args numbers of tasks; others than 4, 100 and 1,000
   */
  public static void main(String[] args) throws Exception {
    BenchHdfs.measure(
        args,
        List.of(4, 100, 1_000),
        (conf, calls, tasks) -> new StepsBench(conf, tasks).measure(calls));
  }

  private void measure(NameNodeCalls calls) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(tasks);
    List<Future<?>> ends = new ArrayList<>();
    long before = calls.sum();
    for (int i = 0; i < tasks; i++) {
      int task = i;
      Callable<Void> work =
          () -> {
            drive(task);
            return null;
          };
      ends.add(pool.submit(work));
    }
    JobFacts.Job job = new JobFacts.Job("job_1_1", "search", "bench", tasks, 1);
    List<Double> reports = new ArrayList<>();
    StepCoordinator coordinator =
        new StepCoordinator(
                Time.real(), done -> next(done, reports), conf, run, job, (step, start) -> {})
            .start();
    long most = 0;
    long total = calls.sum();
    long at = System.nanoTime();
    while (!ends.stream().allMatch(Future::isDone)) {
      TimeUnit.SECONDS.sleep(1);
      coordinator
          .failure()
          .ifPresent(
              why -> {
                throw new IllegalStateException(why);
              });
      long now = calls.sum();
      long rate = Math.round((now - total) * 1e9 / (System.nanoTime() - at));
      most = Math.max(most, rate);
      total = now;
      at = System.nanoTime();
    }
    for (Future<?> end : ends) {
      end.get();
    }
    coordinator.stop();
    pool.shutdown();
    double[] gaps =
        IntStream.range(1, STEPS)
            .mapToDouble(
                step -> (starts.get(step + 1) - starts.get(step)) / 1e3 - WARMUP_SECONDS - SECONDS)
            .toArray();
    System.out.printf(
        Locale.ROOT,
        "%,6d tasks: gaps %s s, of which the report %s s%n        %.1f calls of each in %d steps;"
            + " at most %,d calls/s; late tasks %d; clocks known to %.1f ms%n",
        tasks,
        text(gaps),
        text(reports.stream().mapToDouble(Double::doubleValue).toArray()),
        (calls.sum() - before) / (double) tasks,
        STEPS,
        most,
        late.values().stream().mapToInt(Integer::intValue).sum(),
        2 * errorMillis.values().stream().mapToDouble(Double::doubleValue).max().orElse(0));
  }

  private static String text(double[] seconds) {
    return IntStream.range(0, seconds.length)
        .mapToObj(i -> String.format(Locale.ROOT, "%.2f", seconds[i]))
        .toList()
        .toString();
  }

  /** The next step, after the report of the one before. */
  private Optional<String> next(Optional<RunDirectory> done, List<Double> reports)
      throws IOException {
    if (done.isPresent()) {
      long began = System.nanoTime();
      ReportReader.read(done.get());
      reports.add((System.nanoTime() - began) / 1e9);
      if (reports.size() == STEPS) {
        return Optional.empty();
      }
    }
    Configuration step = new Configuration(false);
    set(step);
    StringWriter xml = new StringWriter();
    step.writeXml(xml);
    return Optional.of(xml.toString());
  }

  /** A task of a search, without HBase. */
  private void drive(int task) throws Exception {
    RunDirectory own = directory();
    StepBarrier barrier = new StepBarrier(Time.real(), own, tasks);
    Optional<StepBarrier.Step> step = barrier.await(task, 1, conf);
    RunDirectory first = step.orElseThrow().directory();
    TimeUnit.NANOSECONDS.sleep(Stagger.beforeStart(task, tasks).toNanos());
    SafetyCopy copy =
        SafetyCopy.ofSteps(Time.real(), first, new TaskFile(Time.real(), conf, first, task, false));
    ReferenceClock reference = null;
    for (int i = 1; step.isPresent(); step = barrier.await(task, ++i, conf)) {
      RunDirectory directory = step.get().directory();
      RunSpec spec = step.get().spec();
      double start;
      if (i == 1) {
        StartBarrier meeting = new StartBarrier(directory, spec, conf, StartBarrier.COLD);
        reference = meeting.arrive(Time.real(), task, copy.stamp());
        start = meeting.await(Time.real(), task, reference);
      } else {
        copy.next(
            directory,
            Stagger.beforeStepFile(task, tasks),
            () -> new TaskFile(Time.real(), conf, directory, task, false));
        reference = reference.now(Time.real(), own.fileSystem(), copy.stamp());
        start = step.get().start().orElseThrow();
      }
      starts.put(i, start);
      errorMillis.merge(task, reference.errorMillis(), Math::max);
      long from = reference.toNanoTime(start);
      if (System.nanoTime() > from) {
        late.merge(task, 1, Integer::sum);
      }
      record(task, copy, start, reference, from + TimeUnit.SECONDS.toNanos(WARMUP_SECONDS));
    }
    TimeUnit.NANOSECONDS.sleep(Stagger.beforeEnd(task, tasks).toNanos());
    copy.end();
  }

  private static void record(
      int task, SafetyCopy copy, double start, ReferenceClock clock, long window)
      throws InterruptedException {
    TaskFacts facts =
        TaskFacts.started(
            task,
            new TaskFacts.TaskProcess("host", task, null, null),
            "noop",
            new TaskFacts.Start(start, clock.errorMillis(), 0));
    copy.accept(facts);
    LatencyRecord record = new LatencyRecord();
    for (int i = 0; i < 1_000; i++) {
      record.record(1_000_000 + i * 1_000, 1, 0, 1_000);
    }
    SeriesSet totals = new SeriesSet();
    for (int second = 0; second < SECONDS; second++) {
      TimeUnit.NANOSECONDS.sleep(window + TimeUnit.SECONDS.toNanos(second + 1) - System.nanoTime());
      for (int s = 0; s < SERIES_OF_A_TASK; s++) {
        Series series = series(s);
        copy.accept(series.at(second), record.toWrite());
        totals.add(series, record);
      }
      copy.flush();
    }
    totals.records().forEach((series, sum) -> copy.accept(series, sum.toWrite()));
    copy.accept(facts.with(result(totals)));
    copy.finish();
  }

  private static Series series(int number) {
    return Series.of("noop", number == 0 ? Timing.SERVICE : Timing.RESPONSE, Series.OK);
  }

  private static TaskFacts.Result result(SeriesSet totals) {
    String none = LatencyRecord.toText(new Histogram(3));
    return new TaskFacts.Result(
        new TaskFacts.Times(0, 0, 0, List.of()),
        new TaskFacts.Requests(0, 0, 0, 0, 0, 0),
        new TaskFacts.Rows(0, 0, 0, null),
        new TaskFacts.Client(SECONDS, 0, 1, 0.1, null, null, none, null, null),
        TaskFacts.Scans.NONE,
        null,
        null,
        TaskFacts.Recorded.of(totals),
        null,
        null,
        null);
  }
}
