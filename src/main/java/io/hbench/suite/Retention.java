package io.hbench.suite;

import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The suites of one name that lie in one directory: night after night. */
public final class Retention {
  private final RunDirectory newest;
  private final Configuration conf;
  private final String name;

  /**
   * @param newest the one that has just ended
   * @param name of the suite: others in the same place are not looked at
   */
  public Retention(RunDirectory newest, Configuration conf, String name) {
    this.newest = newest;
    this.conf = conf;
    this.name = name;
  }

  /** The one before the newest, if there is one. */
  public Optional<Path> previous() throws IOException {
    return earlier().stream().findFirst();
  }

  /**
   * Deletes the oldest. Only what has the record of a suite of this name is one: nothing else that
   * lies beside them is touched.
   *
   * @param keep how many remain, the newest included; 0 for all of them
   * @param spared remains in any case
   * @return what is gone
   */
  public List<Path> clean(int keep, Optional<Path> spared) throws IOException {
    List<Path> gone = new ArrayList<>();
    if (keep > 0) {
      for (Path old : earlier().stream().skip(keep - 1L).toList()) {
        if (!Optional.of(old).equals(spared)) {
          newest.fileSystem().delete(old, true);
          gone.add(old);
        }
      }
    }
    return gone;
  }

  /** From the last to the first, by the time at which their records were written. */
  private List<Path> earlier() throws IOException {
    record Night(Path path, long time) {}
    FileSystem fs = newest.fileSystem();
    List<Night> nights = new ArrayList<>();
    for (FileStatus beside : fs.listStatus(newest.path().getParent())) {
      Path record = new Path(beside.getPath(), SuiteExecution.RECORD);
      if (beside.isDirectory()
          && !beside.getPath().equals(newest.path())
          && fs.exists(record)
          && new RunDirectory(conf, beside.getPath())
              .readJson(SuiteExecution.RECORD, SuiteRecord.class)
              .filter(suite -> SuiteRecord.SCHEMA.equals(suite.schema()))
              .filter(suite -> name.equals(suite.name()))
              .isPresent()) {
        nights.add(new Night(beside.getPath(), fs.getFileStatus(record).getModificationTime()));
      }
    }
    return nights.stream()
        .sorted(Comparator.comparing(Night::time).reversed())
        .map(Night::path)
        .toList();
  }
}
