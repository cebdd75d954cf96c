package io.hbench.job;

import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.op.BlockingClient;
import io.hbench.op.Client;
import io.hbench.run.Clock;
import io.hbench.run.RunSpec;
import io.hbench.run.Tally;
import io.hbench.run.TaskRun;
import io.hbench.run.TaskSpec;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.TaskFacts;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.yarn.api.ApplicationConstants;

/**
 * One task: connect, wait at the start line, drive, and write what was measured, once for the
 * reducer and once as this task's own file.
 */
public final class LoadMapper extends Mapper<NullWritable, NullWritable, Text, LatencyRecord> {

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    RunSpec spec = RunSpec.from(conf);
    TaskSpec task = TaskSpec.plan(spec).get(((TaskSplit) context.getInputSplit()).index());
    String host = host();
    RunDirectory run = new RunDirectory(conf, FileOutputFormat.getOutputPath(context));
    Tally tally = new Tally();
    MultipleOutputs<Text, LatencyRecord> files = new MultipleOutputs<>(context);
    try (Heartbeat heartbeat = new Heartbeat(context, tally);
        Recording recording = new Recording(spec.window(), sink(context, files));
        Connection connection = spec.needsTable() ? connect(conf, spec.table()) : null) {
      Path probe = new Path(run.path(), RunDirectory.START + "/clock-" + task.index());
      ReferenceClock reference = ReferenceClock.measure(run.fileSystem(), probe);
      context.setStatus("at the start line");
      double start =
          new StartLine(run, spec.tasks(), spec.startTimeout()).await(task.index(), reference);

      Clock clock = Clock.startingAt(reference.toNanoTime(start));
      heartbeat.started(recording, clock);
      SelfCheck self;
      try (TaskRun load =
          TaskRun.start(spec, task, () -> client(connection, spec), clock, recording, tally)) {
        clock.waitUntil(0);
        self = new SelfCheck();
        load.await();
        self.end();
      }

      Path facts =
          new Path(
              FileOutputFormat.getWorkOutputPath(context),
              FileOutputFormat.getUniqueFile(context, RunDirectory.TASK_FACTS, ".json"));
      RunDirectory.write(
          run.fileSystem(),
          facts,
          RunDirectory.toJson(facts(host, task, start, reference.errorMillis(), tally, self)));
    } finally {
      files.close();
    }
  }

  /** Every record goes to the reducer and into this task's own file. */
  private static Recording.Sink sink(Context context, MultipleOutputs<Text, LatencyRecord> files) {
    return (series, record) -> {
      Text key = new Text(series.toString());
      try {
        context.write(key, record);
        files.write(RunDirectory.TASKS, key, record, RunDirectory.TASK_PART);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while writing " + series);
      }
    };
  }

  /** Connects and looks up every region, so that no request has to. */
  private static Connection connect(Configuration conf, String table) throws IOException {
    Connection connection = ConnectionFactory.createConnection(conf);
    try (RegionLocator regions = connection.getRegionLocator(TableName.valueOf(table))) {
      regions.getAllRegionLocations();
    }
    return connection;
  }

  private static Client client(Connection connection, RunSpec spec) throws IOException {
    return connection == null
        ? BlockingClient.unconnected()
        : BlockingClient.open(connection, spec.table());
  }

  /** By YARN's name for it, so that people find its logs; asked before anything can be lost. */
  private static String host() throws IOException {
    String node = System.getenv(ApplicationConstants.Environment.NM_HOST.name());
    return node != null ? node : InetAddress.getLocalHost().getHostName();
  }

  private static TaskFacts facts(
      String host, TaskSpec task, double start, double clockError, Tally tally, SelfCheck self) {
    boolean sent = tally.firstSent() != Long.MAX_VALUE;
    return new TaskFacts(
        task.index(),
        host,
        ProcessHandle.current().pid(),
        task.mix().toString(),
        sent ? start + tally.firstSent() / 1e6 : null,
        clockError,
        sent ? tally.firstSent() : null,
        tally.lastDone(),
        tally.warmupRequests(),
        tally.requests(),
        tally.errors(),
        tally.rows(),
        tally.empty(),
        self.gcMillis(),
        self.cpuShare(),
        self.pauses());
  }
}
