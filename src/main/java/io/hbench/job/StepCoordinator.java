package io.hbench.job;

import io.hbench.job.barrier.ReferenceClock;
import io.hbench.job.barrier.StartBarrier;
import io.hbench.job.barrier.StepBarrier;
import io.hbench.job.result.StepMerge;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjDoubleConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submitter's side of the {@link StepBarrier}, in a thread of its own: merges each step while it
 * runs, and publishes the next one when all tasks have done it.
 */
public final class StepCoordinator {
  private static final Logger LOG = LoggerFactory.getLogger(StepCoordinator.class);

  /** Time between two looks into the tasks' files when a step should be over. */
  private static final long LOOK_MILLIS = 50;

  /** The same while it runs; and for each task: the NameNode gets 50 calls a second at most. */
  private static final long EARLY_LOOK_MILLIS = 5_000;

  private static final long EARLY_LOOK_MILLIS_EACH = 20;

  /** Time between two looks at the start barrier of the first step; and for each task. */
  private static final long START_LOOK_MILLIS = 100;

  private static final long START_LOOK_MILLIS_EACH = 1;

  private static final long MAX_STOP_SECONDS = 60;

  private final Time time;
  private final JobSubmission.Steps steps;
  private final Configuration conf;
  private final RunDirectory run;
  private final JobFacts.Job job;
  private final StepBarrier barrier;
  private final ObjDoubleConsumer<RunDirectory> ended;
  private final ExecutorService thread;

  /** Facts of the step that is not over; null if there is none. */
  private volatile JobFacts facts;

  private volatile RunDirectory current;
  private volatile String failure;
  private volatile boolean stopped;

  /**
   * @param ended takes each step that all tasks have done, and its start in milliseconds of the
   *     reference clock
   */
  public StepCoordinator(
      Time time,
      JobSubmission.Steps steps,
      Configuration conf,
      RunDirectory run,
      JobFacts.Job job,
      ObjDoubleConsumer<RunDirectory> ended) {
    this.time = time;
    this.steps = steps;
    this.conf = conf;
    this.run = run;
    this.job = job;
    this.ended = ended;
    this.barrier = new StepBarrier(time, run, job.tasks());
    this.thread = time.threads("step-coordinator", 1);
  }

  /** Publishes the first step, and goes on to the last. */
  public StepCoordinator start() {
    thread.execute(this::coordinate);
    return this;
  }

  /** Why there is no next step, or empty: the tasks would wait for it. */
  public Optional<String> failure() {
    return Optional.ofNullable(failure);
  }

  /** Ends the thread: the job is over, or will be. */
  public void stop() {
    stopped = true;
    thread.shutdown();
    try {
      thread.awaitTermination(MAX_STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Writes the end of the job into the step that it did not finish, if there is one. */
  void end(JobFacts end) throws IOException {
    if (facts != null && end.hasEnded()) {
      JobFacts.Status status = end.status();
      current.writeJson(
          RunDirectory.JOB, facts.ended(status.state(), status.failure(), status.finished(), null));
    }
  }

  private void coordinate() {
    try {
      Optional<ReferenceClock> clock = Optional.empty();
      Optional<RunDirectory> done = Optional.empty();
      long over = time.nanos();
      for (int step = 1; !stopped; step++) {
        Optional<String> plan = steps.next(done);
        if (plan.isEmpty()) {
          barrier.publishEnd(step);
          return;
        }
        begin(step);
        Duration took = Duration.ofNanos(time.nanos() - over);
        Optional<Double> start = barrier.publish(step, plan.get(), clock, took);
        clock = Optional.of(ReferenceClock.measure(time, run, "steps"));
        try (StepMerge merge = new StepMerge(time, current, job.tasks(), Set.of())) {
          RunSpec spec = RunSpec.from(current.plan());
          if (start.isEmpty()) {
            start = awaitStart(spec);
          }
          if (start.isEmpty()) {
            return;
          }
          over = clock.get().toNanoTime(start.get()) + spec.window().end();
          if (!awaitEnd(merge, over)) {
            return;
          }
          ended.accept(current, start.get());
          merge.write();
        }
        finish(step);
        done = Optional.of(current);
      }
    } catch (IOException | RuntimeException | Error e) {
      LOG.debug("the steps end here", e);
      failure = FailureText.of(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void begin(int step) throws IOException {
    current = barrier.directory(step);
    facts =
        JobFacts.submitted(
            new JobFacts.Job(
                job.id(),
                job.runId() + "/" + RunDirectory.step(step),
                job.hbenchVersion(),
                job.tasks(),
                job.drawSeed()),
            time.iso());
    current.writeJson(RunDirectory.JOB, facts);
  }

  private void finish(int step) throws IOException {
    if (step == 1) {
      barrier.begun();
      run.fileSystem().delete(new Path(current.path(), RunDirectory.START), true);
    }
    current.writeJson(RunDirectory.JOB, facts.succeeded(time.iso(), null));
    facts = null;
  }

  /** Waits for the start of the first step; empty when stopped. */
  private Optional<Double> awaitStart(RunSpec spec) throws IOException, InterruptedException {
    StartBarrier first = new StartBarrier(current, spec, conf, Duration.ZERO);
    Optional<Double> start = first.start();
    while (!stopped && start.isEmpty()) {
      time.sleep(
          Duration.ofMillis(Math.max(START_LOOK_MILLIS, START_LOOK_MILLIS_EACH * job.tasks())));
      start = first.start();
    }
    return start;
  }

  /**
   * Reads on until all tasks have done the step; returns false when stopped.
   *
   * @param end of the step, by {@link Time#nanos}
   */
  private boolean awaitEnd(StepMerge merge, long end) throws IOException, InterruptedException {
    long early = Math.max(EARLY_LOOK_MILLIS, EARLY_LOOK_MILLIS_EACH * job.tasks());
    long looked = time.nanos();
    while (!stopped) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - time.nanos());
      if (left <= 0 || time.nanos() - looked > TimeUnit.MILLISECONDS.toNanos(early)) {
        if (merge.readOn()) {
          return true;
        }
        looked = time.nanos();
      }
      time.sleep(Duration.ofMillis(left <= 0 ? LOOK_MILLIS : Math.min(left, LOOK_MILLIS)));
    }
    return false;
  }
}
