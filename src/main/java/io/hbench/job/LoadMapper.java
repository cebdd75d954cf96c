package io.hbench.job;

import io.hbench.rundir.TaskRecord;
import io.hbench.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Map task of a job: runs a {@link LoadTask}, or some of them side by side. */
public final class LoadMapper extends Mapper<NullWritable, NullWritable, Text, TaskRecord> {
  private static final Logger LOG = LoggerFactory.getLogger(LoadMapper.class);

  /** For what a task still writes when another one has failed. */
  private static final Duration MAX_END = Duration.ofMinutes(1);

  private final Time time;

  /** Called by MapReduce. */
  public LoadMapper() {
    this(Time.real());
  }

  /** A map task in another time. */
  public LoadMapper(Time time) {
    this.time = time;
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    try (Container container = new Container(context)) {
      List<LoadTask> tasks = new ArrayList<>();
      for (int number : container.tasks) {
        tasks.add(new LoadTask(time, container, number));
      }
      if (tasks.size() == 1) {
        tasks.get(0).run();
      } else {
        runSideBySide(tasks);
      }
    }
  }

  /** Runs tasks until all are done, or one fails, which ends the others. */
  private void runSideBySide(List<LoadTask> tasks) throws IOException, InterruptedException {
    ExecutorService threads = time.threads("task", tasks.size());
    CompletableFuture<Void> failed = new CompletableFuture<>();
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (LoadTask task : tasks) {
      CompletableFuture<Void> end = new CompletableFuture<>();
      ends.add(end);
      threads.execute(
          () -> {
            try {
              task.run();
            } catch (IOException | InterruptedException | RuntimeException | Error e) {
              failed.completeExceptionally(e);
            } finally {
              end.complete(null);
            }
          });
    }
    CompletableFuture<Void> all = CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new));
    try {
      time.get(CompletableFuture.anyOf(failed, all), Long.MAX_VALUE);
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      threads.shutdownNow();
      end(all);
      ExceptionUtils.rethrow(e instanceof ExecutionException ? e.getCause() : e);
    }
    threads.shutdown();
  }

  private void end(CompletableFuture<Void> all) throws InterruptedException {
    try {
      time.get(all, MAX_END.toNanos());
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("tasks did not end for {}", MAX_END);
    }
  }
}
