package io.hbench.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** CPU time of processes by Linux's {@code /proc}, read fifty times a second by a thread. */
final class ProcessCpu {
  private static final long PERIOD_MILLIS = 20;

  /** Linux counts it in ticks of 10 ms. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int USER_TIME = 11;

  private final List<Path> processes;
  private final List<Reading> readings = new ArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread thread = new Thread(this::read, "process-cpu");

  private record Reading(double millis, double seconds) {}

  ProcessCpu(List<Long> pids) {
    processes = pids.stream().map(pid -> Path.of("/proc", Long.toString(pid), "stat")).toList();
    thread.start();
  }

  private void read() {
    try {
      do {
        double seconds = 0;
        for (Path process : processes) {
          String stat = Files.readString(process);
          String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
          seconds +=
              (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[USER_TIME + 1]))
                  / TICKS_PER_SECOND;
        }
        readings.add(new Reading(System.currentTimeMillis(), seconds));
      } while (!ended.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** CPU seconds between two times, in milliseconds since the epoch; after the end. */
  double seconds(double from, double to) {
    return at(to) - at(from);
  }

  private double at(double millis) {
    Reading before = readings.get(0);
    for (Reading reading : readings) {
      if (reading.millis > millis) {
        double share = (millis - before.millis) / (reading.millis - before.millis);
        return before.seconds + share * (reading.seconds - before.seconds);
      }
      before = reading;
    }
    throw new IllegalArgumentException("no reading after " + millis);
  }

  /** Ends the readings. */
  void end() throws InterruptedException {
    ended.countDown();
    thread.join();
  }
}
