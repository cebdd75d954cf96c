package io.hbench.compare;

import io.hbench.findmax.FindmaxRecord;
import io.hbench.findmax.Judgement;
import io.hbench.rundir.JobFacts;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;

/** Directories of findmax searches whose two steps and result are made up. */
public final class SyntheticSearch {
  private static final SyntheticRuns STEP =
      new SyntheticRuns(2, 5, 20, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  private static final Pattern FLAG = Pattern.compile("--(\\S+) (\\S+)");

  private SyntheticSearch() {}

  private static JobFacts.Servers servers(int number) {
    if (number == 0) {
      return new JobFacts.Servers(null, null, null, null, null);
    }
    Map<String, ServerFacts.RegionServer> each =
        IntStream.range(0, number)
            .boxed()
            .collect(
                Collectors.toMap(
                    i -> "rs" + i + ":16020",
                    i -> new ServerFacts.RegionServer(1, 1, 0, 0, null, null, null, null)));
    ServerFacts facts =
        new ServerFacts("2.6.1", number, 0, 0, 0, 0, 0, "'t1', {NAME => 'cf'}", each, null);
    return new JobFacts.Servers(facts, facts, null, null, null);
  }

  /**
   * Writes a search.
   *
   * @param rate null if no rate met the objectives
   * @param lowestFailing null if no rate missed them
   */
  public static void write(Path directory, Double rate, Double lowestFailing) throws IOException {
    write(directory, rate, lowestFailing, "get@2", FindmaxRecord.Limit.SERVERS, 3);
  }

  /**
   * Writes a search.
   *
   * @param words after {@code findmax}: operands and settings
   * @param servers number of region servers; 0 if it is unknown
   */
  public static void write(
      Path directory,
      Double rate,
      Double lowestFailing,
      String words,
      FindmaxRecord.Limit limit,
      int servers)
      throws IOException {
    RunDirectory search =
        new RunDirectory(SyntheticRuns.conf(), new org.apache.hadoop.fs.Path(directory.toUri()));
    STEP.write(directory.resolve(RunDirectory.step(1)), 1);
    Configuration plan = new Configuration(false);
    Settings.COMMAND.set(plan, "findmax");
    Settings.ASSIGNMENTS.set(plan, words.replaceFirst(" --.*", ""));
    Matcher flag = FLAG.matcher(words);
    while (flag.find()) {
      plan.set(Setting.PREFIX + flag.group(1), flag.group(2));
    }
    StringWriter xml = new StringWriter();
    plan.writeXml(xml);
    search.write(RunDirectory.PLAN, xml.toString());
    search.writeJson(
        RunDirectory.JOB,
        JobFacts.submitted(
                new JobFacts.Job("job_1", directory.getFileName().toString(), "0.2.0", 2, 1),
                "2026-01-01T00:00:00Z")
            .succeeded("2026-01-01T00:10:00Z", Map.of())
            .with(servers(servers)));
    String step = RunDirectory.step(1);
    search.writeJson(
        RunDirectory.FINDMAX,
        new FindmaxRecord(
            FindmaxRecord.SCHEMA,
            "findmax get@2 on table hbench",
            "0.2.0",
            directory.toString(),
            List.of("p99 < 20ms"),
            List.of(
                step(1, 1_000, rate == null ? Judgement.MISSED : Judgement.MET),
                step(2, lowestFailing == null ? 2_000 : lowestFailing, Judgement.MISSED)),
            new FindmaxRecord.Result(
                rate, lowestFailing, rate, null, rate == null ? null : step, limit, 2, 128, null)));
  }

  private static FindmaxRecord.Step step(int number, double rate, Judgement judgement) {
    return new FindmaxRecord.Step(
        number,
        RunDirectory.step(1),
        rate,
        rate,
        500.0,
        2_000.0,
        null,
        null,
        null,
        judgement,
        List.of(),
        "valid",
        false);
  }
}
