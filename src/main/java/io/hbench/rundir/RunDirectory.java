package io.hbench.rundir;

import static io.hbench.figure.Format.format;

import com.google.gson.Gson;
import io.hbench.json.JsonFormat;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Series;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.security.UserGroupInformation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run directory: the files of one run, which the job writes and the report reads. Its files are
 * listed in {@code src/docs/reference/run-directory.md}. SequenceFiles hold {@link Series} as Text,
 * and {@link LatencyRecord}s or {@link TaskRecord}s.
 */
public final class RunDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(RunDirectory.class);

  public static final String TAKEN = "_taken";
  public static final String PLAN = "plan.xml";
  public static final String JOB = "job.json";
  public static final String KEYS = "keys";
  public static final String TASKS = "tasks";
  static final String TASK_FACTS = TASKS + "/facts-m-";
  static final String LOST_TASK = TASKS + "/lost-m-";
  static final String TASK_PART = TASKS + "/part-m-";
  public static final String TIMELINE = "timeline";
  public static final String MERGED = "part-r-00000";

  /** Prefix of the file with the facts of all tasks. */
  public static final String FACTS = "facts";

  public static final String MERGED_FACTS = FACTS + "-r-00000";
  public static final String MERGED_TIMELINE = TIMELINE + "-r-00000";
  public static final String REPORT_TEXT = "report.txt";
  public static final String REPORT_JSON = "report.json";
  public static final String JUNIT = "junit.xml";
  public static final String REPORT_PAGE = "report.html";
  public static final String HLOG = "run.hlog";
  public static final String SUCCESS = "_SUCCESS";
  public static final String START = "_start";
  public static final String HFILES = "hfiles";
  public static final String FINDMAX = "findmax.json";

  /** Maximum size in bytes of a file that is read as a whole. */
  private static final long MAX_LENGTH = 256L << 20;

  /** Consumer of the records of a SequenceFile. */
  @FunctionalInterface
  public interface RecordSink {
    void accept(Series series, LatencyRecord record) throws IOException;
  }

  private final Configuration conf;
  private final Path path;
  private final FileSystem fs;
  private final AtomicLong filesRead;

  public RunDirectory(Configuration conf, Path path) throws IOException {
    this(conf, path.getFileSystem(conf), path, new AtomicLong());
  }

  private RunDirectory(Configuration conf, FileSystem fs, Path path, AtomicLong filesRead) {
    this.conf = conf;
    this.fs = fs;
    this.path = fs.makeQualified(path);
    this.filesRead = filesRead;
  }

  /** Name of the run directory of a findmax step, from 1 on. */
  public static String step(int step) {
    return "steps/" + format("%03d", step);
  }

  /** Whether a path is that of a directory or below it. */
  public static boolean isIn(String path, String directory) {
    return path.equals(directory) || path.startsWith(directory + "/");
  }

  public RunDirectory directory(String name) {
    return new RunDirectory(conf, fs, new Path(path, name), filesRead);
  }

  /** The directories in this one, sorted by name. */
  public List<RunDirectory> directories() throws IOException {
    return Arrays.stream(fs.listStatus(path))
        .filter(FileStatus::isDirectory)
        .sorted()
        .map(file -> new RunDirectory(conf, fs, file.getPath(), filesRead))
        .toList();
  }

  public static String taskPart(int task) {
    return TASK_PART + number(task);
  }

  public static String taskFacts(int task) {
    return TASK_FACTS + number(task) + ".json";
  }

  public static String lostTask(int task) {
    return LOST_TASK + number(task) + ".json";
  }

  private static String number(int task) {
    return format("%05d", task);
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

  /**
   * Makes the directory, for one process of all that may try it at once.
   *
   * @return whether this process makes it; it exists otherwise
   * @throws IOException if the file system refuses it, in safe mode for example
   */
  public boolean take(String process) throws IOException {
    if (exists()) {
      return false;
    }
    OutputStream out;
    try {
      out = fs.create(new Path(path, TAKEN), false);
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException e) {
      if (e.getClass().getSimpleName().equals("AlreadyBeingCreatedException")) { // of HDFS's client
        return false;
      }
      throw e;
    }
    try (out) {
      out.write(process.getBytes(StandardCharsets.UTF_8));
    } catch (FileAlreadyExistsException e) { // an object store knows it at the end
      return false;
    } catch (IOException e) { // without space, for example
      if (knowsOwners()) { // else nothing was there yet, or it is another's
        release();
      }
      throw e;
    }
    return true;
  }

  /** The process that made the directory, for people; empty if an older version made it. */
  public String taker() throws IOException {
    if (!has(TAKEN)) {
      return "";
    }
    try (InputStream in = open(new Path(path, TAKEN))) { // it may be another user's text
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return text.strip().replaceAll("\\p{C}", "?");
    }
  }

  /** Whether the file system knows who has written a file; some object stores name who asks. */
  public boolean knowsOwners() throws IOException {
    return fs.hasPathCapability(path, CommonPathCapabilities.FS_PERMISSIONS);
  }

  /** This user, as the file system names the owners of files. */
  public String user() throws IOException {
    return fs.getUri().getScheme().equals("file") // which knows no other users of Hadoop
        ? System.getProperty("user.name")
        : UserGroupInformation.getCurrentUser().getShortUserName();
  }

  /**
   * Who may have written files of the directory besides this user: the owner of the first such
   * file, or {@code everybody}. Whoever replaces a file of HDFS owns the new one. Those who share a
   * group that may write count as the owner. Empty without {@link #knowsOwners}.
   *
   * @param files that matter; those that do not exist don't
   */
  public Optional<String> stranger(String... files) throws IOException {
    for (String name : files) {
      if (knowsOwners() && has(name)) {
        FileStatus file = fs.getFileStatus(new Path(path, name));
        if (!file.getOwner().equals(user())) {
          return Optional.of(file.getOwner());
        }
        if (file.getPermission().getOtherAction().implies(FsAction.WRITE)) {
          return Optional.of("everybody");
        }
      }
    }
    return Optional.empty();
  }

  /** Deletes the directory if it has no file but that of {@link #take}. */
  public void release() {
    try {
      delete(TAKEN);
    } catch (IOException e) {
      LOG.debug("{} stays, or is gone already", path, e);
    }
  }

  /** Makes the directory, for its owner alone. */
  public void makePrivate() throws IOException {
    fs.mkdirs(path);
    fs.setPermission(path, new FsPermission((short) 0700));
  }

  /** Deletes the directory if it has no files but these, which hbench has just made. */
  public void delete(String... files) throws IOException {
    if (fs.listStatus(path, file -> !List.of(files).contains(file.getName())).length == 0) {
      fs.delete(path, true);
    }
  }

  /** Writes a file that hbench owns; see {@link #replace}. */
  public void write(String name, String text) throws IOException {
    replace(name, bytes(text));
  }

  public void writeJson(String name, Object facts) throws IOException {
    write(name, toJson(facts));
  }

  /**
   * Replaces a file that hbench owns: writes the new version beside the old one and renames it. A
   * reader finds the old or the new version, even if this process is killed. Of two writers at
   * once, the later one wins. In an object store the file is written over: see {@link Renaming}.
   *
   * @param content writes it; may close the stream
   */
  public void replace(String name, FailableConsumer<OutputStream, IOException> content)
      throws IOException {
    Path file = new Path(path, name);
    Optional<FileContext> context = Renaming.ontoFiles(fs, file);
    if (context.isEmpty()) {
      write(fs, file, true, content);
      return;
    }
    // a dot lets a name have a colon
    Path next = new Path(file.getParent(), "./_" + file.getName() + "-" + UUID.randomUUID());
    try {
      write(fs, next, true, content);
      context.get().rename(next, file, Options.Rename.OVERWRITE);
    } catch (IOException e) {
      try {
        fs.delete(next, false);
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /** Writes a file that does not exist yet; a reader sees the complete file. */
  public void publish(String name, String text) throws IOException {
    Path file = new Path(path, name);
    Path draft = new Path(file.getParent(), "_draft_" + file.getName());
    write(fs, draft, text);
    if (!fs.rename(draft, file)) {
      throw new IOException("can't rename " + draft + " to " + file);
    }
  }

  /** Reads a small file that hbench owns; asks the NameNode once, without its length. */
  public static String read(FileSystem fs, Path file) throws IOException {
    try (InputStream in = fs.open(file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  public static void write(FileSystem fs, Path file, String text) throws IOException {
    write(fs, file, true, bytes(text));
  }

  /** Writes a new file; fails if it exists by now. */
  public static void create(FileSystem fs, Path file, String text) throws IOException {
    write(fs, file, false, bytes(text));
  }

  private static FailableConsumer<OutputStream, IOException> bytes(String text) {
    return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void write(
      FileSystem fs,
      Path file,
      boolean overwrite,
      FailableConsumer<OutputStream, IOException> content)
      throws IOException {
    try (OutputStream out = fs.create(file, overwrite)) {
      content.accept(out);
    }
  }

  public static String toJson(Object facts) {
    return JsonFormat.INDENTED.toJson(facts) + "\n";
  }

  /**
   * Reads the settings of the run, without any defaults. The file may be somebody else's: it brings
   * in no other file, and nothing of the reader's environment.
   *
   * @throws IOException if this is not a run directory, or the file is damaged
   */
  public Configuration plan() throws IOException {
    if (!has(PLAN)) {
      throw new IOException(path + " is not a run directory: it has no " + PLAN);
    }
    Path file = new Path(path, PLAN);
    try (InputStream in = open(file)) {
      return settings(file, in);
    }
  }

  /**
   * Reads settings that were published for tasks that poll; empty if they are not there yet. It
   * asks the NameNode once: without the length.
   */
  public Optional<Configuration> published(String name) throws IOException {
    Path file = new Path(path, name);
    try (InputStream in = fs.open(file)) {
      return Optional.of(settings(file, in));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Configuration settings(Path file, InputStream in) throws IOException {
    Configuration settings = new Configuration(false);
    settings.setRestrictSystemProperties(true);
    try {
      settings.addResource(in, file.toString(), true);
      settings.size(); // reads it now
      return settings;
    } catch (RuntimeException e) {
      throw damaged(file, e);
    }
  }

  /** Opens a file that is read as a whole, and that may be somebody else's: limited in size. */
  private InputStream open(Path file) throws IOException {
    long length = fs.getFileStatus(file).getLen();
    if (length > MAX_LENGTH) {
      throw new IOException(
          format(
              "%s is damaged: %,d bytes, and no such file has more than %,d",
              file, length, MAX_LENGTH));
    }
    return fs.open(file);
  }

  /** The error of wrong content; the causes of a library's error name the reason. */
  private static IOException damaged(Path file, RuntimeException e) {
    Throwable reason = Objects.requireNonNullElse(ExceptionUtils.getRootCause(e), e);
    return new IOException(file + " is damaged: " + FailureText.of(reason), e);
  }

  /** Reads a JSON file; empty if it does not exist. */
  public <T> Optional<T> readJson(String name, Class<T> type) throws IOException {
    return readJson(new Path(path, name), type);
  }

  /** Reads it by another format, such as one that leaves fields out. */
  public <T> Optional<T> readJson(String name, Class<T> type, Gson json) throws IOException {
    return readJson(new Path(path, name), type, json);
  }

  /** Opens a new file of records whose keys are text. */
  public SequenceFile.Writer recordWriter(String name, Class<? extends Writable> values)
      throws IOException {
    return SequenceFile.createWriter(
        conf,
        SequenceFile.Writer.file(new Path(path, name)),
        SequenceFile.Writer.keyClass(Text.class),
        SequenceFile.Writer.valueClass(values),
        SequenceFile.Writer.compression(SequenceFile.CompressionType.BLOCK));
  }

  public TaskFiles tasks() {
    return new TaskFiles(this);
  }

  /** Reads all records of the files with a prefix, sorted by name, but those by server. */
  public void readRecords(String prefix, RecordSink sink) throws IOException {
    read(prefix, false, sink);
  }

  /** Reads the merged records by region server. */
  public void readServers(RecordSink sink) throws IOException {
    read(MERGED, true, sink);
  }

  /** Reads up to the last complete block, if the writer was killed. */
  private void read(String prefix, boolean byServer, RecordSink sink) throws IOException {
    for (FileStatus file : list(prefix)) {
      new GrowingFile(conf, fs, file.getPath())
          .readOn(
              (series, record) -> {
                if (series.isByServer() == byServer) {
                  sink.accept(series, record);
                }
              });
    }
  }

  /** Counter of the files of tasks that were read to their ends for a report. */
  public AtomicLong filesRead() {
    return filesRead;
  }

  /** Records of a file that may not exist yet. */
  GrowingFile growing(String name) {
    return new GrowingFile(conf, fs, new Path(path, name));
  }

  <T> Optional<T> readJson(Path file, Class<T> type) throws IOException {
    return readJson(file, type, JsonFormat.INDENTED);
  }

  private <T> Optional<T> readJson(Path file, Class<T> type, Gson json) throws IOException {
    try (InputStreamReader text = new InputStreamReader(open(file), StandardCharsets.UTF_8)) {
      return Optional.ofNullable(json.fromJson(text, type));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    } catch (RuntimeException e) { // not only of Gson: records check their parts
      throw damaged(file, e);
    }
  }

  /** The files whose names have a prefix. No glob: the user's path may have any character. */
  public List<FileStatus> list(String prefix) throws IOException {
    Path start = new Path(path, prefix);
    try {
      return Arrays.asList(
          fs.listStatus(start.getParent(), file -> file.getName().startsWith(start.getName())));
    } catch (FileNotFoundException e) {
      return List.of();
    }
  }
}
