package io.hbench.rundir;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
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
