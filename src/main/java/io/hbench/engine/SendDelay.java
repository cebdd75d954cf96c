package io.hbench.engine;

/**
 * Send delay of the requests of one slot: the part of their waiting that the client caused. It is
 * measured against a client without delays of its own, which sends each request as soon as it is
 * allowed and the slot is free, and whose requests take as long as the real ones. So after a
 * garbage collection it covers the request that waited and all that queued up behind it.
 */
final class SendDelay {
  /** Time at which such a client would have sent the last request; later, had the slot free. */
  private long due = Long.MIN_VALUE / 2;

  /**
   * A request is sent.
   *
   * @param earliest time at which it might have been sent
   * @return delay in nanoseconds
   */
  long sent(long earliest, long now) {
    due = Math.max(earliest, due);
    return now - due;
  }

  /** The request that was sent last completed after this service time. */
  void completed(long serviceNanos) {
    due += serviceNanos;
  }
}
