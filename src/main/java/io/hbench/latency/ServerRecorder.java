package io.hbench.latency;

/**
 * Buffer of the requests of one thread that were meant for a region, until there are enough to
 * record them by server. Records of each thread and server would take too much memory, and a lock
 * for each request too much time.
 */
final class ServerRecorder {
  private static final int SIZE = 1_024;

  private final ServerRecording recording;

  /** Null until there is a request: a thread without a table has none. */
  private Requests buffer;

  /**
   * Requests, by their number. Arrays, not an object for each request: a reference that is written
   * into an old object is work for the garbage collector, for each card of 512 bytes on which there
   * is one. A thousand objects lie on a hundred cards, the arrays on twenty-four.
   */
  static final class Requests {
    final ServerRegion[] places = new ServerRegion[SIZE];
    final String[] operations = new String[SIZE];
    final String[] outcomes = new String[SIZE];
    final long[] at = new long[SIZE];
    final long[] serviceNanos = new long[SIZE];
    final long[] responseNanos = new long[SIZE];
    int length;

    private void add(Sample sample) {
      places[length] = sample.place;
      operations[length] = sample.operation;
      outcomes[length] = sample.outcome;
      at[length] = sample.at;
      serviceNanos[length] = sample.serviceNanos;
      responseNanos[length] = sample.responseNanos;
      length++;
    }
  }

  ServerRecorder(ServerRecording recording) {
    this.recording = recording;
  }

  void record(Sample sample) {
    if (buffer == null) {
      buffer = new Requests();
    }
    buffer.add(sample);
    if (buffer.length == SIZE) {
      flush();
    }
  }

  /** Records what the buffer has. */
  void flush() {
    if (buffer != null && buffer.length > 0) {
      recording.add(buffer);
      buffer.length = 0;
    }
  }
}
