package io.hbench.kit;

import io.hbench.cli.Main;
import io.hbench.driver.Console;
import io.hbench.rundir.RunDirectory;
import io.hbench.time.Time;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.assertj.core.api.AssertProvider;

/**
 * hbench in this JVM, without a terminal: a command line in, exit code and output out. Without an
 * HBase it plays in a {@link VirtualTime}, which goes on from one command to the next. The draw
 * seed of each command is its number, so that each run of the tests draws the same.
 */
public final class Hbench {
  private static final Pattern WORD = Pattern.compile("(?:[^' ]|'[^']*')+");

  /** No round number: the stamps of files look exact. */
  private static final Instant EPOCH = Instant.parse("2026-01-31T10:15:00.123Z");

  private final Configuration conf;
  private final Path dir;
  private final boolean isVirtual;
  private Instant now = EPOCH;
  private int jobs;
  private int commands;
  private boolean drawsAnew;
  private Result last;

  /**
   * What a command left.
   *
   * @param dir the directory that it was told to make, or null
   */
  public record Result(int exitCode, String out, String err, Path dir)
      implements AssertProvider<ResultAssert> {
    public Json report() {
      return json(RunDirectory.REPORT_JSON);
    }

    /** The report's first operation. */
    public Json operation() {
      return report().at("operations.0");
    }

    /** A file of the directory. */
    public Json json(String file) {
      return Json.read(dir.resolve(file));
    }

    @Override
    public ResultAssert assertThat() {
      return new ResultAssert(this);
    }
  }

  /** Jobs are threads of this JVM in virtual time, and there is no HBase. */
  public Hbench(Path dir) {
    this(LocalJobs.defaults(), dir, true);
  }

  /** The same on the node of a site, with settings of its own. */
  public static Hbench ofSite(Configuration site, Path dir) {
    return new Hbench(site, dir, true);
  }

  /**
   * The same by the clock of the machine, with Hadoop's own runner of jobs: for runs with processes
   * of a shell, and for what is about Hadoop's runner.
   */
  public static Hbench inRealTime(Path dir) {
    return new Hbench(LocalJobs.defaults(), dir, false);
  }

  /**
   * The same with an HBase.
   *
   * @param hbase the addresses of a cluster, and nothing about YARN
   * @param dir for everything that commands leave
   */
  public Hbench(Configuration hbase, Path dir) {
    this(hbase, dir, false);
  }

  private Hbench(Configuration others, Path dir, boolean isVirtual) {
    this.conf = LocalJobs.withoutDrawSeed(others, dir);
    this.dir = dir;
    this.isVirtual = isVirtual;
  }

  /** Lets each run draw anew, as those of users do: for tests of just that. */
  public Hbench drawingAnew() {
    drawsAnew = true;
    return this;
  }

  /**
   * Runs a command with the words as they are, in virtual time.
   *
   * @throws IllegalArgumentException if the configuration is that of a cluster
   */
  public static Result run(Configuration conf, String... words) {
    return run(new VirtualTime(EPOCH), conf, null, words);
  }

  /** Runs a command with the words as they are against a cluster, whose daemons take real time. */
  public static Result runOnCluster(Configuration cluster, String... words) {
    return run(cluster, Time.real(), null, words);
  }

  private Result runHere(Path out, String... words) {
    Configuration next = next();
    if (!isVirtual) {
      return run(next, Time.real(), out, words);
    }
    VirtualTime time = new VirtualTime(now);
    try {
      return run(time, next, out, words);
    } finally {
      now = time.instant().plusSeconds(1);
    }
  }

  /** Runs a command in the time of this thread, or else in another one. */
  private static Result run(VirtualTime other, Configuration conf, Path dir, String... words) {
    if (FileSystem.getDefaultUri(conf).getScheme().equals("hdfs")) {
      // 2 minutes until its containers start would be over at once
      throw new IllegalArgumentException("virtual time against a cluster: Hbench.runOnCluster");
    }
    VirtualTime time = VirtualTime.ofThread().orElse(other);
    try {
      return time.play(() -> run(conf, time, dir, words));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Result run(Configuration conf, Time time, Path dir, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            Map.of(),
            time);
    int exitCode = Main.run(conf, console, words);
    return new Result(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8), dir);
  }

  /**
   * Runs a command.
   *
   * @param words with spaces between them; {@code 'one word'} may have spaces
   */
  public Result run(String words) {
    last = runHere(null, split(words));
    return last;
  }

  /** Runs a command that makes a directory of this name, for its result. */
  public Result job(String name, String words) {
    Path out = dir.resolve(name);
    last = runHere(out, split(words + " --out " + out));
    if (!drawsAnew) {
      Inputs.noteDrawSeeds(out);
    }
    return last;
  }

  /** Runs a command that makes a directory, with errors alone on standard error. */
  public Result job(String words) {
    jobs++;
    return job("run-" + jobs, words + " --quiet");
  }

  /** The result of the last command. */
  public Result last() {
    return last;
  }

  /** The configuration of the next command. */
  private Configuration next() {
    commands++;
    return drawsAnew ? conf : LocalJobs.withDrawSeed(conf, commands);
  }

  private static String[] split(String words) {
    return WORD.matcher(words)
        .results()
        .map(MatchResult::group)
        .map(word -> word.replace("'", ""))
        .toArray(String[]::new);
  }
}
