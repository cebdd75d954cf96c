package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What a suite says at its end, without a history. */
class SuiteSummaryTest {
  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void stepsThatFailOrMissAnObjectiveAreInTheSummaryAndInJunitXml() throws Exception {
    suite(
        """
        settings: {warmup: 0s, tasks: 1, ops: 1000}
        steps:
        - {name: fine, command: run noop}
        - {name: slow, command: "run noop --objective 'throughput > 1G'"}
        - {name: refused, command: run get}
        """);
    Hbench.Result run = suite("wrong", "");
    assertThat(run).hasExitCode(2);
    assertThat(run.out())
        .contains(": refused failed; objective missed in slow\nverdict: failed\n")
        .contains("\n  refused: failed: no HBase configuration found")
        .contains("\n  slow: objective missed: throughput > 1G, value ")
        .containsPattern("\nstep +operation +ops +ops/s ")
        .containsPattern("\nruns: +3\n")
        .containsPattern("\nlikely side: +(unknown|clients)\\b") // of this machine
        .contains("\n  hadoop jar hbench.jar suite --resume " + dir + "/wrong\n")
        .contains("\n  hadoop jar hbench.jar report " + dir + "/wrong/slow\n")
        .contains("\ndetails:  suite.txt, suite.html in file:" + dir + "/wrong\n");
    Document junit =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(dir.resolve("wrong/junit.xml").toFile());
    Element suite = junit.getDocumentElement();
    assertThat(suite.getAttribute("tests")).isEqualTo("3");
    assertThat(suite.getAttribute("failures")).isEqualTo("1");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    Element error = (Element) junit.getElementsByTagName("error").item(0);
    assertThat(((Element) error.getParentNode()).getAttribute("name")).isEqualTo("refused");
    assertThat(Files.readString(dir.resolve("wrong/suite.html")))
        .contains("<strong>failed</strong>")
        .contains("suite --resume");
  }

  @Test
  void aSuiteWithoutABaselinePassesAndKnowsTheNoiseOfItsRepeats() throws IOException {
    suite(
        """
        repeat: 3
        settings: {warmup: 0s, tasks: 1, ops: 3000}
        steps: [{name: a, command: run noop}]
        """);
    Hbench.Result run = suite("fine", "");
    assertThat(run).hasExitCode(0);
    assertThat(run.out())
        .contains(": passed\nverdict: passed\n")
        .containsPattern(
            "\nnoise: +runs of a vary by [\\d.]+ % in ops/s, [\\d.]+ % in p99 \\(3 runs\\)\n");
    assertThat(Files.readString(dir.resolve("fine/a/2/report.txt")))
        .containsPattern("\nnoise: +runs of this step vary by ");
    assertThat(Files.readString(dir.resolve("fine/a/2/report.html"))).contains("runs of this step");
    assertThat(run.json("a/2/report.json")).has("noise.count", 3);
    assertThat(hbench.run("report " + dir.resolve("fine/a/3")).out())
        .containsPattern("\nnoise: +runs of this step vary by ");
  }

  @Test
  void aSummaryInAFileIsAMailThatHasNoVerdictWhileTheSuiteRuns() throws IOException {
    Path mail = dir.resolve("mail.txt");
    suite("name: nightly\nsteps: [{name: a, shell: 'cp %s %s'}]\n".formatted(mail, dir + "/then"));
    for (int night = 1; night <= 2; night++) { // the second one replaces the file of the first
      assertThat(suite("night-" + night, " --summary " + mail)).hasExitCode(0);
      assertThat(Files.readString(dir.resolve("then")))
          .matches(
              "hbench nightly \\d{4}-\\d\\d-\\d\\d: no verdict: the suite has not ended\n\n"
                  + "to continue:  suite --resume \\S+/night-%d\n".formatted(night));
      assertThat(mail)
          .hasContent(Files.readString(dir.resolve("night-" + night + "/summary.txt")))
          .content()
          .matches("(?s)hbench nightly \\d{4}-\\d\\d-\\d\\d: passed\nverdict: .*");
    }
  }

  /** The verdict of the night before was mailed again. */
  @Test
  void aSuiteThatCannotStartLeavesAMailWithoutAVerdict() throws IOException {
    Path mail = dir.resolve("mail.txt");
    suite("name: nightly\nsteps: [{name: a, shell: 'true'}]\n");
    assertThat(suite("fine", " --summary " + mail)).hasExitCode(0);
    assertThat(suite("fine", " --summary " + mail)).as("exists already").hasExitCode(2);
    assertThat(mail)
        .content()
        .matches("hbench nightly \\d{4}-\\d\\d-\\d\\d: no verdict: the suite has not started\n");
  }

  /** Its ticket has ended, or its file is wrong. */
  @ParameterizedTest
  @ValueSource(strings = {" --principal a --keytab /none", " --no-such-flag"})
  void aSuiteThatCannotBeReadLeavesAMailWithoutAVerdict(String wrong) throws IOException {
    Path mail = dir.resolve("mail.txt");
    suite("name: nightly\nsteps: [{name: a, shell: 'true'}]\n");
    assertThat(suite("good", " --summary " + mail)).hasExitCode(0);
    assertThat(suite("bad", " --summary " + mail + wrong)).hasExitCode(2);
    assertThat(mail).content().endsWith(": no verdict: the suite has not started\n");
  }

  @Test
  void aFileOfOthersIsRefusedBeforeAnythingRuns() throws IOException {
    Path letter = Files.writeString(dir.resolve("letter"), "hbench is fine\n");
    suite("steps: [{name: a, shell: 'true'}]\n");
    Hbench.Result run = suite("refused", " --summary " + letter);
    assertThat(run).hasExitCode(2);
    assertThat(run.err())
        .isEqualTo(
            "hbench: --summary %s: exists, and is not a file of hbench; try --summary %s\n"
                .formatted(letter, "/var/tmp/nightly.txt"));
    assertThat(dir.resolve("refused")).doesNotExist();
    assertThat(suite("refused", " --summary /no/such/place.txt").err())
        .contains("--summary /no/such/place.txt: is in no directory that can be written to");
    assertThat(letter).hasContent("hbench is fine");
  }

  @Test
  void aResumedSuiteWritesTheFileOfItsStartAndSaysSo() throws IOException {
    Path mail = dir.resolve("mail.txt");
    suite("steps: [{name: a, shell: 'test -e %s'}]\n".formatted(dir.resolve("there")));
    assertThat(suite("first", " --summary " + mail)).hasExitCode(1);
    assertThat(mail).content().contains(": a failed\n");
    Files.createFile(dir.resolve("there"));
    Hbench.Result again = hbench.run("suite --resume " + dir.resolve("first"));
    assertThat(again).hasExitCode(0);
    assertThat(again.err()).contains("first: --summary " + mail + "\n");
    assertThat(mail).content().contains(": passed\n");
  }

  @Test
  void aResumedSuiteHasTheDayOfItsStart() throws IOException {
    suite("name: nightly\nsteps: [{name: a, shell: 'test -e %s'}]\n".formatted(dir + "/there"));
    assertThat(suite("first", "")).hasExitCode(1);
    Files.createFile(dir.resolve("there"));
    Files.setLastModifiedTime(
        dir.resolve("first/suite.yaml"), FileTime.from(Instant.parse("2026-01-02T12:00:00Z")));
    assertThat(hbench.run("suite --resume " + dir.resolve("first")).out())
        .startsWith("hbench nightly 2026-01-02: passed\n");
  }

  private Hbench.Result suite(String name, String flags) {
    return hbench.job(name, "suite " + dir.resolve("s.yaml") + flags);
  }

  private void suite(String text) throws IOException {
    Files.writeString(dir.resolve("s.yaml"), text);
  }
}
