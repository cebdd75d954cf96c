package io.hbench.driver;

import io.hbench.cli.CommandLine;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.RowSet;
import io.hbench.rundir.HFilePieces;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** A load that ended, or was killed: what it was to do, and what it did. */
public final class EarlierRun {
  private final RunDirectory directory;
  private final Configuration plan;

  /**
   * @param flag that names it, for messages
   * @throws UsageException if it is not the directory of a load
   */
  public EarlierRun(Configuration conf, String flag, String text) throws IOException {
    directory = new RunDirectory(conf, CommandLine.path(flag, text));
    if (!directory.has(RunDirectory.PLAN)) {
      throw UsageException.badValue(
          flag, text, "is not a run directory", "hbench/20260131-101500-load");
    }
    plan = directory.plan();
    if (Settings.COMMAND.get(plan) != Command.LOAD) {
      throw UsageException.badValue(
          flag, text, "was no load", "a load's, or --table and --rows alone");
    }
    if (isPermuted()) {
      throw UsageException.badValue(
          flag,
          text,
          "wrote its rows in random order and kept no list of them",
          "a load's in another order, or --table and --rows alone");
    }
  }

  /** Whether it wrote in random order, and so kept no list of what it wrote. */
  private boolean isPermuted() {
    return Settings.KEYS.get(plan).order() == KeyDistributionType.PERMUTED;
  }

  /** Sets what the configuration does not say itself. */
  public void fill(Configuration conf, Collection<? extends Setting<?>> settings) {
    for (Setting<?> setting : settings) {
      if (!setting.isSet(conf) && setting.isSet(plan)) {
        setting.set(conf, setting.text(plan));
      }
    }
  }

  public boolean isBulk() {
    return Settings.BULK.get(plan);
  }

  /** Where its HFiles are, and those of the loads that it went on with. */
  public List<Path> hfiles() {
    return Stream.concat(
            Stream.of(new Path(directory.path(), RunDirectory.HFILES)),
            Settings.HFILES.find(plan).stream().flatMap(List::stream).map(Path::new))
        .toList();
  }

  /** The rows that it wrote for certain, with those of the loads that it went on with. */
  public RowSet acknowledged() throws IOException {
    RowSet rows = new RowSet();
    Settings.ACKNOWLEDGED.find(plan).ifPresent(rows::add);
    rows.add(directory.acknowledged());
    if (isBulk()) {
      rows.add(HFilePieces.written(directory.fileSystem(), hfiles().get(0)));
    }
    return rows;
  }
}
