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
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NullOutputFormat;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;

/**
 * A job in the containers of a run that sends no request: each of its map tasks tells what only a
 * node knows.
 */
public final class NodeProbe extends Mapper<NullWritable, NullWritable, Text, Text> {
  private static final String ADDRESSES = "io.hbench.probe.addresses";
  private static final String FILE = "node-";
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int CONNECT_MILLIS = 2_000;

  /** One more than are shown. */
  private static final int MAX_SILENT = 4;

  /** What a task tells of its node. */
  public record Node(String host, String java, double aheadMs, List<String> silent) {}

  /**
   * Runs the job until each of its tasks has answered.
   *
   * @param submission with a directory that the caller deletes
   * @param addresses {@code host:port} of what the nodes have to reach
   * @throws IOException if it fails, or has not ended in {@code --start-timeout}
   */
  @SuppressWarnings("try") // the killer is there while the job runs
  public static List<Node> ask(JobSubmission submission, List<String> addresses)
      throws IOException, InterruptedException {
    Job job = LoadJob.of(submission.spec(), submission.conf(), submission.run().path());
    job.setMapperClass(NodeProbe.class);
    job.setNumReduceTasks(0);
    job.setMaxMapAttempts(1); // a Java that is too old stays so
    job.setOutputFormatClass(NullOutputFormat.class);
    job.getConfiguration().setStrings(ADDRESSES, addresses.toArray(String[]::new));
    HadoopJob probe = new HadoopJob(job);
    boolean answered = false;
    try (KillAtExit killer = new KillAtExit(probe)) {
      job.submit();
      List<Node> nodes = await(submission, probe);
      answered = true; // and the job ends by itself
      return nodes;
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    } finally {
      if (!answered) {
        probe.killQuietly();
      }
    }
  }

  /** Waits for the answers alone: YARN may be unable to tell of a job that has ended. */
  static List<Node> await(JobSubmission submission, HadoopJob probe)
      throws IOException, InterruptedException {
    Duration limit = submission.spec().policies().startTimeout();
    var unused = probe.endAfter(limit.plusMinutes(1)); // should this process be killed
    long last = submission.time().nanos() + limit.toNanos();
    Optional<String> end = Optional.empty();
    while (true) {
      Optional<List<Node>> nodes = answers(submission.run(), submission.spec().tasks());
      if (nodes.isPresent()) {
        return nodes.get();
      }
      if (end.isPresent()) {
        throw new IOException(end.get());
      }
      if (submission.time().nanos() - last > 0) {
        throw new IOException(
            "%s has not ended in --start-timeout %s: its queue may have no room now"
                .formatted(probe.application().orElse("the job"), SettingType.text(limit)));
      }
      end = end(probe);
      if (end.isEmpty()) {
        submission.time().sleep(POLL);
      }
    }
  }

  /** What all tasks have told; empty if one has not. */
  private static Optional<List<Node>> answers(RunDirectory run, int tasks) throws IOException {
    if (run.list(FILE).size() < tasks) {
      return Optional.empty();
    }
    List<Node> nodes = new ArrayList<>();
    for (int task = 0; task < tasks; task++) {
      nodes.add(run.readJson(FILE + task, Node.class).orElseThrow());
    }
    return Optional.of(nodes);
  }

  /** Why a job has ended without an answer of each task; empty if it runs. */
  private static Optional<String> end(HadoopJob probe) throws IOException, InterruptedException {
    try {
      return probe.job().isComplete()
          ? Optional.of(probe.whyFailed().orElse("no reason given; see the log of the job"))
          : Optional.empty();
    } catch (IOException | YarnRuntimeException e) { // no history server
      return probe.end().filter(end -> !end.isSuccess()).map(HadoopJob.End::diagnostics);
    }
  }

  @Override
  public void run(Context context) throws IOException, InterruptedException {
    Configuration conf = context.getConfiguration();
    RunDirectory run = new RunDirectory(conf, FileOutputFormat.getOutputPath(context));
    int task = TaskInputFormat.task(context);
    List<String> silent = silent(conf.getTrimmedStringCollection(ADDRESSES));
    publish(
        run,
        task,
        new Node(
            LoadTask.host(),
            Runtime.version().toString(),
            aheadMillis(Time.real(), run, "clock-" + task),
            silent));
  }

  static void publish(RunDirectory run, int task, Node node) throws IOException {
    run.publish(FILE + task, RunDirectory.toJson(node));
  }

  /**
   * The first addresses to which no connection can be made. Behind a firewall each takes the whole
   * time for a connection, and more of them say nothing more.
   */
  static List<String> silent(Collection<String> addresses) {
    List<String> silent = new ArrayList<>();
    for (String address : addresses) {
      Address of = Address.fromString(address);
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(of.getHostName(), of.getPort()), CONNECT_MILLIS);
      } catch (IOException e) {
        silent.add(address);
      }
      if (silent.size() == MAX_SILENT) {
        break;
      }
    }
    return silent;
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
