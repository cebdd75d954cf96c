package io.hbench.job.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import io.hbench.latency.Timing;
import io.hbench.report.live.LiveInterval;
import io.hbench.report.live.LiveReader;
import io.hbench.rundir.LostTask;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFiles;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.crypto.SecretKey;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.mapreduce.security.token.JobTokenSecretManager;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LiveGroupTest {
  private static final Series GET = Series.of("get", Timing.SERVICE, Series.OK);
  private static final SecretKey KEY = JobTokenSecretManager.createSecretKey(new byte[20]);
  private static final int TASKS = 5; // groups of 3 and 2

  @TempDir Path dir;
  private final Configuration conf = new Configuration();
  private final VirtualTime time = new VirtualTime(Instant.EPOCH);
  private RunDirectory run;
  private LiveReader reader;

  @BeforeEach
  void prepare() throws IOException {
    Settings.ASSIGNMENTS.set(conf, "noop@" + TASKS);
    Settings.INTERVAL.set(conf, "1s");
    Settings.LOST_TASKS.set(conf, "50%");
    run = new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri()));
    reader = new LiveReader(time, run, RunSpec.from(conf), List.of(), Optional.empty());
  }

  @Test
  void aFileOfEachGroupHasTheRecordsOfAllTasks() throws IOException {
    List<LiveRecords> tasks = start(KEY, KEY);
    for (int i = 0; i < 4; i++) {
      send(tasks, i);
    }
    LiveInterval live = await(2);
    assertThat(run.tasks().groups()).hasSize(2);
    assertThat(live.tasks()).isEqualTo(TASKS);
    assertThat(live.points().get(0).count()).isEqualTo(TASKS);
    end(tasks);
  }

  @Test
  void aTaskWithAnotherKeyIsNotHeard() throws Exception {
    List<LiveRecords> tasks = start(KEY, JobTokenSecretManager.createSecretKey(new byte[] {1}));
    List<TaskFile> own = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      send(tasks, i);
    }
    end(tasks);
    List<Integer> heard = new ArrayList<>();
    for (var group : run.tasks().groups().values()) {
      group.readGroupOn((task, series, record) -> heard.add(task));
    }
    assertThat(heard).contains(0, 3).doesNotContain(1, 2, 4);

    // whose own file is read when the others have been waited for
    for (int task = 1; task < TASKS; task++) {
      if (task != 3) {
        TaskFile file = new TaskFile(Time.real(), conf, run, task, false);
        for (int i = 0; i < 4; i++) {
          file.accept(GET.at(i), record(task));
        }
        file.flush();
        own.add(file);
      }
    }
    time.play(
        () -> {
          assertThat(reader.read()).isEmpty();
          time.sleep(Duration.ofSeconds(40));
          assertThat(reader.read().orElseThrow().points().get(0).count()).isEqualTo(TASKS);
          return null;
        });
    for (TaskFile file : own) {
      file.close();
    }
  }

  /** Its own file has what came by its group, and more. */
  @Test
  void aTaskWhoseGroupHasEndedIsReadOnWithoutCountingTwice() throws Exception {
    List<LiveRecords> tasks = start(KEY, KEY);
    for (int i = 0; i < 3; i++) {
      send(tasks, i);
    }
    await(1);
    end(tasks);
    for (int task = 0; task < TASKS; task++) {
      try (TaskFile file = new TaskFile(Time.real(), conf, run, task, false)) {
        for (int i = 0; i < 10; i++) {
          file.accept(GET.at(i), record(task));
        }
      }
    }
    time.play(
        () -> {
          assertThat(reader.read().orElseThrow().t()).isEqualTo(1);
          time.sleep(Duration.ofSeconds(40));
          LiveInterval live = reader.read().orElseThrow();
          assertThat(live.t()).isEqualTo(8);
          assertThat(live.points().get(0).count()).isEqualTo(TASKS);
          return null;
        });
  }

  /** Without it they would be read when intervals are not judged any more. */
  @Test
  void theOthersOfALostFirstTaskAreReadAtOnce() throws Exception {
    List<LiveRecords> tasks = start(KEY, KEY);
    tasks.get(0).close(); // the first of 1 and 2
    for (int task = 0; task < TASKS; task++) {
      write(task, task < 3 ? 5 : 0);
    }
    for (int i = 0; i < 5; i++) {
      send(tasks.subList(3, TASKS), i);
    }
    for (int task = TASKS - 1; task > 0; task--) {
      tasks.get(task).close();
    }
    run.writeJson(RunDirectory.lostTask(0), new LostTask(0, null, "2026-01-31T10:15:00Z"));
    time.play(
        () -> {
          LiveInterval live = reader.read().orElseThrow();
          assertThat(live.t()).isEqualTo(3);
          assertThat(live.points().get(0).count()).isEqualTo(TASKS);
          return null;
        });
  }

  @Test
  void ownFilesAreReadWhereNoGroupEverHasARecord() throws Exception {
    end(start(KEY, KEY));
    assertThat(run.tasks().groups()).hasSize(2);
    for (int task = 0; task < TASKS; task++) {
      write(task, 5);
    }
    time.play(
        () -> {
          assertThat(reader.read()).isEmpty();
          for (int i = 0; i < 3; i++) {
            time.sleep(Duration.ofSeconds(36));
            reader.read();
          }
          assertThat(reader.read().orElseThrow().points().get(0).count()).isEqualTo(TASKS);
          return null;
        });
  }

  @Test
  void aFileOfAGroupThatFailsOrHangsAtItsEndFailsNoTask() throws IOException {
    FailingFiles.closing = new CountDownLatch(1);
    conf.setClass("fs.file.impl", FailingFiles.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    run = new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri()));
    List<LiveRecords> tasks = start(KEY, KEY);
    send(tasks, 0);
    assertTimeout(Duration.ofSeconds(20), () -> end(tasks)); // each after its five
    FailingFiles.closing.countDown();
  }

  @Test
  void whereFilesCannotFlushThereIsNoGroupAndNoPort() throws IOException {
    FailingFiles.closing = null;
    conf.setClass("fs.file.impl", FailingFiles.class, FileSystem.class);
    conf.setBoolean("fs.file.impl.disable.cache", true);
    run = new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.toUri()));
    List<LiveRecords> tasks = start(KEY, KEY);
    assertThat(run.tasks().groups()).isEmpty();
    String[] name = FailingFiles.created.split("@", -1);
    try (ServerSocket free = new ServerSocket()) {
      free.bind(new InetSocketAddress(Integer.parseInt(name[2])));
    }
    send(tasks, 0);
    end(tasks);
  }

  /** Java's HTTP client repeats a request of its own accord. */
  @Test
  void aBatchIsSentOnce() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    try (ServerSocket first = new ServerSocket(0)) {
      Thread deaf =
          new Thread(
              () -> {
                try {
                  while (true) {
                    try (Socket socket = first.accept()) {
                      connections.incrementAndGet();
                      var unused = socket.getInputStream().read(new byte[4096]);
                    }
                  }
                } catch (IOException e) {
                  // closed
                }
              });
      deaf.setDaemon(true);
      deaf.start();
      run.write(TaskFiles.group(0) + "localhost@" + first.getLocalPort(), "");
      LiveRecords task = new LiveRecords(Time.real(), conf, run, 1, TASKS, "localhost", KEY);
      task.accept(GET.at(0), record(1).toWrite());
      task.close();
      assertThat(connections).hasValue(1);
      task.accept(GET.at(1), record(1).toWrite());
      task.flush(); // with the last heartbeat
    }
  }

  private void write(int task, int intervals) throws IOException {
    try (TaskFile file = new TaskFile(Time.real(), conf, run, task, false)) {
      for (int i = 0; i < intervals; i++) {
        file.accept(GET.at(i), record(task));
      }
    }
  }

  /** Files of groups that fail or hang as they are closed, or can't flush. */
  public static final class FailingFiles extends RawLocalFileSystem {
    /** What they wait for, before they fail; null for files that can't flush. */
    private static volatile CountDownLatch closing;

    private static volatile String created;

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path file,
        boolean overwrite,
        int buffer,
        short replication,
        long block,
        Progressable progress)
        throws IOException {
      FSDataOutputStream out = super.create(file, overwrite, buffer, replication, block, progress);
      if (!file.getName().startsWith("group-")) {
        return out;
      }
      created = file.getName();
      return new FSDataOutputStream(out, null) {
        @Override
        public boolean hasCapability(String capability) {
          return closing != null && super.hasCapability(capability);
        }

        @Override
        public void close() throws IOException {
          super.close();
          try {
            if (closing != null && created.startsWith("group-00003")) {
              closing.await();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw new IOException("the pipeline is broken");
        }
      };
    }
  }

  @Test
  void groupsHaveAsManyTasksAsThereAreGroups() {
    assertThat(IntStream.of(2, 4, 5, 1_000, 10_000).map(TaskFiles::groupSize))
        .containsExactly(2, 2, 3, 32, 100);
  }

  /** The tasks 0 and 3 are the first of their groups. */
  private List<LiveRecords> start(SecretKey first, SecretKey others) {
    return IntStream.range(0, TASKS)
        .mapToObj(
            task ->
                new LiveRecords(
                    Time.real(),
                    conf,
                    run,
                    task,
                    TASKS,
                    "localhost",
                    task % 3 == 0 ? first : others))
        .toList();
  }

  private static void send(List<LiveRecords> tasks, int interval) throws IOException {
    int task = 0;
    for (LiveRecords each : tasks) {
      each.accept(GET.at(interval), record(task++).toWrite());
      each.flush();
    }
  }

  private LiveInterval await(int t) {
    Optional<LiveInterval> live = Optional.empty();
    while (live.isEmpty() || live.get().t() < t || live.get().tasks() < TASKS) {
      live = reader.read();
    }
    return live.get();
  }

  private static void end(List<LiveRecords> tasks) throws IOException {
    for (int task = TASKS - 1; task >= 0; task--) {
      tasks.get(task).close();
    }
  }

  private static LatencyRecord record(int task) {
    LatencyRecord record = new LatencyRecord();
    record.record(1_000_000L * (task + 1), 1, 0, 10);
    return record;
  }
}
