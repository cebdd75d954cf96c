package io.hbench.rundir;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.StoreFs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDirectoryTest {
  @TempDir private Path dir;

  @Test
  void aDirectoryIsMadeByOneProcessAlone() throws IOException {
    RunDirectory once =
        new RunDirectory(
            new Configuration(), new org.apache.hadoop.fs.Path(dir.resolve("once").toUri()));
    assertThat(once.take("first")).isTrue();
    assertThat(once.take("second")).isFalse();
    assertThat(dir.resolve("once/_taken")).hasContent("first");
    once.release();
    assertThat(dir.resolve("once")).doesNotExist();
    once.release();
    assertThat(once.take("third")).isTrue();
    once.write(RunDirectory.PLAN, "");
    once.release();
    assertThat(dir.resolve("once/plan.xml")).exists();
  }

  /**
   * A binding renames onto a file by a deletion and a renaming, between which a process may end.
   */
  @Test
  void anObjectStoreDeletesNoFileToReplaceIt() throws IOException {
    RunDirectory run =
        new RunDirectory(
            StoreFs.in(new Configuration()),
            new org.apache.hadoop.fs.Path("store://" + dir.resolve("run")));
    run.write(RunDirectory.JOB, "submitted");
    run.write(RunDirectory.JOB, "ended");
    assertThat(dir.resolve("run/job.json")).hasContent("ended");
  }

  /** Both have seen that there is no directory. */
  @Test
  void ofTwoProcessesThatWantADirectoryAtOnceTheSecondIsRefused() throws IOException {
    Configuration conf = new Configuration();
    conf.setClass("fs.late.impl", LateFileSystem.class, RawLocalFileSystem.class);
    RunDirectory once =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path("late://" + dir.resolve("once")));
    assertThat(once.take("first")).isTrue();
    assertThat(once.take("second")).isFalse();
    assertThat(dir.resolve("once/_taken")).hasContent("first");
  }

  /** A file system that does not know directories yet which others have just made. */
  public static final class LateFileSystem extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("late:///");
    }

    @Override
    public String getScheme() {
      return "late";
    }

    @Override
    public boolean exists(org.apache.hadoop.fs.Path path) throws IOException {
      return !path.getName().equals("once") && super.exists(path);
    }
  }

  /** HDFS says it while the other process has not closed its file yet. */
  @Test
  void aFileThatAnotherProcessIsCreatingIsTaken() throws IOException {
    Configuration conf = new Configuration();
    conf.setClass("fs.busy.impl", Busy.class, RawLocalFileSystem.class);
    RunDirectory busy =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path("busy://" + dir.resolve("busy")));
    assertThat(busy.take("second")).isFalse();
  }

  /** A file system on which another process always creates the same file. */
  static final class Busy extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("busy:///");
    }

    @Override
    public FSDataOutputStream create(org.apache.hadoop.fs.Path file, boolean overwrite)
        throws IOException {
      throw new AlreadyBeingCreatedException("by DFSClient_1");
    }
  }

  /** Hadoop takes the text before a colon for a scheme where a path is made of a name. */
  @Test
  void aDirectoryWithATimeInItsNameIsListed() throws IOException {
    Files.createDirectory(dir.resolve("before"));
    Files.createDirectory(dir.resolve("2026-01-31T10:15"));
    Files.createFile(dir.resolve("a-file"));
    assertThat(new RunDirectory(new Configuration(), path()).directories())
        .extracting(one -> one.path().getName())
        .containsExactly("2026-01-31T10:15", "before");
  }

  private org.apache.hadoop.fs.Path path() {
    return new org.apache.hadoop.fs.Path(dir.toUri());
  }
}
