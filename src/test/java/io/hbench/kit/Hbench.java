package io.hbench.kit;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.cli.TestMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** hbench in this JVM, without a terminal: a command line in, exit code and output out. */
public final class Hbench {
  private final Configuration conf;
  private final Path dir;
  private int jobs;
  private TestMain.Result last;

  /**
   * @param hbase the addresses of a cluster, and nothing about YARN
   * @param dir for everything that commands leave
   */
  public Hbench(Configuration hbase, Path dir) {
    this.conf = LocalJobs.conf(hbase, dir);
    this.dir = dir;
  }

  /** Runs a command with the words as they are. */
  public int job(String words) {
    jobs++;
    return run(words + " --quiet --out " + out());
  }

  public int run(String words) {
    last = TestMain.run(conf, words.split(" "));
    return last.exitCode();
  }

  /**
   * Runs a command.
   *
   * @param words with spaces between them; {@code 'one word'} may have spaces
   */
  public String out() {
    return dir.resolve("run-" + jobs).toString();
  }

  /** Runs a command that makes a directory of this name, for its result. */
  public String stdout() {
    return last.out();
  }

  /** Runs a command that makes a directory, with errors alone on standard error. */
  public String stderr() {
    return last.err();
  }

  /** The result of the last command. */
  public JsonObject report() throws IOException {
    return json("report.json");
  }

  public JsonObject json(String words) throws IOException {
    return json(Path.of(out()), words);
  }

  /** The same of a run that was told where to leave its files. */
  public static JsonObject json(Path runDirectory, String name) throws IOException {
    return JsonParser.parseString(Files.readString(runDirectory.resolve(name))).getAsJsonObject();
  }

  /** The report of the run's only operation. */
  public JsonObject operation() throws IOException {
    return report().getAsJsonArray("operations").get(0).getAsJsonObject();
  }
}
