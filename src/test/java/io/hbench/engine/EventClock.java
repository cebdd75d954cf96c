package io.hbench.engine;

import java.util.Comparator;
import java.util.PriorityQueue;

/** Virtual time of one thread, which also runs what happens while it waits. */
final class EventClock implements Clock {
  private record Event(long at, Runnable what) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::at));
  private final long lateNanos;
  private long now;

  /**
   * @param lateNanos how late the thread wakes up, as one of a real machine does
   */
  EventClock(long lateNanos) {
    this.lateNanos = lateNanos;
  }

  void at(long nanos, Runnable what) {
    events.add(new Event(nanos, what));
  }

  @Override
  public long nanos() {
    return now;
  }

  @Override
  public void waitUntil(long nanos) {
    if (nanos <= now) {
      return;
    }
    long wake = nanos + lateNanos;
    while (!events.isEmpty() && events.peek().at() <= wake) {
      next();
    }
    now = Math.max(now, wake);
  }

  @Override
  public void park(Object blocker) {
    next();
  }

  private void next() {
    Event event = events.remove();
    now = Math.max(now, event.at());
    event.what().run();
  }
}
