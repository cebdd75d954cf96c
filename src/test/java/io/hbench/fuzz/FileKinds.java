package io.hbench.fuzz;

import io.hbench.cli.LoadWords;
import io.hbench.compare.SyntheticRuns;
import io.hbench.data.KeySample;
import io.hbench.fuzz.Fuzz.Crash;
import io.hbench.fuzz.Fuzz.Kind;
import io.hbench.kit.Hbench;
import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.rundir.KeysFile;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;

/** Files of run directories, read by the commands that read them. */
final class FileKinds {
  private static final SyntheticRuns RUN =
      new SyntheticRuns(2, 5, 20, 500_000, 0, 0, 0, 0, 1, Map.of(Settings.KEYS, "zipfian"), null);

  private static final String SUITE =
      """
      {"schema": "hbench.suite/3", "name": "nightly", "version": "0.2.0", "running": false,
       "flags": {}, "columns": ["ops/s", "p99"], "rows": [],
       "runs": [{"step": "read", "ladder": {"threads": "4"}, "repeat": 1, "counted": true,
                 "directory": "run", "exitCode": 0, "failure": null, "complete": true,
                 "verdict": "valid", "figures": {"get": {"ops/s": 5.0}}, "canary": false}]}
      """;

  private static final String SEARCH =
      """
      {"schema": "hbench.findmax/2", "command": "findmax get@2 on table t", "version": "0.2.0",
       "out": "/f", "objectives": ["p99 < 20ms"],
       "steps": [{"number": 1, "directory": "steps/001", "rate": 1000, "achieved": 1000,
                  "p50": 300, "p99": 900, "judgement": "met", "reasons": [], "verdict": "valid",
                  "exceedance": {"objective": "p99 < 20ms", "share": 0, "low": 0, "high": 0.1,
                                 "allowed": 0.01}}],
       "result": {"rate": 1000, "lowestFailing": null, "step": "steps/001", "limit": "none",
                  "limitingStep": null, "limitingRate": null, "note": null}}
      """;

  private final Path dir;
  private final Path run;
  private final RunDirectory directory;
  private final Map<String, byte[]> seeds;
  private final byte[] record;
  private final byte[] histogram;

  private FileKinds(Path dir) throws IOException {
    this.dir = Files.createDirectories(dir.resolve("runs"));
    this.run = this.dir.resolve("run");
    RUN.write(run, 1);
    RUN.write(this.dir.resolve("other"), 2);
    Files.writeString(run.resolve("report.html"), "there already");
    directory = new RunDirectory(SyntheticRuns.conf(), new org.apache.hadoop.fs.Path(run.toUri()));
    new KeysFile(SyntheticRuns.conf(), directory)
        .write(KeySample.of(List.of(new byte[] {1}, new byte[] {2, 3})), 1);
    plain();
    seeds = new HashMap<>();
    for (String file :
        List.of(
            "plan.xml",
            "job.json",
            "report.json",
            "keys",
            "tasks/facts-m-00000.json",
            "tasks/part-m-00000",
            "part-r-00000",
            "timeline-r-00000")) {
      seeds.put(file, Files.readAllBytes(run.resolve(file)));
    }
    String job = new String(seeds.get("job.json"), StandardCharsets.UTF_8);
    seeds.put("job.json", job.replace("job_1", "job_local1_0001").getBytes(StandardCharsets.UTF_8));
    Files.write(run.resolve("job.json"), seeds.get("job.json"));
    LatencyRecord latencies = new LatencyRecord();
    for (long nanos : new long[] {0, 5, 1_000, 1_000_000, 3_600_000_000_000L}) {
      latencies.record(nanos, 1, 2, 3);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    latencies.write(new DataOutputStream(bytes));
    record = bytes.toByteArray();
    histogram = Base64.getDecoder().decode(LatencyRecord.toText(latencies.latencies()));
  }

  /** Rewrites a task's file without compression: more changes leave something that is read. */
  private void plain() throws IOException {
    Map<String, LatencyRecord> records = new TreeMap<>();
    directory.readRecords(
        RunDirectory.taskPart(0), (series, latencies) -> records.put(series.toString(), latencies));
    try (SequenceFile.Writer writer =
        SequenceFile.createWriter(
            SyntheticRuns.conf(),
            SequenceFile.Writer.file(
                new org.apache.hadoop.fs.Path(directory.path(), RunDirectory.taskPart(0))),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class),
            SequenceFile.Writer.compression(CompressionType.NONE))) {
      for (Map.Entry<String, LatencyRecord> e : records.entrySet()) {
        writer.append(new Text(e.getKey()), e.getValue());
      }
    }
  }

  static List<Kind> all(Path dir) throws IOException {
    FileKinds kinds = new FileKinds(dir);
    return List.of(
        new Kind("record", 40, kinds::record),
        new Kind("histogram as text", 24, kinds::histogram),
        new Kind("keys", 6, kinds::keys),
        new Kind("plan.xml", 8, kinds::plan),
        new Kind(
            "job.json", 3, r -> kinds.json("job.json", r, "report RUN", "report --follow RUN")),
        new Kind("report.json", 8, r -> kinds.json("report.json", r, "trend DIR")),
        new Kind(
            "report.json, compared", 1, r -> kinds.json("report.json", r, "compare RUN OTHER")),
        new Kind(
            "facts of a task", 3, r -> kinds.json("tasks/facts-m-00000.json", r, "report RUN")),
        new Kind("suite.json", 1, r -> kinds.document(RunFiles.SUITE, SUITE, r)),
        new Kind("findmax.json", 4, r -> kinds.document(RunFiles.SEARCH, SEARCH, r)),
        new Kind("part of a task", 6, r -> kinds.bytes("tasks/part-m-00000", r)),
        new Kind("merged file", 4, r -> kinds.bytes("part-r-00000", r)),
        new Kind("timeline", 4, r -> kinds.bytes("timeline-r-00000", r)));
  }

  /** Files beside a run, and the command that reads them. */
  private enum RunFiles {
    SUITE("suite.json", "trend DIR"),
    SEARCH("run/findmax.json", "report RUN");

    private final String file;
    private final String command;

    RunFiles(String file, String command) {
      this.file = file;
      this.command = command;
    }
  }

  private void record(SplittableRandom random) throws IOException {
    byte[] bytes = Mutation.bytes(record, histogram, random);
    LatencyRecord read = new LatencyRecord();
    try {
      read.readFields(new DataInputStream(new ByteArrayInputStream(bytes)));
    } catch (EOFException e) { // as its callers expect
      throw new IOException("refused", e);
    }
    LatencyRecord sum = new LatencyRecord();
    sum.add(read);
    sum.summary();
  }

  private void histogram(SplittableRandom random) throws Exception {
    byte[] bytes = Mutation.bytes(histogram, record, random);
    if (random.nextBoolean()) { // changed before it is deflated
      byte[] deflated = new byte[1000];
      Deflater deflater = new Deflater();
      int header = 1 + 1 + 1 + 1;
      byte[] changed = Mutation.bytes(record, histogram, random);
      deflater.setInput(
          changed, Math.min(header, changed.length), Math.max(0, changed.length - header));
      deflater.finish();
      int length = deflater.deflate(deflated);
      deflater.end();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(histogram, 0, 4);
      new DataOutputStream(out).writeInt(length);
      out.write(deflated, 0, length);
      bytes = out.toByteArray();
    }
    try {
      Histogram read = LatencyRecord.fromText(Base64.getEncoder().encodeToString(bytes));
      read.getValueAtPercentile(99);
    } catch (IllegalArgumentException e) { // as its callers expect
      throw new IOException("refused", e);
    }
  }

  private void keys(SplittableRandom random) throws Exception {
    with(
        "keys",
        Mutation.bytes(seeds.get("keys"), seeds.get("part-r-00000"), random),
        () ->
            new KeysFile(SyntheticRuns.conf(), directory)
                .await(VirtualTime.current(), Duration.ZERO));
  }

  private void plan(SplittableRandom random) throws Exception {
    byte[] plan =
        Mutation.text(new String(seeds.get("plan.xml"), StandardCharsets.UTF_8), random)
            .getBytes(StandardCharsets.UTF_8);
    with(
        "plan.xml",
        plan,
        () -> {
          if (random.nextBoolean()) {
            commands("report RUN");
          } else {
            LoadWords.read(
                SyntheticRuns.conf(),
                WordKinds.CONSOLE,
                random.nextBoolean()
                    ? List.of("verify", run.toString())
                    : List.of("load", "--resume", run.toString()));
          }
        });
  }

  private void json(String file, SplittableRandom random, String... commands) throws Exception {
    String text = new String(seeds.get(file), StandardCharsets.UTF_8);
    with(
        file,
        Mutation.json(text, random).getBytes(StandardCharsets.UTF_8),
        () -> commands(commands));
  }

  private void document(RunFiles kind, String text, SplittableRandom random) throws Exception {
    Path file = dir.resolve(kind.file);
    Files.writeString(file, Mutation.json(text, random));
    try {
      commands(kind.command);
      if (kind == RunFiles.SUITE && random.nextInt(10) == 0) {
        commands("compare DIR DIR");
      }
    } finally {
      Files.delete(file);
    }
  }

  private void bytes(String file, SplittableRandom random) throws Exception {
    byte[] other = seeds.get(Mutation.any(new ArrayList<>(seeds.keySet()), random));
    with(
        file,
        Mutation.bytes(seeds.get(file), other, random),
        () -> {
          commands("report RUN");
          if (random.nextInt(10) == 0) {
            commands("compare RUN OTHER");
          }
        });
  }

  private interface Action {
    void run() throws Exception;
  }

  private void with(String file, byte[] content, Action action) throws Exception {
    Files.write(run.resolve(file), content);
    try {
      action.run();
    } finally {
      Files.write(run.resolve(file), seeds.get(file));
    }
  }

  /** Runs commands of hbench; what they print tells whether they went wrong. */
  private void commands(String... commands) throws IOException {
    for (String command : commands) {
      String[] words =
          command
              .replace("RUN", run.toString())
              .replace("OTHER", dir.resolve("other").toString())
              .replace("DIR", dir.toString())
              .split(" ");
      Hbench.Result result = Hbench.run(SyntheticRuns.conf(), words);
      String err = result.err();
      if (err.contains("this is a bug") || err.contains("Error: ") || err.contains("\tat ")) {
        throw new Crash(words[0] + ": " + err.lines().limit(4).toList());
      }
      boolean bad = result.exitCode() == 1 && result.out().contains("verdict: invalid");
      boolean failed = (result.exitCode() == 1 && !bad) || result.exitCode() == 2;
      if ((failed && !err.startsWith("hbench: ")) || err.contains("hbench: null")) {
        throw new Crash(words[0] + " exits with " + result.exitCode() + " and says: " + err);
      }
      if (failed) {
        throw new IOException("refused");
      }
    }
  }
}
