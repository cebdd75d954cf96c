package io.hbench.kit;

import io.hbench.time.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Time that passes only while all its threads wait, and then at once: a discrete-event simulation
 * whose processes are threads. One of them runs at a time, in the order in which they became ready.
 * So a run of minutes takes the time that it computes, and each one has the same figures, however
 * busy the machine is.
 *
 * <p>Threads of this time must wait for each other by its methods only. For others, such as a pool
 * that reads files, they may wait as usual: time stands still meanwhile.
 */
public final class VirtualTime implements Time {
  private static final String LOAD = "load";

  /** Time between two readings of a load thread: with an instant server it would stand still. */
  private static final long READING_NANOS = 5_000;

  /** Time after which a load thread lets others run. */
  private static final long SLICE_NANOS = 1_000_000;

  private static final ThreadLocal<Member> SELF = new ThreadLocal<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Member> ready = new ArrayDeque<>();
  private final PriorityQueue<Member> timed = new PriorityQueue<>();
  private final Set<Member> members = new HashSet<>();

  private final Instant start;

  /** The one that runs; null while all wait, or none has joined. */
  private Member running;

  private long now;
  private long waits;
  private boolean over;

  public VirtualTime(Instant start) {
    this.start = start;
  }

  /** A thread of this time. */
  private final class Member implements Comparable<Member> {
    final VirtualTime time = VirtualTime.this;
    final Condition turn = lock.newCondition();
    Thread thread;
    boolean takesTime;
    long since;
    boolean waiting;
    boolean permit;
    long wakeAt;
    long order;

    @Override
    public int compareTo(Member other) {
      int byTime = Long.compare(wakeAt, other.wakeAt);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  /** Thrown in threads that are left when the time is over. */
  private static final class Over extends Error {
    private static final long serialVersionUID = 1;

    Over() {
      super("the virtual time is over", null, false, false);
    }
  }

  /** The time of this thread; the real one unless it is a thread of a virtual time. */
  public static Time current() {
    return ofThread().<Time>map(time -> time).orElseGet(Time::real);
  }

  /** The virtual time of this thread, if it is a thread of one. */
  public static Optional<VirtualTime> ofThread() {
    return Optional.ofNullable(SELF.get()).map(member -> member.time);
  }

  /**
   * Plays work as the first thread of this time. The threads that it leaves behind end with it.
   *
   * @return the result of the work
   */
  public <T> T play(Callable<T> work) throws Exception {
    if (ofThread().filter(this::equals).isPresent()) {
      return work.call();
    }
    Member member = new Member();
    join(member);
    try {
      return work.call();
    } finally {
      leave(member, true);
    }
  }

  /** Starts a daemon thread of this time, which runs when its turn comes. */
  Thread start(String name, Runnable work) {
    Member member = new Member();
    member.takesTime = name.equals(LOAD);
    Thread thread =
        new Thread(
            () -> {
              try {
                join(member);
                work.run();
              } catch (Over e) {
                return; // in the middle of its work
              } finally {
                leave(member, false);
              }
            },
            name);
    thread.setDaemon(true);
    lock.lock();
    try {
      member.thread = thread;
      members.add(member);
      ready.add(member);
    } finally {
      lock.unlock();
    }
    thread.start();
    return thread;
  }

  /** This thread; null if it is none of this time. */
  private Member member() {
    Member member = SELF.get();
    return member == null || member.time != this ? null : member;
  }

  private void join(Member member) {
    lock.lock();
    try {
      if (members.add(member)) { // the first thread
        over = false;
        member.thread = Thread.currentThread();
        ready.add(member);
      }
      SELF.set(member);
      if (running == null) {
        next();
      }
      awaitTurn(member);
    } finally {
      lock.unlock();
    }
  }

  private void leave(Member member, boolean ends) {
    List<Member> left = new ArrayList<>();
    lock.lock();
    try {
      SELF.remove();
      members.remove(member);
      if (ends) {
        over = true;
        ready.clear();
        timed.clear();
        running = null;
        left.addAll(members);
        members.forEach(other -> other.turn.signal());
        members.clear();
      } else if (!over) {
        running = null;
        next();
      }
    } finally {
      lock.unlock();
    }
    for (Member other : left) { // they may write files that the caller deletes
      try {
        other.thread.join(TimeUnit.SECONDS.toMillis(10));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Gives the turn to the next thread, and lets time pass until one is ready. */
  private void next() {
    boolean isOneDue = !timed.isEmpty() && timed.peek().wakeAt <= now;
    running = isOneDue ? timed.poll() : ready.poll();
    if (running == null && !timed.isEmpty()) {
      running = timed.poll();
      now = running.wakeAt;
    }
    if (running != null) {
      running.waiting = false;
      running.since = now;
      running.turn.signal();
    }
  }

  private void awaitTurn(Member member) {
    while (running != member) {
      if (over) {
        throw new Over();
      }
      member.turn.awaitUninterruptibly();
    }
  }

  /** The clock. For a load thread time passes with each reading, and others may run before. */
  @Override
  public long nanos() {
    Member member = member();
    lock.lock();
    try {
      if (member != null && member.takesTime) {
        now += READING_NANOS;
        boolean isAnotherDue = !timed.isEmpty() && timed.peek().wakeAt <= now;
        if (isAnotherDue || (!ready.isEmpty() && now - member.since >= SLICE_NANOS)) {
          ready.add(member);
          next();
          awaitTurn(member);
        }
      }
      return now;
    } finally {
      lock.unlock();
    }
  }

  /** No time: what the machine computes for a run, or collects, takes none of it. */
  @Override
  public long cpuNanos() {
    return 0;
  }

  @Override
  public long gcMillis() {
    return 0;
  }

  /** The clock, without an effect. */
  long peek() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Instant instant() {
    return start.plusNanos(peek());
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    long end = end(time.toNanos());
    do {
      if (Thread.interrupted()) {
        throw new InterruptedException("sleep interrupted");
      }
      waitUntil(end, false);
    } while (peek() < end);
  }

  private long end(long nanos) {
    long from = peek();
    return nanos > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + nanos;
  }

  @Override
  public void park(Object blocker, long nanos) {
    waitUntil(nanos == Long.MAX_VALUE ? nanos : end(nanos), true);
  }

  /**
   * Gives the turn away.
   *
   * @param takesPermit whether an unpark before ends the wait
   */
  private void waitUntil(long end, boolean takesPermit) {
    Member member = member();
    if (member == null) {
      throw new IllegalStateException("not a thread of this time: " + Thread.currentThread());
    }
    lock.lock();
    try {
      if (over) {
        throw new Over();
      }
      if (Thread.currentThread().isInterrupted() || (takesPermit && member.permit)) {
        member.permit = false;
        return;
      }
      member.waiting = true;
      member.wakeAt = end;
      member.order = waits++;
      if (end < Long.MAX_VALUE) {
        timed.add(member);
      }
      next();
      awaitTurn(member);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void unpark(Thread thread) {
    lock.lock();
    try {
      members.stream().filter(member -> member.thread == thread).forEach(this::wake);
    } finally {
      lock.unlock();
    }
  }

  private void wake(Member member) {
    if (member.waiting) {
      member.waiting = false;
      timed.remove(member);
      ready.add(member);
      if (running == null) {
        next();
      }
    } else {
      member.permit = true;
    }
  }

  @Override
  public void interrupt(Thread thread) {
    thread.interrupt();
    unpark(thread);
  }

  @Override
  public ScheduledExecutorService threads(String name, int size) {
    return new VirtualThreads(this, name, size);
  }
}
