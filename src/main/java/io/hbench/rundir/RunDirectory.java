package io.hbench.rundir;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import io.hbench.data.RowSet;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * The files of one run: where the job leaves them and the report finds them.
 *
 * <pre>
 *   plan.xml               the effective settings
 *   job.json               {@link JobFacts}
 *   tasks/part-m-00000     a task's own histograms, for every series and interval
 *   tasks/facts-m-00000    {@link TaskFacts}, JSON
 *   hfiles/0-249999/info0/… load --bulk: HFiles by the rows in them, until they are handed over
 *   part-r-00000           merged: one record for each series
 *   timeline-r-00000       merged: one record for each series and interval
 *   report.txt report.json
 *   run.hlog               HdrHistogram log: every interval, for its own tools
 *   _SUCCESS               only if the job succeeded
 *   _start/                where tasks meet; gone when the job is done
 * </pre>
 *
 * SequenceFiles hold {@link Series} as Text and {@link LatencyRecord}s.
 */
public final class RunDirectory {
  public static final String PLAN = "plan.xml";
  public static final String JOB = "job.json";
  public static final String TASKS = "tasks";
  private static final String TASK_FACTS = TASKS + "/facts-m-";
  private static final String TASK_PART = TASKS + "/part-m-";
  public static final String TIMELINE = "timeline";
  public static final String MERGED = "part-r-00000";
  public static final String REPORT_TEXT = "report.txt";
  public static final String REPORT_JSON = "report.json";
  public static final String HLOG = "run.hlog";
  public static final String SUCCESS = "_SUCCESS";
  public static final String START = "_start";
  public static final String HFILES = "hfiles";

  private static final long ENDLESS = Long.MAX_VALUE / 2;

  private static final Gson JSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();

  /** Takes one record of a SequenceFile. */
  @FunctionalInterface
  public interface RecordSink {
    void accept(Series series, LatencyRecord record) throws IOException;
  }

  private final Configuration conf;
  private final Path path;
  private final FileSystem fs;

  public RunDirectory(Configuration conf, Path path) throws IOException {
    this.conf = conf;
    this.fs = path.getFileSystem(conf);
    this.path = fs.makeQualified(path);
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

  /** Writes a file that hbench owns, replacing an earlier version of it. */
  public void write(String name, String text) throws IOException {
    write(fs, new Path(path, name), text);
  }

  /** The same so that whoever reads it, and whenever this is killed, finds one version or other. */
  public void replaceJson(String name, Object facts) throws IOException {
    Path file = new Path(path, name);
    Path next = new Path(file.getParent(), "_" + file.getName());
    write(fs, next, toJson(facts));
    FileContext.getFileContext(fs.getUri(), conf).rename(next, file, Options.Rename.OVERWRITE);
  }

  public void writeJson(String name, Object facts) throws IOException {
    write(name, toJson(facts));
  }

  public static void write(FileSystem fs, Path file, String text) throws IOException {
    try (Writer out = new OutputStreamWriter(fs.create(file, true), StandardCharsets.UTF_8)) {
      out.write(text);
    }
  }

  public static String toJson(Object facts) {
    return JSON.toJson(facts) + "\n";
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
    for (FileStatus file : list(TASK_PART)) {
      read(file.getPath(), sink);
    }
  }

  /** Every record of the files that begin so, sorted by name; none, if there are none. */
  public void readRecords(String prefix, RecordSink sink) throws IOException {
    for (FileStatus file : list(prefix)) {
      read(file.getPath(), sink);
    }
  }

  /** Up to its last whole block, if its writer was killed. */
  private void read(Path file, RecordSink sink) throws IOException {
    // a file that was never closed is longer than the name node knows: read until nothing comes
    try (FSDataInputStream in = fs.open(file);
        SequenceFile.Reader reader =
            new SequenceFile.Reader(
                conf, SequenceFile.Reader.stream(in), SequenceFile.Reader.length(ENDLESS))) {
      Text series = new Text();
      LatencyRecord record = new LatencyRecord();
      while (reader.next(series, record)) {
        sink.accept(Series.parse(series.toString()), record);
        record = new LatencyRecord();
      }
    } catch (EOFException e) {
      // its end
    }
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
