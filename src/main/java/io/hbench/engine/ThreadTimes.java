package io.hbench.engine;

import io.hbench.rundir.TaskFacts.BusyThread;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * CPU time of the threads of a process that may delay requests, as the Linux kernel counts it.
 * Format: {@code /proc/PID/task/TID/schedstat} has the nanoseconds on a processor, those of waiting
 * for one, and the number of time slices; see the kernel's documentation of scheduler statistics.
 */
record ThreadTimes(Map<Path, Times> threads) {
  /**
   * Threads of the JVM itself: its compilers delay nobody, and for its collectors there are other
   * figures. The kernel keeps the first 15 characters of a name.
   */
  private static final Pattern OF_JVM =
      Pattern.compile("(C[12] Comp|GC Thread|G1 |VM |Sweeper|Signal|Reference Handl|hiccups).*");

  /**
   * Times of one thread in nanoseconds.
   *
   * @param task its directory of the kernel
   */
  private record Times(Path task, long running, long waiting) {
    private Times minus(Times earlier) {
      return earlier == null
          ? this
          : new Times(task, running - earlier.running, waiting - earlier.waiting);
    }

    private long busy() {
      return running + waiting;
    }

    /** The thread with its name; empty if it has ended, or is one of the JVM itself. */
    private Optional<BusyThread> named(double seconds) {
      try {
        String name = Files.readString(task.resolve("comm")).strip();
        return OF_JVM.matcher(name).matches()
            ? Optional.empty()
            : Optional.of(
                new BusyThread(name, running / (1e9 * seconds), waiting / (1e9 * seconds)));
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }

  /**
   * The times until now.
   *
   * @param proc directory of the kernel; empty if there is none
   */
  static ThreadTimes of(Optional<Path> proc) {
    Map<Path, Times> threads = new HashMap<>();
    if (proc.isPresent()) {
      Path tasks = proc.get().resolve("self/task");
      try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
        all.forEach(task -> read(task, threads));
      } catch (IOException | DirectoryIteratorException e) {
        return new ThreadTimes(Map.of()); // unknown: no reason to lose what was measured
      }
    }
    return new ThreadTimes(threads);
  }

  private static void read(Path task, Map<Path, Times> into) {
    try {
      String[] times = Files.readString(task.resolve("schedstat")).split(" ", -1);
      into.put(task, new Times(task, Long.parseLong(times[0]), Long.parseLong(times[1])));
    } catch (IOException | RuntimeException e) {
      // the thread has ended, or the kernel keeps no such statistics
    }
  }

  /**
   * The thread that was busiest since an earlier time, of those that have not ended; empty if
   * nothing is known.
   *
   * @param seconds between the two times
   */
  Optional<BusyThread> busiestSince(ThreadTimes earlier, double seconds) {
    return threads.values().stream()
        .map(times -> times.minus(earlier.threads.get(times.task)))
        .sorted(Comparator.comparing(Times::busy).reversed())
        .flatMap(times -> times.named(seconds).stream())
        .findFirst();
  }
}
