package io.hbench.latency;

/**
 * Recorder of one thread. It keeps requests in a buffer, and hands them over to the task's
 * recording when the buffer is full, or when an interval has ended. Where requests overtake each
 * other, an interval ends for it half an interval later: by then almost all requests that were in
 * flight at its end are there.
 */
public final class Recorder implements AutoCloseable {
  private final Recording recording;
  private final Window window;
  private final long lateness;
  private final Samples samples = new Samples();

  /** Time of the first request before which those in the buffer are handed over. */
  private long handOverAt = Long.MIN_VALUE;
  Recorder(Recording recording, boolean overtaking) {
    this.recording = recording;
    this.window = recording.window();
    this.lateness = overtaking ? window.lateness() : 0;
  }

  /** Records one request. */
  public void record(Sample sample) {
    if (sample.at >= handOverAt) {
      handOver();
      int ending = window.intervalOf(Math.max(window.start(), sample.at - lateness));
      handOverAt = window.startOf(ending + 1) + lateness;
    }
    if (samples.add(sample)) {
      handOver();
    }
  }

  private void handOver() {
    recording.add(samples);
    samples.length = 0;
  }

  /** Hands over what the buffer has. */
  @Override
  public void close() {
    handOver();
  }
}
