package io.hbench.job;

import io.hbench.rundir.LoadCounter;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What can be asked of a job that was submitted. */
record HadoopJob(Job job) {
  private static final Logger LOG = LoggerFactory.getLogger(HadoopJob.class);

  /** An attempt, or the last one that its task had. */
  private static final Set<TaskCompletionEvent.Status> FAILED =
      EnumSet.of(TaskCompletionEvent.Status.FAILED, TaskCompletionEvent.Status.TIPFAILED);

  /** MapReduce's stand-in for a job that YARN has forgotten is one that never starts, of nobody. */
  private static final String NOBODY = "N/A";

  /**
   * A job of which only the name is known.
   *
   * @return nothing, if the cluster knows of none
   */
  static Optional<HadoopJob> find(Configuration conf, String id)
      throws IOException, InterruptedException {
    Job job = new Cluster(conf).getJob(JobID.forName(id));
    return job == null || NOBODY.equals(job.getStatus().getUsername())
        ? Optional.empty()
        : Optional.of(new HadoopJob(job));
  }

  /** hbench's own counters; none before the application master answers. */
  Map<String, Long> counters() throws IOException {
    Map<String, Long> values = new TreeMap<>();
    Counters counters = job.getCounters();
    if (counters != null) {
      CounterGroup group = counters.getGroup(LoadCounter.GROUP);
      group.forEach(counter -> values.put(counter.getName(), counter.getValue()));
    }
    return values;
  }

  /** Null if the history server does not answer: the tasks' files hold the same counts. */
  Map<String, Long> finalCounters() {
    try {
      Map<String, Long> counters = counters();
      return counters.isEmpty() ? null : counters;
    } catch (IOException | YarnRuntimeException e) {
      LOG.warn("no counters of {}: {}", job.getJobID(), e.getMessage());
      return null;
    }
  }

  /** The first line that the first failing task left, or what YARN says. */
  String whyFailed() throws IOException, InterruptedException {
    int from = 0;
    TaskCompletionEvent[] events = job.getTaskCompletionEvents(from, 100);
    while (events.length > 0) {
      for (TaskCompletionEvent event : events) {
        if (FAILED.contains(event.getStatus())) {
          String[] diagnostics = job.getTaskDiagnostics(event.getTaskAttemptId());
          if (diagnostics != null && diagnostics.length > 0) {
            return firstLine(String.join("\n", diagnostics));
          }
        }
      }
      from += events.length;
      events = job.getTaskCompletionEvents(from, 100);
    }
    return firstLine(job.getStatus().getFailureInfo());
  }

  private static String firstLine(String text) {
    return text.lines()
        .map(line -> line.replaceFirst("^(Error: )?(java\\.io\\.IOException: )?", "").trim())
        .filter(line -> !line.isEmpty() && !line.equals("NA"))
        .findFirst()
        .orElse("no reason given; the log of the job has it");
  }

  /** Ctrl-C ends the load, not just the watching. */
  void killQuietly() {
    try {
      if (job.getJobID() != null && !job.isComplete()) {
        job.killJob();
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("can't kill {}", job.getJobID(), e);
    }
  }
}
