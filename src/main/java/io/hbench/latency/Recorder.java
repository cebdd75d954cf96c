package io.hbench.latency;

/**
 * Recorder of one thread, with a buffer of its requests: records of each thread would take too much
 * memory, and a lock for each request too much time. The task's recording gets them when the buffer
 * is full, or when an interval has ended. Where requests overtake each other, an interval ends for
 * it half an interval later: by then almost all requests that were in flight at its end are there.
 *
 * <p>Arrays, not an object for each request: a reference that is written into an old object is work
 * for the garbage collector, for each card of 512 bytes on which there is one. The objects lie on
 * many cards, the arrays on few.
 */
public final class Recorder implements AutoCloseable {
  private static final int SIZE = 64;

  /** Times and amounts of one request. */
  private static final int NUMBERS = 6;

  final String[] operations = new String[SIZE];
  final String[] outcomes = new String[SIZE];
  final ServerRegion[] places = new ServerRegion[SIZE];
  private final long[] numbers = new long[SIZE * NUMBERS];
  int length;

  private final Recording recording;
  private final Window window;
  private final long lateness;

  /** Time of the first request before which those in the buffer are handed over. */
  private long handOverAt = Long.MIN_VALUE;

  Recorder(Recording recording, boolean overtaking) {
    this.recording = recording;
    this.window = recording.window();
    this.lateness = overtaking ? window.lateness() : 0;
  }

  public void record(Sample sample) {
    if (sample.at >= handOverAt) {
      handOver();
      int ending = window.intervalOf(Math.max(window.start(), sample.at - lateness));
      handOverAt = window.startOf(ending + 1) + lateness;
    }
    set(operations, sample.operation);
    set(outcomes, sample.outcome);
    set(places, sample.place);
    int first = length * NUMBERS;
    numbers[first] = sample.at;
    numbers[first + 1] = sample.serviceNanos;
    numbers[first + 2] = sample.responseNanos;
    numbers[first + 3] = sample.rows;
    numbers[first + 4] = sample.notFound;
    numbers[first + 5] = sample.bytes;
    length++;
    if (length == SIZE) {
      handOver();
    }
  }

  /** Most often it is there already, from a request before. */
  @SuppressWarnings("ReferenceEquality") // another object of the same name is set
  private <T> void set(T[] values, T value) {
    if (values[length] != value) {
      values[length] = value;
    }
  }

  /** Time of a request of the buffer. */
  long at(int i) {
    return numbers[i * NUMBERS];
  }

  long serviceNanos(int i) {
    return numbers[i * NUMBERS + 1];
  }

  long responseNanos(int i) {
    return numbers[i * NUMBERS + 2];
  }

  /** Adds the amounts of a request and one of its times to a record. */
  void addTo(LatencyRecord record, int i, long nanos) {
    int first = i * NUMBERS;
    record.record(nanos, numbers[first + 3], numbers[first + 4], numbers[first + 5]);
  }

  private void handOver() {
    recording.add(this);
    length = 0;
  }

  /** Hands over what the buffer has. */
  @Override
  public void close() {
    handOver();
  }
}
