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

  /** Times of one thread in nanoseconds. */
  private record Times(long running, long waiting) {
    private static final Times NONE = new Times(0, 0);

    private Times minus(Times earlier) {
      return new Times(running - earlier.running, waiting - earlier.waiting);
    }

    private long busy() {
      return running + waiting;
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
      into.put(task, new Times(Long.parseLong(times[0]), Long.parseLong(times[1])));
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
    Map<Path, Times> since = new HashMap<>();
    threads.forEach(
        (task, times) ->
            since.put(task, times.minus(earlier.threads.getOrDefault(task, Times.NONE))));
    return since.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.comparing(Times::busy).reversed()))
        .flatMap(one -> busy(name(one.getKey()), one.getValue(), seconds).stream())
        .findFirst();
  }

  private static Optional<BusyThread> busy(String name, Times times, double seconds) {
    return name.isEmpty() || OF_JVM.matcher(name).matches()
        ? Optional.empty()
        : Optional.of(
            new BusyThread(name, times.running / (1e9 * seconds), times.waiting / (1e9 * seconds)));
  }

  /** Name of a thread, or an empty text if it has ended. */
  private static String name(Path task) {
    try {
      return Files.readString(task.resolve("comm")).strip();
    } catch (IOException e) {
      return "";
    }
  }
}
