package io.hbench.job;

import io.hbench.job.barrier.ReferenceClock;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.SettingType;
import io.hbench.time.Time;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;

/**
 * A job in the containers of a run that sends no request: each of its map tasks tells what only a
 * node knows.
 */
public final class NodeProbe extends Mapper<NullWritable, NullWritable, Text, Text> {
  private static final String ADDRESSES = "io.hbench.probe.addresses";
  private static final String FILE = "node-";
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int CONNECT_MILLIS = 2_000;

  /** What a task tells of its node. */
  public record Node(String host, String java, double aheadMs, List<String> silent) {}

  /**
   * Runs the job to its end.
   *
   * @param submission with a directory that the caller deletes
   * @param addresses {@code host:port} of what the nodes have to reach
   * @throws IOException if it fails, or has not ended in {@code --start-timeout}
   */
  public static List<Node> ask(JobSubmission submission, List<String> addresses)
      throws IOException, InterruptedException {
    Job job = LoadJob.of(submission.spec(), submission.conf(), submission.run().path());
    job.setMapperClass(NodeProbe.class);
    job.setNumReduceTasks(0);
    job.setMaxMapAttempts(1); // a Java that is too old stays so
    job.setOutputFormatClass(NullOutputFormat.class);
    job.getConfiguration().setStrings(ADDRESSES, addresses.toArray(String[]::new));
    HadoopJob probe = new HadoopJob(job);
    Duration limit = submission.spec().policies().startTimeout();
    long end = submission.time().nanos() + limit.toNanos();
    try {
      job.submit();
      while (!job.isComplete()) {
        if (submission.time().nanos() - end > 0) {
          throw new IOException(
              "%s has not ended in --start-timeout %s: its queue may have no room now"
                  .formatted(probe.application().orElse("the job"), SettingType.text(limit)));
        }
        submission.time().sleep(POLL);
      }
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    } finally {
      probe.killQuietly();
    }
    if (!job.isSuccessful()) {
      throw new IOException(probe.whyFailed().orElse("no reason given; see the log of the job"));
    }
    List<Node> nodes = new ArrayList<>();
    for (int task = 0; task < submission.spec().tasks(); task++) {
      nodes.add(submission.run().readJson(FILE + task, Node.class).orElseThrow());
    }
    return nodes;
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    RunDirectory run = new RunDirectory(conf, FileOutputFormat.getOutputPath(context));
    int task = TaskInputFormat.task(context);
    List<String> silent = new ArrayList<>();
    for (String address : conf.getTrimmedStringCollection(ADDRESSES)) {
      Address of = Address.fromString(address);
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(of.getHostName(), of.getPort()), CONNECT_MILLIS);
      } catch (IOException e) {
        silent.add(address);
      }
    }
    run.writeJson(
        FILE + task,
        new Node(
            LoadMapper.host(),
            Runtime.version().toString(),
            aheadMillis(Time.real(), run, "clock-" + task),
            silent));
  }

  /**
   * How far the clock of this machine is ahead of that of the file system, in milliseconds, if not
   * behind; at least, as far as that is known.
   *
   * @param probe name of a file that is deleted afterwards
   */
  public static double aheadMillis(Time time, RunDirectory run, String probe)
      throws IOException, InterruptedException {
    ReferenceClock clock =
        ReferenceClock.measure(time, run.fileSystem(), new Path(run.path(), probe));
    double ahead = time.instant().toEpochMilli() - clock.toMillis(time.nanos());
    return Math.max(ahead - clock.errorMillis(), Math.min(0, ahead + clock.errorMillis()));
  }
}
