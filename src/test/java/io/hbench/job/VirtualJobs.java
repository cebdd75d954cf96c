package io.hbench.job;

import io.hbench.kit.VirtualTime;
import io.hbench.rundir.LoadCounter;
import io.hbench.rundir.TaskRecord;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.util.ReflectionUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's LocalJobRunner in a {@link VirtualTime}: the real input format, mappers, reducer and
 * output format of a job, whose tasks are threads of that time. Hadoop's own runner reports and
 * polls by the clock of the machine.
 */
public final class VirtualJobs {
  private static final Logger LOG = LoggerFactory.getLogger(VirtualJobs.class);

  /**
   * A call that returns after a day: {@code submit}, {@code status}, once the job runs, {@code
   * counters}, once there are requests, or {@code kill}; {@code history}: no answer about a job
   * that has ended; {@code end}: a job that has succeeded seems to run; {@code refuse}: a job fails
   * at its submission, and each client knows that.
   */
  public static final String FROZEN = "kit.frozen";

  /** Attempts of a map task until one succeeds; one, as LocalJobRunner has, if it is not set. */
  public static final String ATTEMPTS = "kit.attempts";

  /** Jobs that were refused. */
  private static final Map<JobID, Running> REFUSED = new ConcurrentHashMap<>();

  private static int made;

  private final Configuration conf;
  private final VirtualTime time;
  private final Map<JobID, Running> jobs = new TreeMap<>();

  VirtualJobs(Configuration conf, VirtualTime time) {
    this.conf = conf;
    this.time = time;
  }

  /** What Hadoop's client asks of a cluster; what it never asks here is missing. */
  ClientProtocol protocol() {
    return (ClientProtocol)
        Proxy.newProxyInstance(
            ClientProtocol.class.getClassLoader(),
            new Class<?>[] {ClientProtocol.class},
            (proxy, method, args) -> {
              try {
                return VirtualJobs.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(this, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  public JobID getNewJobID() {
    synchronized (VirtualJobs.class) {
      return new JobID("local0", ++made);
    }
  }

  public String getStagingAreaDir() throws IOException {
    Path root = new Path(conf.get("hadoop.tmp.dir"), "staging");
    return root.getFileSystem(conf).makeQualified(root).toString();
  }

  public String getSystemDir() throws IOException {
    return getStagingAreaDir();
  }

  public AccessControlList getQueueAdmins(String queue) {
    return new AccessControlList("*");
  }

  public JobStatus submitJob(JobID id, String dir, Credentials credentials)
      throws IOException, InterruptedException {
    freeze("submit");
    JobConf job = new JobConf(false); // Hadoop's defaults are in the file as well
    job.addResource(new Path(dir, "job.xml"));
    job.setCredentials(credentials);
    Running running = new Running(id, job, new Path(dir, "job.xml").toString());
    if (conf.get(FROZEN, "").equals("refuse")) {
      running.state = JobStatus.State.FAILED;
      REFUSED.put(id, running);
      throw new IOException("the queue is full");
    }
    jobs.put(id, running);
    running.start();
    return running.status();
  }

  private void freeze(String call) throws InterruptedException {
    if (conf.get(FROZEN, "").equals(call)) {
      time.sleep(Duration.ofDays(1));
    }
  }

  public JobStatus getJobStatus(JobID id) throws IOException, InterruptedException {
    freeze("status");
    Running job = job(id);
    if (conf.get(FROZEN, "").equals("history") && job.state != JobStatus.State.RUNNING) {
      throw new IOException("the history server is down");
    }
    return job == null ? null : job.status(conf.get(FROZEN, "").equals("end"));
  }

  private Running job(JobID id) {
    return jobs.getOrDefault(id, REFUSED.get(id));
  }

  public Counters getJobCounters(JobID id) throws InterruptedException {
    Counters counters = job(id).counters();
    if (counters.getGroup(LoadCounter.GROUP).findCounter("REQUESTS").getValue() > 0) {
      freeze("counters");
    }
    return counters;
  }

  public void killJob(JobID id) throws InterruptedException {
    freeze("kill");
    jobs.get(id).kill();
  }

  public JobStatus[] getAllJobs() {
    return Stream.concat(jobs.values().stream(), REFUSED.values().stream())
        .map(Running::status)
        .toArray(JobStatus[]::new);
  }

  public TaskCompletionEvent[] getTaskCompletionEvents(JobID id, int from, int max) {
    return new TaskCompletionEvent[0];
  }

  private final class Running {
    private final JobID id;
    private final JobConf job;
    private final String file;
    private final long started = time.instant().toEpochMilli();
    private final ScheduledExecutorService driver = time.threads("job", 1);
    private final List<Counters> counters = Collections.synchronizedList(new ArrayList<>());
    private final List<SortedRecords.Shuffled> shuffled =
        Collections.synchronizedList(new ArrayList<>());
    private final ScheduledExecutorService maps;
    private volatile JobStatus.State state = JobStatus.State.RUNNING;
    private volatile boolean killed;

    Running(JobID id, JobConf job, String file) {
      this.id = id;
      this.job = job;
      this.file = file;
      this.maps = time.threads("map", job.getInt("mapreduce.local.map.tasks.maximum", 1));
    }

    void start() {
      driver.execute(
          () -> {
            JobStatus.State end = JobStatus.State.FAILED;
            try {
              run();
              end = JobStatus.State.SUCCEEDED;
            } catch (Exception e) {
              LOG.debug("the job failed", e);
            } finally {
              state = killed ? JobStatus.State.KILLED : end;
              driver.shutdown();
            }
          });
    }

    private void run() throws Exception {
      JobContextImpl context = new JobContextImpl(job, id);
      List<InputSplit> splits =
          ReflectionUtils.newInstance(context.getInputFormatClass(), job).getSplits(context);
      OutputCommitter committer =
          ReflectionUtils.newInstance(context.getOutputFormatClass(), job)
              .getOutputCommitter(attempt(TaskType.JOB_SETUP, 0));
      committer.setupJob(context);
      List<CompletableFuture<Void>> ends = new ArrayList<>();
      for (int i = 0; i < splits.size(); i++) {
        int index = i;
        CompletableFuture<Void> end = new CompletableFuture<>();
        ends.add(end);
        maps.execute(
            () -> {
              try {
                attempts(index, splits.get(index));
                end.complete(null);
              } catch (Exception | Error e) {
                end.completeExceptionally(e);
              }
            });
      }
      time.get(CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)), Long.MAX_VALUE);
      maps.shutdown();
      if (job.getNumReduceTasks() > 0) {
        reduce(ReflectionUtils.newInstance(context.getOutputFormatClass(), job));
      }
      committer.commitJob(context);
    }

    private TaskAttemptContextImpl attempt(TaskType type, int task) {
      return attempt(type, task, 0);
    }

    private TaskAttemptContextImpl attempt(TaskType type, int task, int number) {
      return new TaskAttemptContextImpl(
          taskConf(), new TaskAttemptID(new TaskID(id, type, task), number));
    }

    /** A copy: the mapper writes its own id into it. */
    private JobConf taskConf() {
      return new JobConf(job);
    }

    private void attempts(int index, InputSplit split) throws IOException, InterruptedException {
      int number = 0;
      while (true) {
        try {
          map(index, split, number++);
          return;
        } catch (IOException | IllegalStateException e) {
          if (number >= job.getInt(ATTEMPTS, 1)) {
            throw e;
          }
        }
      }
    }

    private void map(int index, InputSplit split, int number)
        throws IOException, InterruptedException {
      TaskAttemptContext attempt = attempt(TaskType.MAP, index, number);
      RecordWriter<Text, TaskRecord> writer =
          new RecordWriter<>() {
            @Override
            public void write(Text key, TaskRecord value) throws IOException {
              DataOutputBuffer bytes = new DataOutputBuffer();
              value.write(bytes);
              shuffled.add(new SortedRecords.Shuffled(new Text(key), bytes));
            }

            @Override
            public void close(TaskAttemptContext context) {}
          };
      new LoadMapper(time)
          .run(
              new WrappedMapper<NullWritable, NullWritable, Text, TaskRecord>()
                  .getMapContext(
                      new MapContextImpl<>(
                          attempt.getConfiguration(),
                          attempt.getTaskAttemptID(),
                          null,
                          writer,
                          null,
                          reporter(),
                          split)));
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // types of the job's classes
    private void reduce(OutputFormat format)
        throws IOException, InterruptedException, ReflectiveOperationException {
      TaskAttemptContext attempt = attempt(TaskType.REDUCE, 0);
      OutputCommitter committer = format.getOutputCommitter(attempt);
      committer.setupTask(attempt);
      RecordWriter writer = format.getRecordWriter(attempt);
      StatusReporter reporter = reporter();
      Reducer reducer =
          ReflectionUtils.newInstance(new JobContextImpl(job, id).getReducerClass(), job);
      Counter unused = reporter.getCounter("kit", "unused");
      reducer.run(
          new WrappedReducer()
              .getReducerContext(
                  new ReduceContextImpl(
                      attempt.getConfiguration(),
                      attempt.getTaskAttemptID(),
                      new SortedRecords(shuffled),
                      unused,
                      unused,
                      writer,
                      committer,
                      reporter,
                      job.getOutputKeyComparator(),
                      Text.class,
                      TaskRecord.class)));
      writer.close(attempt);
      if (committer.needsTaskCommit(attempt)) {
        committer.commitTask(attempt);
      }
    }

    private StatusReporter reporter() {
      Counters own = new Counters();
      counters.add(own);
      return new StatusReporter() {
        @Override
        public Counter getCounter(Enum<?> name) {
          return own.findCounter(name);
        }

        @Override
        public Counter getCounter(String group, String name) {
          return own.findCounter(group, name);
        }

        @Override
        public void progress() {}

        @Override
        public float getProgress() {
          return 0;
        }

        @Override
        public void setStatus(String status) {}
      };
    }

    Counters counters() {
      Counters sum = new Counters();
      synchronized (counters) {
        counters.forEach(sum::incrAllCounters);
      }
      return sum;
    }

    void kill() {
      killed = true;
      maps.shutdownNow();
    }

    JobStatus status() {
      return status(false);
    }

    JobStatus status(boolean staysRunning) {
      try {
        JobStatus.State shown = staysRunning ? JobStatus.State.RUNNING : state;
        float maps = state == JobStatus.State.SUCCEEDED ? 1 : 0;
        String user = UserGroupInformation.getCurrentUser().getShortUserName();
        return new JobStatus(
            id, 0, maps, 0, 0, shown, JobPriority.NORMAL, user, job.getJobName(), file, "") {
          @Override
          public synchronized long getStartTime() {
            return started;
          }
        };
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
