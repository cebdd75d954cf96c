package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.mapreduce.Cluster;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;

/** What a command leaves in the sandbox besides its run directory and its table. */
final class Leftovers {
  /** Directories in which jobs, HBase and bulk loads keep files for a while. */
  private static final List<String> PLACES =
      List.of("/", "/tmp", "/user", "/hbase/staging", "/hbase/.tmp");

  private Leftovers() {}

  /**
   * Jobs of a command that have not ended, files of their submission, and files named after a table
   * outside of HBase's data.
   *
   * @param run name of the run
   */
  static List<String> of(String run, String table) throws Exception {
    List<String> left = new ArrayList<>();
    try (FileSystem hdfs = Sandbox.hdfs()) {
      Path submissions = new Cluster(Sandbox.client()).getStagingAreaDir();
      for (JobStatus job : jobs(run)) {
        Path files = new Path(submissions, job.getJobID().toString());
        if (!job.isJobComplete() || hdfs.exists(files)) {
          left.add(files.toString());
        }
      }
      for (String place : PLACES) {
        Path path = new Path(place);
        for (FileStatus file : hdfs.exists(path) ? hdfs.listStatus(path) : new FileStatus[0]) {
          if (file.getPath().getName().contains(table)) {
            left.add(file.getPath().toString());
          }
        }
      }
    }
    return left;
  }

  /** Tables that show whether HBase would accept a table. */
  static List<String> trials(Connection connection, String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return Stream.of(admin.listTableNames())
          .map(TableName::getNameAsString)
          .filter(name -> name.startsWith(table + "_hbench_trial_"))
          .toList();
    }
  }

  /** Waits until no job of a run, or of the runs of a suite, is running. */
  static void awaitNoJob(String run, long maxMinutes) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(maxMinutes);
    while (jobs(run).stream().anyMatch(job -> !job.isJobComplete())) {
      assertThat(System.nanoTime()).as("the job of %s still runs", run).isLessThan(end);
      TimeUnit.SECONDS.sleep(1);
    }
  }

  /**
   * Waits until no job of a run is running, and shows that each was killed: one that has ended by
   * itself shows nothing about the command that should have killed it.
   */
  static void awaitKilled(String run, long maxMinutes) throws Exception {
    awaitNoJob(run, maxMinutes);
    assertThat(jobs(run))
        .as("the jobs of %s", run)
        .isNotEmpty()
        .allSatisfy(job -> assertThat(job.getState()).isEqualTo(JobStatus.State.KILLED));
  }

  /** The names of jobs end with their run directories. */
  private static List<JobStatus> jobs(String run) throws Exception {
    return Stream.of(new Cluster(Sandbox.client()).getAllJobStatuses())
        .filter(job -> (job.getJobName() + "/").contains(Runs.dir(run) + "/"))
        .toList();
  }

  static void kill(String job) throws Exception {
    new Cluster(Sandbox.client()).getJob(JobID.forName(job)).killJob();
  }
}
