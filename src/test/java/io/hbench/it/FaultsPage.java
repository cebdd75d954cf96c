package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;

/** The page of the faults: a line that a test has not written anew stays as it is. */
final class FaultsPage {
  static final Path FILE = Path.of("src/docs/faults.md");

  private FaultsPage() {}

  /** Whether a fault is to be injected: {@code -Dfaults=NAME,NAME} names those that are. */
  static boolean isChosen(String fault) {
    String only = System.getProperty("faults", "");
    return only.isEmpty() || List.of(only.split(",")).contains(fault);
  }

  /** The faults with a second party, in the order of the page. */
  static List<SecondParty> secondParties() {
    return Stream.of(SecondPartyIT.class.getDeclaredMethods())
        .map(test -> test.getAnnotation(SecondParty.class))
        .filter(Objects::nonNull)
        .sorted(Comparator.comparingInt(SecondParty::line))
        .toList();
  }

  /**
   * Writes the page, as tests that fail later may not.
   *
   * @param line of a fault; empty: it has none until it is injected again
   */
  static synchronized void put(String fault, String line) throws IOException {
    Map<String, String> lines = lines();
    lines.put(fault, line);
    Files.writeString(FILE, text(lines));
  }

  private static String text(Map<String, String> lines) {
    return """
        # Faults

        What a run does while its cluster is sick. `bin/dev faults` injects each of these faults into a run of gets, puts
        and inserts by two tasks, %d requests a second for %d s, on real daemons, and writes this page. Each run ended by
        itself and said what happened, its counts added up, errors were counted by kind and by interval, `verify` found
        every row as it had been written, and the table had every row whose insert was acknowledged.

        | fault | exit code | run time | requests | errors | verdict and reasons | rows lost |
        |---|---|---|---|---|---|---|
        %s

        %s

        ## With a second party

        What a command does beside another run, an operator or a full disk, and after it was killed. *Others* are a table
        that hbench did not make, and another user's files; with them the table and the directory of the other run, and the
        table that a refused load would have dropped. Compared are each row with its timestamps, the server of each region,
        and each file, before and afterwards. Pending undos are files of the suite's directory: before `suite --undo`, and
        after it.

        | fault | exit codes | time | limit | what it says | touched of others | pending undos |
        |---|---|---|---|---|---|---|
        %s

        %s
        """
        .formatted(
            FaultsIT.RATE,
            FaultsIT.SECONDS,
            lines(lines, Fault.all().stream().map(Fault::name)),
            all(Fault.all().stream().map(f -> what(f.name(), f.what()))),
            lines(lines, secondParties().stream().map(SecondParty::name)),
            all(secondParties().stream().map(f -> what(f.name(), f.what()))));
  }

  /** The page as its lines and the faults make it. */
  static String text() throws IOException {
    return text(lines());
  }

  private static Map<String, String> lines() throws IOException {
    try (Stream<String> lines = Files.lines(FILE)) {
      return lines
          .filter(line -> line.startsWith("| "))
          .collect(
              Collectors.toMap(
                  line -> StringUtils.substringBetween(line, "| ", " |"),
                  line -> line,
                  (head, second) -> head,
                  TreeMap::new));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static String lines(Map<String, String> known, Stream<String> faults) {
    return all(faults.map(known::get).filter(Objects::nonNull).filter(line -> !line.isEmpty()));
  }

  private static String what(String name, String what) {
    return "* **%s**: %s".formatted(name, what);
  }

  private static String all(Stream<String> lines) {
    return lines.collect(Collectors.joining("\n"));
  }

  /** The line of a command that has these words, without what differs from run to run. */
  static String says(Shell.Result ended, String words) {
    String line =
        ended.err().lines().filter(one -> one.contains(words)).findFirst().orElse(ended.err());
    assertThat(line).contains(words);
    return line.replaceFirst("^hbench: ", "")
        .replace("-" + Runs.ID, "")
        .replaceAll("hdfs://[^/ ]+ ", "HDFS ")
        .replaceAll("hdfs://[^/ ]+", "")
        .replaceAll("localhost:\\d+", "SERVER")
        .replaceAll("\\b[0-9a-f]{32}\\b", "REGION")
        .replaceAll("/tmp/\\S+/", "")
        .replaceAll(" \\(job_\\d+_\\d+\\)", "")
        .replaceAll("user \\S+ since \\S+:", "user NAME since TIME:")
        .replaceAll(
            "user \\S+ on \\S+, process \\d+, [^;]+", "user NAME on HOST, process PID, TIME")
        .replaceAll("by process \\S+:\\d+", "by process HOST:PID")
        .replace("|", "\\|");
  }
}
