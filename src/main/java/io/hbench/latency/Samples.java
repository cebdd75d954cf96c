package io.hbench.latency;

/**
 * Buffer of requests of one thread, by their number. Records of each thread would take too much
 * memory, and a lock for each request too much time.
 *
 * <p>Arrays, not an object for each request: a reference that is written into an old object is work
 * for the garbage collector, for each card of 512 bytes on which there is one. The objects lie on
 * many cards, the arrays on few.
 */
final class Samples {
  private static final int SIZE = 128;

  /** Times and amounts of one request. */
  private static final int NUMBERS = 6;

  final String[] operations = new String[SIZE];
  final String[] outcomes = new String[SIZE];
  final ServerRegion[] places = new ServerRegion[SIZE];
  private final long[] numbers = new long[SIZE * NUMBERS];
  int length;

  /** Adds a request; returns whether there is no room for another one. */
  boolean add(Sample sample) {
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
    return length == SIZE;
  }

  /** Most often it is there already, from a request before. */
  @SuppressWarnings("ReferenceEquality") // another object of the same name is set
  private <T> void set(T[] values, T value) {
    if (values[length] != value) {
      values[length] = value;
    }
  }

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
}
