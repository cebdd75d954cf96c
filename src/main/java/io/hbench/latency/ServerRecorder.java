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
  private Request[] buffer;

  private int length;

  /** A request, whose object is used again. */
  static final class Request {
    Place place;
    String operation;
    String outcome;
    long at;
    long serviceNanos;
    long responseNanos;
  }

  ServerRecorder(ServerRecording recording) {
    this.recording = recording;
  }

  void record(Sample sample) {
    if (buffer == null) {
      buffer = new Request[SIZE];
      for (int i = 0; i < SIZE; i++) {
        buffer[i] = new Request();
      }
    }
    Request request = buffer[length];
    request.place = sample.place;
    request.operation = sample.operation;
    request.outcome = sample.outcome;
    request.at = sample.at;
    request.serviceNanos = sample.serviceNanos;
    request.responseNanos = sample.responseNanos;
    if (++length == SIZE) {
      flush();
    }
  }

  /** Records what the buffer has. */
  void flush() {
    if (length > 0) {
      recording.add(buffer, length);
      length = 0;
    }
  }
}
