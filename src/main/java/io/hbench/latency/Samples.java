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

  final String[] operations = new String[SIZE];
  final String[] outcomes = new String[SIZE];
  final ServerRegion[] places = new ServerRegion[SIZE];
  final long[] at = new long[SIZE];
  final long[] serviceNanos = new long[SIZE];
  final long[] responseNanos = new long[SIZE];
  final long[] rows = new long[SIZE];
  final long[] notFound = new long[SIZE];
  final long[] bytes = new long[SIZE];
  int length;

  /** Adds a request; returns whether there is no room for another one. */
  boolean add(Sample sample) {
    set(operations, sample.operation);
    set(outcomes, sample.outcome);
    set(places, sample.place);
    at[length] = sample.at;
    serviceNanos[length] = sample.serviceNanos;
    responseNanos[length] = sample.responseNanos;
    rows[length] = sample.rows;
    notFound[length] = sample.notFound;
    bytes[length] = sample.bytes;
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
}
