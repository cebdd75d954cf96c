package io.hbench.job;

import java.time.Duration;
import java.util.Optional;

/** No limit of the time of a job. */
class NoLimit implements JobSubmission.Limit {
  @Override
  public Optional<String> exceeded() {
    return Optional.empty();
  }

  @Override
  public Optional<Duration> left() {
    return Optional.empty();
  }

  @Override
  public void submits(JobSubmission.Submitted job) {}

  @Override
  public void kills(String why) {}

  @Override
  public void ends() {}

  @Override
  public void say(String line) {}
}
