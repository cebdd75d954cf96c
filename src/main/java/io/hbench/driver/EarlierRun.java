package io.hbench.driver;

import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.data.KeyDistributionType;
import io.hbench.data.RowSet;
import io.hbench.job.JobFollower;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.HFilePieces;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingRole;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** An earlier load, complete or not: its plan and its acknowledged rows. */
public final class EarlierRun {
  /** Flag of the commands that continue what a directory has. */
  public static final Setting<String> TRUST =
      new SettingGroup("options")
          .add("trust", SettingType.NAME)
          .help(
              "user who may have written the directory or the suite file: consent, users, programs and local files");

  private static final String OTHER = " hbench/20260131-101500-load";
  private static final String FRESH = "--table t1 --rows 10M in its place";

  private final RunDirectory directory;
  private final Configuration plan;

  /**
   * Reads the plan of a load.
   *
   * @throws UsageException if it is not the directory of a load
   */
  public EarlierRun(Configuration conf, String flag, String text) throws IOException {
    directory = new RunDirectory(conf, SettingType.path(flag, text));
    if (!directory.has(RunDirectory.PLAN)) {
      throw UsageException.badValue(flag, text, "not a run directory", flag + OTHER);
    }
    plan = directory.plan();
    if (Settings.COMMAND.get(plan) != Command.LOAD) {
      throw UsageException.badValue(flag, text, "not the directory of a load", FRESH);
    }
    if (Settings.COPY_OF.isSet(plan)) {
      String source = Settings.COPY_OF.get(plan);
      String why = "copied rows of table %s, which hbench can't make again".formatted(source);
      throw UsageException.badValue(flag, text, why, flag + OTHER);
    }
    if (Settings.KEYS.get(plan).type() == KeyDistributionType.PERMUTED) {
      String why = "wrote its rows in random order, without an acknowledged-rows log";
      throw UsageException.badValue(flag, text, why, FRESH);
    }
  }

  /**
   * Checks that nobody but this user has written files that bring in more than figures: consent,
   * shell lines, a JDK, local files. Where the file system does not know it, a line says so.
   *
   * @param flags with {@link #TRUST}, if it is given
   */
  public static void checkTrust(
      RunDirectory directory, String flag, Configuration flags, Console console, String... files)
      throws IOException {
    if (!directory.knowsOwners()) {
      console.say(
          "%s %s: this file system knows no owners: who may write there chooses consent, users, programs and local files"
              .formatted(flag, directory.path()));
    }
    Optional<String> writer = directory.stranger(files);
    if (writer.isPresent() && !writer.equals(TRUST.find(flags))) {
      throw UsageException.badValue(
          flag,
          directory.path().toString(),
          "user "
              + writer.get()
              + " may have written its files, which bring in consent, users, programs and local files",
          "%s %s %s %s".formatted(flag, quoted(directory.path()), TRUST.flag(), writer.get()));
    }
  }

  public void checkTrust(Configuration flags, Console console) throws IOException {
    checkTrust(
        directory, Settings.RESUME.flag(), flags, console, RunDirectory.PLAN, RunDirectory.JOB);
  }

  /** Copies settings of the load that the configuration does not have. */
  public void fill(Configuration conf, Collection<? extends Setting<?>> settings) {
    fill(conf, plan, settings);
  }

  /** Copies the cluster and the user of the load likewise, and says so. */
  public void fillPlace(Configuration conf, Console console) throws IOException {
    List<Setting<?>> place = List.of(Settings.QUORUM, Settings.USER);
    keepOwn(directory, plan, conf, place, console);
    fill(conf, place);
  }

  /**
   * Leaves settings out of a plan that another user may have written; a line says what is taken or
   * left out.
   *
   * @param settings that count unless the configuration has them
   */
  public static void keepOwn(
      RunDirectory directory,
      Configuration plan,
      Configuration conf,
      List<Setting<?>> settings,
      Console console)
      throws IOException {
    List<Setting<?>> places =
        settings.stream().filter(s -> !s.isSet(conf) && s.isSet(plan)).toList();
    if (places.isEmpty()) {
      return;
    }
    String named =
        places.stream()
            .map(setting -> setting.flag() + " " + setting.text(plan).replace('\n', ','))
            .collect(Collectors.joining(" "));
    Optional<String> writer = directory.stranger(RunDirectory.PLAN);
    if (writer.isPresent()) {
      places.forEach(setting -> plan.unset(setting.property()));
      console.say(
          "not taken from %s, which user %s may have written: %s"
              .formatted(directory.path(), writer.get(), named));
    } else {
      console.say("from " + directory.path() + ": " + named);
    }
  }

  /**
   * Copies settings of a plan that a configuration does not have.
   *
   * @throws UsageException if a value refers to a variable: the configuration would put in what it
   *     knows, such as passwords or the environment, and the plan may be somebody else's
   */
  public static void fill(
      Configuration conf, Configuration plan, Collection<? extends Setting<?>> settings) {
    for (Setting<?> setting : settings) {
      if (!setting.isSet(conf) && setting.isSet(plan) && !setting.has(SettingRole.SITE)) {
        String text = setting.text(plan);
        if (text.contains("${")) {
          throw setting.bad(
              text,
              "a variable in " + RunDirectory.PLAN + ", which is not replaced",
              setting.flag() + " VALUE");
        }
        setting.set(conf, text);
      }
    }
  }

  /**
   * Removes what files of settings say of the rows and is not typed: the plan of the load knows it.
   *
   * @param flags as they were typed
   */
  public void forgetRows(Configuration conf, Configuration flags, Console console) {
    for (Setting<?> setting : ofRows()) {
      if (!setting.isSet(flags) && !Settings.isTyped(conf, setting.property())) {
        String text = setting.text(conf);
        boolean isText = !setting.equals(Settings.VALUE_HISTOGRAM); // there it is a file's name
        if (isText && setting.isSet(conf) && !isSame(setting, text)) {
          console.say(
              "%s is that of %s, and not %s of a file of settings"
                  .formatted(setting.flag(), directory.path(), text));
        }
        conf.unset(setting.property());
      }
    }
  }

  private static List<Setting<?>> ofRows() {
    List<Setting<?>> settings = new ArrayList<>(Settings.with(SettingRole.ROW_CONTENT));
    settings.add(Settings.BULK);
    return settings;
  }

  private boolean isSame(Setting<?> setting, String text) {
    return Objects.equals(setting.comparable(text), setting.comparable(setting.text(plan)));
  }

  /** Checks that a configuration writes the rows of the load, as the load did. */
  public void checkSame(Configuration conf) {
    List<Setting<?>> settings = ofRows();
    settings.remove(Settings.ROWS); // there may be more
    settings.add(Settings.USER);
    for (Setting<?> setting : settings) {
      String text = setting.text(conf);
      String loaded = setting.text(plan);
      if (!isSame(setting, text)) {
        String empty = setting.equals(Settings.USER) ? "the submitter" : "none";
        throw setting.bad(
            text,
            "not the %s of the load, %s"
                .formatted(setting.name(), loaded.isEmpty() ? empty : loaded),
            Settings.RESUME.flag() + " " + directory.path() + " without it");
      }
    }
  }

  /**
   * Checks that the job of the load has ended.
   *
   * @throws UsageException if the job still writes
   */
  public void checkEnded(Configuration conf) throws IOException, InterruptedException {
    Optional<String> running = JobFollower.running(conf, directory);
    if (running.isPresent()) {
      throw Settings.RESUME.bad(
          directory.path(),
          running.get() + " still writes its rows",
          "again after its end; to end it: mapred job -kill " + running.get());
    }
  }

  /** The mark of its table, as its record has it. */
  public String tableMark() throws IOException {
    return JobFacts.find(directory).map(JobFacts::tableMark).orElse(null);
  }

  public boolean isBulk() {
    return Settings.BULK.get(plan);
  }

  /** Directories of its HFiles, and of those of the loads that it resumed. */
  public List<Path> hfiles() {
    return hfiles(directory, plan);
  }

  /**
   * Checks that the HFiles can be handed over, before a job writes the others: a user who is
   * trusted with {@link #TRUST} may have written settings, but no rows of this user.
   */
  public void checkHFiles(Configuration conf) throws IOException {
    try {
      for (Path root : hfiles()) {
        RunDirectory of = new RunDirectory(conf, root);
        for (Path piece : HFilePieces.all(of.fileSystem(), root)) {
          HFilePieces.files(of.fileSystem(), piece, of.user());
        }
      }
    } catch (IOException e) {
      throw new IOException(
          "%s %s: can't hand over its HFiles: %s; try load --bulk --recreate in its place"
              .formatted(Settings.RESUME.flag(), directory.path(), FailureText.of(e)),
          e);
    }
  }

  /** Directories of the HFiles of a load with these settings, likewise. */
  static List<Path> hfiles(RunDirectory directory, Configuration settings) {
    return Stream.concat(
            Stream.of(new Path(directory.path(), RunDirectory.HFILES)),
            Settings.HFILES.find(settings).stream().flatMap(List::stream).map(Path::new))
        .toList();
  }

  /** Whether the rows of a bulk load may be in its HFiles alone, as far as its record tells. */
  public boolean mayWaitForHandOver() throws IOException {
    return isBulk() && JobFacts.find(directory).map(JobFacts::handOver).isEmpty();
  }

  /** The acknowledged rows, with those of the loads that it resumed. */
  public RowSet acknowledged() throws IOException {
    RowSet rows = new RowSet();
    Settings.ACKNOWLEDGED.find(plan).ifPresent(rows::add);
    rows.add(directory.tasks().acknowledged());
    if (isBulk()) {
      rows.add(HFilePieces.written(directory.fileSystem(), hfiles().get(0)));
    }
    return rows;
  }

  /** The rows that its table had when it ended, likewise: those of HFiles, if they are there. */
  public RowSet inTable() throws IOException {
    if (!isBulk()) {
      return acknowledged();
    }
    RowSet rows = new RowSet();
    for (Path root : hfiles()) {
      rows.add(HFilePieces.handedOver(root.getFileSystem(directory.fileSystem().getConf()), root));
    }
    return rows;
  }
}
