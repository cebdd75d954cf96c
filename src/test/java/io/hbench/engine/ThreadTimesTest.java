package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.rundir.TaskFacts.BusyThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The busiest thread of a process, from the kernel's files. */
class ThreadTimesTest {
  @TempDir private Path proc;

  private void thread(String number, String name, String schedstat) throws IOException {
    Path task = Files.createDirectories(proc.resolve("self/task").resolve(number));
    Files.writeString(task.resolve("comm"), name + "\n");
    Files.writeString(task.resolve("schedstat"), schedstat + "\n");
  }

  private ThreadTimes times() {
    return ThreadTimes.of(Optional.of(proc));
  }

  @Test
  void theBusiestThreadIsTheOneThatRanOrWaitedForAProcessorMost() throws IOException {
    thread("7", "load", "50000000000 9000000000 11");
    thread("8", "RS-EventLoopGro", "0 0 0");
    ThreadTimes start = times();
    thread("7", "load", "51000000000 9010000000 12");
    thread("8", "RS-EventLoopGro", "640000000 1200000000 900");
    assertThat(times().busiestSince(start, 2))
        .contains(new BusyThread("RS-EventLoopGro", 0.32, 0.6));
  }

  @Test
  void aThreadThatIsNewCountsFromItsStart() throws IOException {
    ThreadTimes start = times();
    thread("9", "load", "900000000 0 1");
    assertThat(times().busiestSince(start, 1)).contains(new BusyThread("load", 0.9, 0));
  }

  @Test
  void theThreadsOfTheJvmItselfDelayNobody() throws IOException {
    ThreadTimes start = times();
    for (String name : new String[] {"C2 CompilerThre", "GC Thread#0", "VM Thread", "hiccups"}) {
      thread(name, name, "1000000000 0 1");
    }
    assertThat(times().busiestSince(start, 1)).isEmpty();
  }

  @Test
  void behindThreadsOfTheJvmAndThoseThatHaveEndedComesTheNext() throws IOException {
    ThreadTimes start = times();
    thread("7", "load", "700000000 0 1");
    thread("8", "GC Thread#0", "900000000 0 1");
    thread("9", "load", "800000000 0 1");
    ThreadTimes end = times();
    Files.delete(proc.resolve("self/task/9/comm"));
    assertThat(end.busiestSince(start, 1)).contains(new BusyThread("load", 0.7, 0));
  }

  @Test
  void nothingIsKnownWithoutTheKernelsFiles() throws IOException {
    Files.createDirectories(proc.resolve("self/task/10"));
    assertThat(times().busiestSince(ThreadTimes.of(Optional.empty()), 1)).isEmpty();
  }
}
