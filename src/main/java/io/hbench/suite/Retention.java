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

/**
 * Retention of the suites of one name in one directory: finds the previous suite, deletes old ones.
 */
public final class Retention {
  private final RunDirectory newest;
  private final Configuration conf;
  private final String name;

  /**
   * @param newest directory of the suite that has just ended
   * @param name name of the suite; suites of other names in the same place are ignored
   */
  public Retention(RunDirectory newest, Configuration conf, String name) {
    this.newest = newest;
    this.conf = conf;
    this.name = name;
  }

  /** Directory of the suite before the newest. */
  public Optional<Path> previous() throws IOException {
    return earlier().stream().findFirst();
  }

  /**
   * Deletes the oldest suites. A directory without a record of a suite of this name is never
   * touched.
   *
   * @param keep number of suites that remain, the newest included; 0 for all
   * @param spared directory that remains in any case
   * @return deleted directories
   */
  public List<Path> clean(int keep, Optional<Path> spared) throws IOException {
    List<Path> deleted = new ArrayList<>();
    if (keep > 0) {
      for (Path old : earlier().stream().skip(keep - 1L).toList()) {
        if (!Optional.of(old).equals(spared)) {
          newest.fileSystem().delete(old, true);
          deleted.add(old);
        }
      }
    }
    return deleted;
  }

  /** Earlier suites, newest first, by the modification time of their records. */
  private List<Path> earlier() throws IOException {
    record Earlier(Path path, long time) {}
    FileSystem fs = newest.fileSystem();
    List<Earlier> suites = new ArrayList<>();
    for (FileStatus sibling : fs.listStatus(newest.path().getParent())) {
      Path record = new Path(sibling.getPath(), SuiteExecution.RECORD);
      if (sibling.isDirectory()
          && !sibling.getPath().equals(newest.path())
          && fs.exists(record)
          && new RunDirectory(conf, sibling.getPath())
              .readJson(SuiteExecution.RECORD, SuiteRecord.class)
              .filter(suite -> SuiteRecord.SCHEMA.equals(suite.schema()))
              .filter(suite -> name.equals(suite.name()))
              .isPresent()) {
        suites.add(new Earlier(sibling.getPath(), fs.getFileStatus(record).getModificationTime()));
      }
    }
    return suites.stream()
        .sorted(Comparator.comparing(Earlier::time).reversed())
        .map(Earlier::path)
        .toList();
  }
}
