package io.hbench.job.barrier;

import static io.hbench.figure.Format.format;

import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Optional;
import org.apache.commons.lang3.ObjectUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Step barrier between two steps of a findmax job. The submitter reads in the tasks' files when all
 * have done a step, and publishes the next one: its settings and its start, in one file that the
 * tasks poll. So a task asks the NameNode once or twice between two steps.
 */
public final class StepBarrier {
  /** Time for a task to read the settings of a step and to start its threads. */
  private static final Duration MARGIN = Duration.ofMillis(500);

  /**
   * Maximum time that a task waits for the next step: longer than another task may take to give up
   * requests that hang. Without a next step the submitter is gone, and the task ends.
   */
  private static final Duration MAX_WAIT = Duration.ofMinutes(5);

  private static final Duration MIN_POLL = Duration.ofMillis(50);

  /** How much of the submitter's last time tasks wait before they ask: it may be faster. */
  private static final double SHARE_OF_READING = 0.8;

  private static final String BEGUN = RunDirectory.START + "/begun";

  /** Property of a published step: its start, in milliseconds of the reference clock. */
  private static final String START = "hbench.step.start";

  /** Property of a published step: how long the submitter took, in milliseconds. */
  private static final String READING = "hbench.step.reading";

  /** Property that is published in place of a step: there is none. */
  private static final String NONE = "hbench.step.none";

  private final Time time;
  private final RunDirectory run;
  private final int tasks;
  private Duration reading;
  private volatile IOException failure;

  public StepBarrier(Time time, RunDirectory run, int tasks) {
    this.time = time;
    this.run = run;
    this.tasks = tasks;
    this.reading = Stagger.betweenSteps(tasks);
  }

  /**
   * A step, as a task gets it.
   *
   * @param start of all tasks, in milliseconds of the reference clock; empty for the first step,
   *     before which the tasks meet at a {@link StartBarrier}
   */
  public record Step(RunDirectory directory, RunSpec spec, Optional<Double> start) {}

  public RunDirectory directory(int step) {
    return run.directory(RunDirectory.step(step));
  }

  private static String file(int step) {
    return format(RunDirectory.START + "/step-%03d.xml", step);
  }

  /**
   * Publishes a step; called by the submitter.
   *
   * @param step from 1 on
   * @param plan its settings, as XML
   * @param clock the submitter's; empty for the first step
   * @param took time since the end of the step before: the next time tasks do not ask before
   * @return start of all tasks, in milliseconds of the reference clock; empty for the first step
   */
  public Optional<Double> publish(
      int step, String plan, Optional<ReferenceClock> clock, Duration took) throws IOException {
    RunDirectory directory = directory(step);
    directory.publish(RunDirectory.PLAN, plan);
    Configuration settings = directory.plan();
    Optional<Double> start =
        clock.map(c -> c.toMillis(time.nanos()) + poll().plus(MARGIN).toMillis());
    start.ifPresent(millis -> settings.set(START, millis.toString()));
    settings.setLong(READING, took.toMillis());
    publish(step, settings);
    return start;
  }

  /** Publishes that there are no more steps than those before. */
  public void publishEnd(int step) throws IOException {
    Configuration none = new Configuration(false);
    none.setBoolean(NONE, true);
    publish(step, none);
  }

  private void publish(int step, Configuration settings) throws IOException {
    StringWriter xml = new StringWriter();
    settings.writeXml(xml);
    run.publish(file(step), xml.toString());
  }

  /**
   * Waits for a step; called by a task. All tasks end a step at the same time: so each has its own
   * turn to ask for the next.
   *
   * @param step from 1 on
   * @return empty if there is no further step
   * @throws IOException if the submitter publishes nothing for some minutes
   */
  public Optional<Step> await(int task, int step, Configuration job)
      throws IOException, InterruptedException {
    if (step > 1) {
      time.sleep(quiet().plusMillis(Stagger.turn(task, poll().toMillis())));
    }
    long deadline = time.nanos() + MAX_WAIT.toNanos();
    while (time.nanos() < deadline) {
      if (failure != null) {
        begun(); // so that no other attempt waits as long
        throw failure;
      }
      Optional<Configuration> published = run.published(file(step));
      if (published.isPresent()) {
        return step(step, published.get(), job);
      }
      time.sleep(poll());
    }
    throw new IOException(
        "step %d was not published within %d minutes: the submitter is gone"
            .formatted(step, MAX_WAIT.toMinutes()));
  }

  /** Time in which no task asks. The last turn is over when the submitter is likely to be done. */
  private Duration quiet() {
    return ObjectUtils.max(Stagger.betweenSteps(tasks), reading.minus(poll()));
  }

  private Duration poll() {
    return ObjectUtils.max(Stagger.betweenSteps(tasks), MIN_POLL);
  }

  /** A step by its settings alone: others may be allowed to write into the run directory. */
  private Optional<Step> step(int step, Configuration published, Configuration job)
      throws IOException {
    if (published.getBoolean(NONE, false)) {
      return Optional.empty();
    }
    String secret = Settings.OPERATION_PROPERTIES.property();
    if (job.get(secret) != null) { // the same in all steps; the plan lacks passwords
      published.set(secret, job.get(secret));
    }
    Optional<Double> start = Optional.ofNullable(published.get(START)).map(Double::valueOf);
    long quiet = Math.round(SHARE_OF_READING * published.getLong(READING, 0));
    long most = Math.min(quiet, Stagger.maxBetweenSteps(tasks).toMillis());
    reading = Duration.ofMillis(Math.max(Stagger.betweenSteps(tasks).toMillis(), most));
    published.unset(START); // they are no settings
    published.unset(READING);
    return Optional.of(new Step(directory(step), RunSpec.from(published), start));
  }

  /** Ends the wait for a step, now or later, with an error. */
  public void fail(String what, Throwable cause) {
    failure = new IOException(what + ": " + cause.getMessage(), cause);
  }

  /** Notes that the first step is over. */
  public void begun() throws IOException {
    run.fileSystem().create(new Path(run.path(), BEGUN), true).close();
  }

  /**
   * Whether an attempt of a task may take part: as at a {@link StartBarrier}, whose files of the
   * first step are deleted at its end.
   */
  public boolean admits(int task, int attempt, StartBarrier first) throws IOException {
    return attempt == 0 || (!run.has(BEGUN) && first.admits(task, attempt));
  }
}
