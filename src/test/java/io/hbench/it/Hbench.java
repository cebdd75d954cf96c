package io.hbench.it;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.cli.LocalJobs;
import io.hbench.cli.TestMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/** The program in this JVM, its job in Hadoop's LocalJobRunner, and what it printed. */
final class Hbench {
  private final Configuration conf;
  private final Path dir;
  private int runs;
  private TestMain.Result last;

  /**
   * @param hbase the addresses of a cluster, and nothing about YARN
   * @param dir for everything that runs leave
   */
  Hbench(Configuration hbase, Path dir) {
    this.conf = LocalJobs.conf(hbase, dir);
    this.dir = dir;
  }

  /** A command that submits a job. Returns the exit code. */
  int job(String words) {
    runs++;
    return run(words + " --quiet --out " + out());
  }

  int run(String words) {
    last = TestMain.run(conf, words.split(" "));
    return last.exitCode();
  }

  String out() {
    return dir.resolve("run-" + runs).toString();
  }

  String stdout() {
    return last.out();
  }

  String stderr() {
    return last.err();
  }

  JsonObject report() throws IOException {
    return json("report.json");
  }

  /** A file of the run directory. */
  JsonObject json(String name) throws IOException {
    return json(Path.of(out()), name);
  }

  /** The same of a run that was told where to leave its files. */
  static JsonObject json(Path runDirectory, String name) throws IOException {
    return JsonParser.parseString(Files.readString(runDirectory.resolve(name))).getAsJsonObject();
  }

  /** The report of the run's only operation. */
  JsonObject operation() throws IOException {
    return report().getAsJsonArray("operations").get(0).getAsJsonObject();
  }
}
