package io.hbench.engine;

import io.hbench.data.KeyRange;
import io.hbench.op.Request;
import java.util.List;

/** The requests of one load thread, one after the other. */
abstract class LoopRequests implements AutoCloseable {
  /** The request that was made last; null after the last one. */
  Request request;

  /** Name of the operation under which the request is recorded. */
  String operation;

  /** Number of rows drawn before those of the request. */
  long rowsBefore;

  /** Number of new rows drawn before those of the request. */
  long insertsBefore;

  /** Whether the next request can be made at once: its file may still be read. */
  boolean isReady() {
    return true;
  }

  /** Makes the next request. */
  abstract void advance();

  /** Goes on to the next operation without making a request. */
  abstract void skip();

  /** Rows of the request if the run keeps an acknowledged-rows log, else none. */
  List<KeyRange> rows() {
    return List.of();
  }

  /** Number of new rows in the request. */
  long inserts() {
    return 0;
  }

  /**
   * Holds the request, which is due, back until an earlier one is answered; the next one has to be
   * made then. One that is not held back is sent.
   */
  boolean holdsBack() {
    return false;
  }

  /**
   * Notes that a request was answered.
   *
   * @param at time of the answer, in nanoseconds since the common start
   * @return whether one that was held back is now before the one that is made
   */
  boolean answered(Request request, long at) {
    return false;
  }

  @Override
  public void close() {}
}
