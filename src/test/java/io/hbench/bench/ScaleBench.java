package io.hbench.bench;

import static java.util.stream.Collectors.joining;

import com.sun.management.OperatingSystemMXBean;
import io.hbench.job.barrier.ReferenceClock;
import io.hbench.job.barrier.Stagger;
import io.hbench.job.barrier.StartBarrier;
import io.hbench.job.result.LiveRecords;
import io.hbench.job.result.SafetyCopy;
import io.hbench.job.result.TaskFile;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.report.live.LiveReader;
import io.hbench.rundir.GrowingFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import javax.crypto.SecretKey;
import org.apache.commons.text.WordUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;

/**
 * What the tasks of a load ask the NameNode, from their start to their end: all of a task but
 * HBase, as threads of this JVM, each with its own client of HDFS, and a NameNode and a DataNode
 * beside them. The counts are the NameNode's own.
 *
 * <p>More tasks than 1,000 are stood for by every second (third, …) of them, each at the time that
 * is its own in the whole job; the rates are multiplied, and those of as many seconds. The files of
 * the others' arrivals are made before.
 */
public final class ScaleBench {
  private static final int MAX_THREADS = 1_000;
  private static final int SECONDS = 30;
  private static final int MAX_SECONDS = 600;

  /**
   * Length of an interval of tasks that leave processors free: those of a cluster are not on the
   * machine that reads.
   */
  private static final int SLOW_SECONDS = 10;

  private static final int SLOW_READS = 5;

  /** Requests of a task in a second: their histogram has some 500 counts. */
  private static final int REQUESTS = 1_000;

  private static final SecretKey KEY = JobTokenSecretManager.createSecretKey(new byte[20]);
  private static final Series SERIES = Series.of("put", Timing.SERVICE, Series.OK);

  private final int tasks;
  private final int step;
  private final Configuration conf;
  private final RunDirectory run;
  private final RunSpec spec;
  private final List<Started> started = new ArrayList<>();
  private final CountDownLatch driven;
  private final CountDownLatch fast = new CountDownLatch(1);
  private final CountDownLatch looked = new CountDownLatch(1);
  private final AtomicInteger looks = new AtomicInteger();

  /**
   * How a task started.
   *
   * @param nanoTime start of all tasks, as this one understood it
   * @param errorMillis maximum error of that, as it knew it
   */
  private record Started(long nanoTime, double errorMillis) {}

  private ScaleBench(Configuration conf, int tasks) throws Exception {
    this.tasks = tasks;
    this.step = Math.max(1, tasks / MAX_THREADS);
    this.conf = new Configuration(conf);
    this.conf.setBoolean("fs.hdfs.impl.disable.cache", true); // a client for each task
    Settings.ASSIGNMENTS.set(this.conf, "noop@" + tasks);
    this.spec = RunSpec.from(this.conf);
    this.driven = new CountDownLatch((tasks + step - 1) / step);
    this.run = directory();
  }

  private RunDirectory directory() throws Exception {
    return new RunDirectory(conf, new Path(FileSystem.getDefaultUri(conf) + "/run-" + tasks));
  }

  /**
   * Runs the bench.
   *
   * @param args numbers of tasks; others than 100, 500, 1,000 and 10,000
   */
  public static void main(String[] args) throws Exception {
    BenchHdfs.measure(
        args,
        List.of(100, 500, 1_000, 10_000),
        (conf, calls, tasks) -> new ScaleBench(conf, tasks).measure(calls));
  }

  private void measure(NameNodeCalls calls) throws Exception {
    List<Integer> indexes = IntStream.range(0, tasks).filter(i -> i % step == 0).boxed().toList();
    FileSystem fs = run.fileSystem();
    for (int i = 0; i < tasks; i++) {
      if (i % step != 0) {
        fs.create(new Path(run.path(), "_start/ready/%05d".formatted(i))).close();
      }
    }
    Map<String, Long> before = calls.now();
    NameNodeCalls.Kept keptBefore = calls.kept();
    ExecutorService pool = Executors.newFixedThreadPool(indexes.size() + 1);
    List<Future<?>> ends = new ArrayList<>();
    for (int task : indexes) {
      Callable<Void> work =
          () -> {
            drive(task);
            return null;
          };
      ends.add(pool.submit(work));
    }
    List<Read> seen = new ArrayList<>();
    Future<?> looker =
        pool.submit(
            () -> {
              read(calls, seen);
              return null;
            });
    List<Double> rates = new ArrayList<>();
    long total = calls.sum();
    long at = System.nanoTime();
    while (!ends.stream().allMatch(Future::isDone)) {
      int looksBefore = looks.get();
      TimeUnit.SECONDS.sleep(1);
      long now = calls.sum();
      if (looksBefore % 2 == 0 && looks.get() == looksBefore) {
        rates.add((now - total) * 1e9 / (System.nanoTime() - at));
      }
      total = now;
      at = System.nanoTime();
    }
    looker.get();
    for (Future<?> end : ends) {
      end.get();
    }
    pool.shutdown();
    print(
        indexes.size(),
        before,
        calls.now(),
        seen.stream().mapToLong(Read::calls).sum(),
        most(rates));
    NameNodeCalls.Kept kept = calls.kept().minus(keptBefore);
    System.out.printf(
        Locale.ROOT,
        "        left: %,d files and directories, %,d blocks; %.1f edits of each%n",
        kept.files(),
        kept.blocks(),
        kept.edits() / (double) indexes.size());
    seen.forEach(System.out::println);
  }

  /** The largest rate of so many seconds as one task stands for others: alike in number. */
  private long most(List<Double> rates) {
    return IntStream.rangeClosed(0, rates.size() - step)
        .mapToDouble(
            from -> rates.subList(from, from + step).stream().mapToDouble(r -> r).sum() / step)
        .mapToLong(Math::round)
        .max()
        .orElse(0);
  }

  /**
   * A live read.
   *
   * @param cpuSeconds of this JVM: the reader's, and HDFS's own; of the tasks, too, while they
   *     write
   */
  private record Read(String when, double seconds, double cpuSeconds, long calls) {
    @Override
    public String toString() {
      return "        a live read, %s: %.2f s, %.2f s of CPU, %,d calls"
          .formatted(when, seconds, cpuSeconds, calls);
    }
  }

  /** Reads while the tasks write, and when they wait for this: the read alone. */
  private void read(NameNodeCalls calls, List<Read> seen) throws Exception {
    try {
      if (step > 1) {
        return; // the files of the others are missing
      }
      LiveReader live = new LiveReader(Time.real(), directory(), spec, List.of(), Optional.empty());
      TimeUnit.SECONDS.sleep(Stagger.starts(tasks).toSeconds() + SLOW_SECONDS);
      seen.add(read(calls, live::read, "the first, of all"));
      for (int i = 0; i < SLOW_READS; i++) {
        TimeUnit.SECONDS.sleep(SLOW_SECONDS);
        seen.add(read(calls, live::read, "intervals of %d s".formatted(SLOW_SECONDS)));
      }
      fast.countDown();
      TimeUnit.SECONDS.sleep(SECONDS / 2);
      seen.add(read(calls, live::read, "intervals of 1 s"));
      if (!driven.await(MAX_SECONDS, TimeUnit.SECONDS)) {
        return; // a task has failed: its end says why
      }
      seen.add(read(calls, live::read, "the tasks at rest"));
      seen.add(read(calls, live::read, "nothing new"));
      List<GrowingFile> files =
          IntStream.range(0, tasks).mapToObj(directory().tasks()::records).toList();
      seen.add(read(calls, () -> readAll(files), "the files of all tasks instead, the first"));
      seen.add(read(calls, () -> readAll(files), "the files of all tasks instead, nothing new"));
    } finally {
      fast.countDown();
      looked.countDown();
    }
  }

  /** What a read was before there were groups. */
  private static Void readAll(List<GrowingFile> files) throws InterruptedException {
    ExecutorService readers = Executors.newFixedThreadPool(GrowingFile.MAX_AT_ONCE);
    for (GrowingFile file : files) {
      var unused =
          readers.submit(
              () -> {
                file.readOn((series, record) -> {});
                return null;
              });
    }
    readers.shutdown();
    readers.awaitTermination(MAX_SECONDS, TimeUnit.SECONDS);
    return null;
  }

  private Read read(NameNodeCalls calls, Callable<?> read, String when) throws Exception {
    OperatingSystemMXBean os = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = calls.sum();
    long cpu = os.getProcessCpuTime();
    long from = System.nanoTime();
    looks.incrementAndGet(); // odd: one is going on
    var unused = read.call();
    looks.incrementAndGet();
    return new Read(
        when,
        (System.nanoTime() - from) / 1e9,
        (os.getProcessCpuTime() - cpu) / 1e9,
        calls.sum() - before);
  }

  private void print(
      int threads, Map<String, Long> before, Map<String, Long> after, long ofLooks, long most) {
    Map<String, Double> each = new TreeMap<>();
    after.forEach(
        (call, count) -> {
          double perTask = (count - before.getOrDefault(call, 0L)) / (double) threads;
          if (perTask >= 0.05) {
            each.put(call, perTask);
          }
        });
    double leases = each.getOrDefault(NameNodeCalls.RENEWAL, 0.0);
    double all =
        each.values().stream().mapToDouble(Double::doubleValue).sum() - ofLooks / (double) threads;
    long first = started.stream().mapToLong(Started::nanoTime).min().orElse(0);
    long last = started.stream().mapToLong(Started::nanoTime).max().orElse(0);
    double error = started.stream().mapToDouble(Started::errorMillis).max().orElse(0);
    String calls =
        each.entrySet().stream()
            .map(e -> "%s %.1f".formatted(e.getKey(), e.getValue()))
            .collect(joining(", "));
    System.out.printf(
        Locale.ROOT,
        "%,6d tasks: %.1f calls of each and %.1f renewals of leases; at most %,d calls/s in %d s%n"
            + "        starts %.1f ms apart, known to %.1f ms%n        %s%n",
        tasks,
        all - leases,
        leases,
        most * step,
        step,
        (last - first) / 1e6,
        2 * error,
        WordUtils.wrap(calls, 100, System.lineSeparator() + "        ", false));
  }

  /** A task of a load, without HBase. */
  private void drive(int task) throws Exception {
    RunDirectory own = directory();
    TimeUnit.NANOSECONDS.sleep(Stagger.beforeStart(task, tasks).toNanos());
    try (SafetyCopy copy =
            new SafetyCopy(
                Time.real(),
                own,
                new TaskFile(Time.real(), conf, own, task, false),
                new AtomicLong());
        LiveRecords live = new LiveRecords(Time.real(), conf, own, task, tasks, "localhost", KEY)) {
      StartBarrier barrier = new StartBarrier(own, spec, conf, StartBarrier.COLD);
      ReferenceClock clock = barrier.arrive(Time.real(), task, copy.stamp());
      double start = barrier.await(Time.real(), task, clock);
      TaskFacts facts =
          TaskFacts.started(
              task,
              new TaskFacts.TaskProcess("host", task, null, null),
              "put",
              new TaskFacts.Start(start, clock.errorMillis(), 0));
      copy.accept(facts);
      long from = clock.toNanoTime(start);
      synchronized (started) {
        started.add(new Started(from, clock.errorMillis()));
      }
      TimeUnit.NANOSECONDS.sleep(from - System.nanoTime());
      LatencyRecord record = new LatencyRecord();
      SplittableRandom random = new SplittableRandom(task);
      for (int i = 0; i < REQUESTS; i++) {
        record.record((long) (1e6 * Math.exp(random.nextGaussian())), 1, 0, 1_000);
      }
      int interval = 0;
      long untilNext = 1_000L * task * SLOW_SECONDS / tasks; // each at another time
      for (; !fast.await(untilNext, TimeUnit.MILLISECONDS); interval++) {
        flush(copy, live, interval, record);
        untilNext = SLOW_SECONDS * 1_000L;
      }
      for (int i = 0; i < SECONDS; i++, interval++) {
        TimeUnit.SECONDS.sleep(1);
        flush(copy, live, interval, record);
        copy.accept(facts.with(List.of(), "0-%d".formatted(i * 1_000L)));
      }
      driven.countDown();
      looked.await();
      TimeUnit.NANOSECONDS.sleep(Stagger.beforeEnd(task, tasks).toNanos());
      copy.accept(SERIES, record.toWrite());
      copy.accept(facts);
    }
  }

  private static void flush(SafetyCopy copy, LiveRecords live, int interval, LatencyRecord record)
      throws Exception {
    LatencyRecord encoded = record.toWrite();
    copy.accept(SERIES.at(interval), encoded);
    copy.flush();
    live.accept(SERIES.at(interval), encoded);
    live.flush();
  }
}
