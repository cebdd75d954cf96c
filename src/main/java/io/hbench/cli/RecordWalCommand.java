package io.hbench.cli;

import static io.hbench.figure.Format.format;

import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.job.WalRecorder;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.SitePolicy;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;

/** {@code record-wal}: makes a file of requests out of WALs of HBase. */
final class RecordWalCommand implements Subcommand {
  private static final String NAME = "record-wal";
  private static final String EXAMPLE = "record-wal /hbase/oldWALs --table t1 --out /tmp/requests";
  private static final SettingGroup FLAGS =
      new SettingGroup("options", List.of(RunCommand.ROW_KEYS));
  private static final Setting<String> TABLE =
      FLAGS.add("table", SettingType.NAME).help("table whose writes are recorded");
  private static final Setting<String> OUT =
      FLAGS
          .add("out", SettingType.TEXT.withExample("/tmp/requests"))
          .help("file to write, which must not exist: CSV if its name ends with .csv");

  @Override
  public Usage usage() {
    return new Usage(
        "DIR… --table NAME --out FILE [--rows hashed]",
        "makes a file for replay out of the puts and deletes in WALs of HBase",
        EXAMPLE,
        FLAGS.settings());
  }

  @Override
  public int run(Configuration given, List<String> words, Console console)
      throws IOException, InterruptedException {
    CommandLine line = parse(given, words);
    Configuration flags = line.flags();
    if (line.operands().isEmpty() || !TABLE.isSet(flags) || !OUT.isSet(flags)) {
      throw new UsageException(
          NAME + ": needs directories of WALs, --table and --out; try " + EXAMPLE);
    }
    List<Path> directories = line.operands().stream().map(d -> SettingType.path(NAME, d)).toList();
    for (Path directory : directories) {
      if (!directory.getFileSystem(line.conf()).exists(directory)) {
        throw UsageException.badValue(NAME, directory.toString(), "does not exist", EXAMPLE);
      }
    }
    Path out = SettingType.path(OUT.flag(), OUT.get(flags));
    if (out.getFileSystem(line.conf()).exists(out)) {
      throw OUT.bad(out, "exists already", "--out /tmp/requests2");
    }
    TableName table = SettingType.tableName(TABLE, TABLE.get(flags));
    SitePolicy site = new SitePolicy(line.conf());
    site.check();
    site.checkTable(Settings.SITE_READ, table.getNameAsString(), "read");
    WalRecorder.Result result;
    try {
      result =
          new WalRecorder(line.conf(), table, RunCommand.ROW_KEYS.get(flags))
              .record(directories, out);
    } catch (NoClassDefFoundError e) {
      throw new UsageException(
          NAME
              + ": no class %s: needs HADOOP_CLASSPATH=$(hbase classpath)"
                  .formatted(e.getMessage()));
    }
    if (result.puts() + result.deletes() == 0) {
      throw TABLE.bad(table, "the WALs have no put or delete of it", EXAMPLE);
    }
    console
        .out()
        .println(
            format(
                "%,d puts and %,d deletes of table %s in %,.3f s: %s",
                result.puts(), result.deletes(), table, result.millis() / 1e3, out));
    if (result.leftOut() > 0) {
      console.say(format("%,d deletes of one version of a family are left out", result.leftOut()));
    }
    return ExitCode.OK;
  }
}
