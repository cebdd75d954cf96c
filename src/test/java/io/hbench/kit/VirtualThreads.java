package io.hbench.kit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Pool of threads of a {@link VirtualTime}. */
final class VirtualThreads extends AbstractExecutorService implements ScheduledExecutorService {
  private final VirtualTime time;
  private final String name;
  private final int size;
  private final PriorityQueue<Task<?>> tasks = new PriorityQueue<>();
  private final List<Thread> idle = new ArrayList<>();
  private final Set<Thread> threads = new HashSet<>();
  private final List<Thread> waiters = new ArrayList<>();
  private long made;
  private boolean shutdown;

  VirtualThreads(VirtualTime time, String name, int size) {
    this.time = time;
    this.name = name;
    this.size = size;
  }

  /** Work that is due at a time, once or again and again. */
  private final class Task<T> extends FutureTask<T> implements ScheduledFuture<T> {
    private final long order = made++;
    private final long period;
    private long due;

    /**
     * @param period 0 for once, negative for a delay after each end
     */
    Task(Callable<T> work, long due, long period) {
      super(work);
      this.due = due;
      this.period = period;
    }

    @Override
    public void run() {
      if (period == 0) {
        super.run();
      } else if (runAndReset()) {
        due = period > 0 ? due + period : time.peek() - period;
        add(this);
      }
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - time.peek(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      Task<?> task = (Task<?>) other;
      int byTime = Long.compare(due, task.due);
      return byTime != 0 ? byTime : Long.compare(order, task.order);
    }
  }

  private synchronized void add(Task<?> task) {
    if (shutdown) {
      if (task.period == 0) {
        throw new RejectedExecutionException(name + " is shut down");
      }
      task.cancel(false);
      return;
    }
    tasks.add(task);
    if (threads.size() < size && idle.isEmpty()) {
      threads.add(time.start(name, this::work));
    } else {
      idle.forEach(time::unpark);
    }
  }

  private void work() {
    Thread self = Thread.currentThread();
    try {
      while (true) {
        Task<?> due = null;
        long wait = Long.MAX_VALUE;
        synchronized (this) {
          Task<?> first = tasks.peek();
          if (first == null && shutdown) {
            return;
          }
          if (first != null && first.due <= time.peek()) {
            due = tasks.poll();
          } else {
            wait = first == null ? wait : first.due - time.peek();
            idle.add(self);
          }
        }
        if (due == null) {
          time.park(this, wait);
          synchronized (this) {
            idle.remove(self);
          }
        } else {
          due.run();
        }
        var unused = Thread.interrupted(); // what one task got is not for the next
      }
    } finally {
      synchronized (this) {
        threads.remove(self);
        waiters.forEach(time::unpark);
      }
    }
  }

  @Override
  public void execute(Runnable work) {
    var unused = schedule(work, 0, TimeUnit.NANOSECONDS);
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
    return schedule(Executors.callable(work), delay, unit);
  }

  @Override
  public <T> ScheduledFuture<T> schedule(Callable<T> work, long delay, TimeUnit unit) {
    return added(new Task<>(work, time.peek() + unit.toNanos(delay), 0));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable work, long delay, long period, TimeUnit unit) {
    return added(
        new Task<>(
            Executors.callable(work), time.peek() + unit.toNanos(delay), unit.toNanos(period)));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable work, long delay, long pause, TimeUnit unit) {
    return added(
        new Task<>(
            Executors.callable(work), time.peek() + unit.toNanos(delay), -unit.toNanos(pause)));
  }

  private <T> Task<T> added(Task<T> task) {
    add(task);
    return task;
  }

  @Override
  public synchronized void shutdown() {
    shutdown = true;
    tasks.removeIf(task -> task.period != 0 && task.cancel(false));
    idle.forEach(time::unpark);
  }

  @Override
  public synchronized List<Runnable> shutdownNow() {
    shutdown = true;
    List<Runnable> left = new ArrayList<>(tasks);
    tasks.clear();
    threads.forEach(time::interrupt);
    return left;
  }

  @Override
  public synchronized boolean isShutdown() {
    return shutdown;
  }

  @Override
  public synchronized boolean isTerminated() {
    return shutdown && threads.isEmpty();
  }

  @Override
  public boolean awaitTermination(long limit, TimeUnit unit) throws InterruptedException {
    long end = time.peek() + unit.toNanos(limit);
    synchronized (this) {
      waiters.add(Thread.currentThread());
    }
    while (!isTerminated()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (time.peek() >= end) {
        return false;
      }
      time.park(this, end - time.peek());
    }
    return true;
  }
}
