package io.hbench.kit;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.cli.TestMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** The program in this JVM, its job in Hadoop's LocalJobRunner, and what it printed. */
public final class Hbench {
  private final Configuration conf;
  private final Path dir;
  private int runs;
  private TestMain.Result last;

  /**
   * @param hbase the addresses of a cluster, and nothing about YARN
   * @param dir for everything that runs leave
   */
  public Hbench(Configuration hbase, Path dir) {
    this.conf = LocalJobs.conf(hbase, dir);
    this.dir = dir;
  }

  /** A command that submits a job. Returns the exit code. */
  public int job(String words) {
    runs++;
    return run(words + " --quiet --out " + out());
  }

  public int run(String words) {
    last = TestMain.run(conf, words.split(" "));
    return last.exitCode();
  }

  public String out() {
    return dir.resolve("run-" + runs).toString();
  }

  public String stdout() {
    return last.out();
  }

  public String stderr() {
    return last.err();
  }

  public JsonObject report() throws IOException {
    return json("report.json");
  }

  /** A file of the run directory. */
  public JsonObject json(String name) throws IOException {
    return json(Path.of(out()), name);
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
