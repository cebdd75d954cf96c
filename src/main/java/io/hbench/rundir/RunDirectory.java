package io.hbench.rundir;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import io.hbench.data.RowSet;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * The files of one run: where the job leaves them and the report finds them.
 *
 * <pre>
 *   plan.xml               the effective settings
 *   job.json               {@link JobFacts}
 *   keys                   --keys sampled: {@link KeysFile}
 *   tasks/part-m-00000     a task's own histograms, for every series and interval
 *   tasks/facts-m-00000    {@link TaskFacts}, JSON
 *   hfiles/0-249999/info0/… load --bulk: HFiles by the rows in them, until they are handed over
 *   part-r-00000           merged: one record for each series
 *   timeline-r-00000       merged: one record for each series and interval
 *   report.txt report.json report.html
 *   junit.xml              objectives, if there are any, for CI servers
 *   run.hlog               HdrHistogram log: every interval, for its own tools
 *   steps/001/             findmax: a run directory for each step
 *   findmax.json findmax.txt
 *   _SUCCESS               only if the job succeeded
 *   _start/                where tasks meet; gone when the job is done
 * </pre>
 *
 * SequenceFiles hold {@link Series} as Text and {@link LatencyRecord}s.
 */
public final class RunDirectory {
  public static final String PLAN = "plan.xml";
  public static final String JOB = "job.json";
  public static final String KEYS = "keys";
  public static final String TASKS = "tasks";
  private static final String TASK_FACTS = TASKS + "/facts-m-";
  private static final String TASK_PART = TASKS + "/part-m-";
  public static final String TIMELINE = "timeline";
  public static final String MERGED = "part-r-00000";
  public static final String REPORT_TEXT = "report.txt";
  public static final String REPORT_JSON = "report.json";
  public static final String JUNIT = "junit.xml";
  public static final String REPORT_PAGE = "report.html";
  public static final String HLOG = "run.hlog";
  public static final String SUCCESS = "_SUCCESS";
  public static final String START = "_start";
  public static final String HFILES = "hfiles";

  public static final String FINDMAX = "findmax.json";
  private static final String STEPS = "steps/";

  /** There when no step comes after those that are. */
  public static final String LAST_STEP = STEPS + "_last";

  private static final Gson JSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();

  /** Takes one record of a SequenceFile. */
  @FunctionalInterface
  public interface RecordSink {
    void accept(Series series, LatencyRecord record) throws IOException;
  }

  /** Takes one record of a task's own file. */
  @FunctionalInterface
  public interface TaskRecordSink {
    void accept(int task, Series series, LatencyRecord record) throws IOException;
  }

  private final Configuration conf;
  private final Path path;
  private final FileSystem fs;

  public RunDirectory(Configuration conf, Path path) throws IOException {
    this.conf = conf;
    this.fs = path.getFileSystem(conf);
    this.path = fs.makeQualified(path);
  }

  /** Of a run in steps, from 1 on: each has a run directory of its own. */
  public static String step(int step) {
    return STEPS + String.format(Locale.ROOT, "%03d", step);
  }

  /** One of those. */
  public RunDirectory directory(String name) throws IOException {
    return new RunDirectory(conf, new Path(path, name));
  }

  public static String taskPart(int task) {
    return TASK_PART + number(task);
  }

  public static String taskFacts(int task) {
    return TASK_FACTS + number(task) + ".json";
  }

  private static String number(int task) {
    return String.format(Locale.ROOT, "%05d", task);
  }

  public Path path() {
    return path;
  }

  public FileSystem fileSystem() {
    return fs;
  }

  public boolean exists() throws IOException {
    return fs.exists(path);
  }

  public boolean has(String name) throws IOException {
    return fs.exists(new Path(path, name));
  }

  /** Writes a file that hbench owns; see {@link #replace}. */
  public void write(String name, String text) throws IOException {
    replace(name, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  public void writeJson(String name, Object facts) throws IOException {
    write(name, toJson(facts));
  }

  /** Writes a file, and may close the stream. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a file that hbench owns, in place of an earlier version of it. Whoever reads it, and
   * whenever this is killed, finds one version or the other. Two may do it at once: the later one
   * wins.
   */
  public void replace(String name, Content content) throws IOException {
    Path file = new Path(path, name);
    Path next = new Path(file.getParent(), "_" + file.getName() + "-" + UUID.randomUUID());
    try (OutputStream out = fs.create(next, true)) {
      content.writeTo(out);
    }
    FileContext.getFileContext(fs.getUri(), conf).rename(next, file, Options.Rename.OVERWRITE);
  }

  /** Writes a file that is not there yet, so that whoever sees it sees all of it. */
  public void publish(String name, String text) throws IOException {
    Path file = new Path(path, name);
    Path draft = new Path(file.getParent(), "_draft_" + file.getName());
    write(fs, draft, text);
    if (!fs.rename(draft, file)) {
      throw new IOException("can't rename " + draft + " to " + file);
    }
  }

  public static void write(FileSystem fs, Path file, String text) throws IOException {
    try (Writer out = new OutputStreamWriter(fs.create(file, true), StandardCharsets.UTF_8)) {
      out.write(text);
    }
  }

  public static String toJson(Object facts) {
    return JSON.toJson(facts) + "\n";
  }

  /**
   * The settings of the run, and nothing else.
   *
   * @throws IOException if the directory is not a run's
   */
  public Configuration plan() throws IOException {
    if (!has(PLAN)) {
      throw new IOException(path + " is not a run directory: it has no " + PLAN);
    }
    Configuration plan = new Configuration(false);
    try (FSDataInputStream in = fs.open(new Path(path, PLAN))) {
      plan.addResource(in);
      plan.size(); // reads it now
    }
    return plan;
  }

  /** Nothing, if there is no such file. */
  public <T> Optional<T> readJson(String name, Class<T> type) throws IOException {
    return readJson(new Path(path, name), type);
  }

  /** What the tasks said of themselves, in no particular order. */
  public List<TaskFacts> taskFacts() throws IOException {
    List<TaskFacts> facts = new ArrayList<>();
    for (FileStatus file : list(TASK_FACTS)) {
      readJson(file.getPath(), TaskFacts.class).ifPresent(facts::add);
    }
    return facts;
  }

  /** The rows that a load has written for certain, as far as its tasks came to say so. */
  public RowSet acknowledged() throws IOException {
    RowSet rows = new RowSet();
    for (TaskFacts facts : taskFacts()) {
      if (facts.acknowledged() != null) {
        rows.add(RowSet.parse(facts.acknowledged()));
      }
    }
    return rows;
  }

  /** Every record of the tasks' own files, in the order in which a task wrote them. */
  public void readTaskRecords(RecordSink sink) throws IOException {
    readTaskRecords((task, series, record) -> sink.accept(series, record));
  }

  /** The same, one task after the other. */
  public void readTaskRecords(TaskRecordSink sink) throws IOException {
    for (FileStatus file : list(TASK_PART)) {
      String name = file.getPath().getName();
      int task = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
      read(file.getPath(), (series, record) -> sink.accept(task, series, record));
    }
  }

  /** The file that a task writes, or will write. */
  public GrowingFile taskRecords(int task) {
    return new GrowingFile(conf, fs, new Path(path, taskPart(task)));
  }

  /** Every record of the files that begin so, sorted by name; none, if there are none. */
  public void readRecords(String prefix, RecordSink sink) throws IOException {
    for (FileStatus file : list(prefix)) {
      read(file.getPath(), sink);
    }
  }

  /** Up to its last whole block, if its writer was killed. */
  private void read(Path file, RecordSink sink) throws IOException {
    new GrowingFile(conf, fs, file).readOn(sink);
  }

  private <T> Optional<T> readJson(Path file, Class<T> type) throws IOException {
    try (FSDataInputStream in = fs.open(file);
        InputStreamReader text = new InputStreamReader(in, StandardCharsets.UTF_8)) {
      return Optional.ofNullable(JSON.fromJson(text, type));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (JsonParseException e) {
      throw new IOException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  /** Not a glob: the path is the user's and may hold any character. */
  private List<FileStatus> list(String prefix) throws IOException {
    Path start = new Path(path, prefix);
    try {
      return Arrays.asList(
          fs.listStatus(start.getParent(), file -> file.getName().startsWith(start.getName())));
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
