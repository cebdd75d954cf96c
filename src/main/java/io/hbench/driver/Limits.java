package io.hbench.driver;

import io.hbench.job.JobSubmission;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What may end a run while it waits. */
record Limits(StopSignal stop, Watchdog watchdog, Supplier<Optional<String>> shortage)
    implements JobSubmission.Limit {
  @Override
  public Optional<String> exceeded() {
    return stop.message().or(watchdog::exceeded).or(shortage);
  }

  @Override
  public Optional<Duration> left() {
    return watchdog.left();
  }

  @Override
  public void submits(JobSubmission.Submitted job) {
    watchdog.submits(job);
  }

  @Override
  public void kills(String why) {
    watchdog.kills(why);
  }

  @Override
  public void say(String line) {
    watchdog.say(line);
  }

  /**
   * Ends a run that has not submitted its job, if its time is over.
   *
   * @param state what the message says about the state of the run
   */
  void check(String state) throws IOException {
    Optional<String> reason = exceeded();
    if (reason.isPresent()) {
      throw new IOException(reason.get() + ": " + state);
    }
  }

  /** Does work beside the job, up to the limit or a signal. */
  <T> T inTime(Interruption.Work<T> work) throws IOException, InterruptedException {
    return stop.interruptible(() -> watchdog.within("", work));
  }
}
