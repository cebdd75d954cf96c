package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.matcher.StringMatcherFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands that the documentation and the comments of job-conf show. They are read and validated in
 * full, and end before they do anything: commands that drive load because their output directory
 * exists, others because there is no such run directory, or no HBase.
 */
class ShownCommandsTest {
  private static final Pattern HBENCH =
      Pattern.compile("^(?:\\$ |# +)?(?:hadoop jar (?:\\S*/)?hbench\\.jar|bin/hbench) (.*)$");

  private static final Pattern SCRIPT = Pattern.compile("\\bbin/(dev|sandbox) ([a-z]+)");

  /** Not commands, but what stands for any of them. */
  private static final List<String> PLACEHOLDERS =
      List.of("COMMAND", "WORDS", "FILE", "DIR", "…", "[options]");

  /** What the pages name that only their readers have. */
  private static final Map<String, String> STAND_INS =
      Map.of(
          "--percent-of hbench/20260131-101500-findmax", "--percent-of 12k",
          "--like twin.json", "--like src/test/resources/twin.json",
          "--like twin ", "--like src/test/resources ",
          "regions.txt", "src/test/resources/io/hbench/cli/field/regions.txt",
          "$(date +%Y%m%d)", "20260131");

  private static final List<String> LOADS =
      List.of("load", "run", "findmax", "suite", "pe", "ycsb");

  @TempDir static Path there;

  static List<String> commands() throws IOException {
    List<String> lines = new ArrayList<>();
    Pages.all().forEach(page -> lines.addAll(Pages.codeLines(page)));
    try (Stream<Path> files = Files.walk(Path.of("job-conf"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.readString(file)
            .replaceAll("\\\\\n *#?", "")
            .lines()
            .map(String::strip)
            .forEach(lines::add);
      }
    }
    return lines.stream()
        .map(HBENCH::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1).replace("-->", "").replaceFirst("\\s#.*|\\s{3,}.*", "").strip())
        .filter(words -> !words.equals("demo"))
        .filter(words -> PLACEHOLDERS.stream().noneMatch(words::contains))
        .distinct()
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyShownCommandIsValid(String shown) throws IOException {
    List<String> words = words(shown);
    Hbench.Result result = Hbench.run(site(), words.toArray(String[]::new));
    if (words.contains("--print")
        || List.of("policy", "settings", "operations", "help").contains(words.get(0))) {
      assertThat(result).hasExitCode(0);
    } else if (drivesLoad(words)) {
      assertThat(result.err()).contains(Settings.OUT.flag()).contains(there.toString());
    } else if (words.get(0).equals("doctor")) {
      assertThat(result.out()).contains("problem  configuration  no HBase").contains("--quorum");
    } else if (words.get(0).equals("size")) {
      assertThat(result.err()).contains("HBase").contains("--quorum");
    } else {
      assertThat(result.err()).containsPattern("does not exist|not a run directory|not a file");
    }
  }

  /** A site that lets actions stop and start region servers. */
  private static Configuration site() {
    Configuration conf = LocalJobs.defaults();
    Settings.SERVER_STOP.set(conf, "false");
    Settings.SERVER_START.set(conf, "false");
    Settings.YES.set(conf, "hbench-availability"); // which is looked at before the suite starts
    return conf;
  }

  @Test
  void thePagesShowCommands() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(30);
  }

  @Test
  void everyShownCommandOfAScriptIsInItsHelp() throws IOException {
    List<Path> files = new ArrayList<>(Pages.all());
    files.add(Path.of("bin/hbench"));
    for (Path file : files) {
      Matcher shown = SCRIPT.matcher(Files.readString(file));
      while (shown.find()) {
        assertThat(help(shown.group(1)))
            .as("%s in %s", shown.group(), file)
            .contains(shown.group(2));
      }
    }
  }

  private static List<String> help(String script) throws IOException {
    String text = Files.readString(Path.of("bin", script));
    return Pattern.compile("(?m)^(?:bin/dev |  )([a-z]+) ")
        .matcher(text.substring(text.indexOf("cat <<")))
        .results()
        .map(line -> line.group(1))
        .collect(Collectors.toCollection(() -> new ArrayList<>(List.of("help"))));
  }

  private static boolean drivesLoad(List<String> words) {
    return words.contains("--live")
        || (words.get(0).equals("profile") && words.contains("--table"))
        || (LOADS.contains(words.get(0)) && !words.contains("--resume"))
        || (words.get(0).equals("verify") && words.size() > 1 && words.get(1).startsWith("-"));
  }

  private static List<String> words(String shown) throws IOException {
    String text = shown;
    for (Map.Entry<String, String> standIn : STAND_INS.entrySet()) {
      text = text.replace(standIn.getKey(), standIn.getValue());
    }
    List<String> words =
        new ArrayList<>(
            new StringTokenizer(
                    text,
                    StringMatcherFactory.INSTANCE.splitMatcher(),
                    StringMatcherFactory.INSTANCE.quoteMatcher())
                .getTokenList());
    Path jar = there.resolve("my.jar");
    Files.writeString(jar, "");
    words.replaceAll(word -> word.equals("my.jar") ? jar.toString() : word);
    if (drivesLoad(words)) {
      words.removeIf(word -> word.startsWith("--out="));
      int out = words.indexOf("--out");
      if (out >= 0) {
        words.subList(out, out + 2).clear();
      }
      words.add("--out=" + there);
    }
    return words;
  }
}
