package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManualTest {
  @TempDir private Path temp;

  @Test
  void theManualHasEachCommandAndEachSetting() throws IOException {
    String page = Manual.text("hbench.1").replace("\\-", "-");
    Main.COMMANDS.keySet().forEach(name -> assertThat(page).contains(".SS \"" + name));
    Settings.flags().forEach(setting -> assertThat(page).contains("\n.B " + setting.flag() + "\n"));
    assertThat(page).contains("\n.B 6\na regression\n");
  }

  /** A line that begins with a dot or an apostrophe, or a backslash, is a command of roff. */
  @Test
  void noTextOfARegisterIsACommandOfRoff() throws IOException {
    assertThat(Manual.text("hbench.1").lines().filter(line -> line.startsWith(".")))
        .allMatch(line -> line.matches("\\.(TH|SH|SS|PP|TP|EX|EE|BR?|BI|I|IR|RB)( .*)?"));
    assertThat(Manual.text("hbench.1").replaceAll("\\\\([-&e]|\\(dq)", "")).doesNotContain("\\");
  }

  @Test
  void theFirstWordIsCompletedToACommand() throws Exception {
    assertThat(completed("hbench r")).containsExactly("run", "replay", "record-wal", "report");
  }

  @Test
  void flagsAreThoseOfTheCommand() throws Exception {
    assertThat(completed("hbench findmax --start")).contains("--start-rate");
    assertThat(completed("hbench run --start")).doesNotContain("--start-rate");
    assertThat(completed("hbench compare --forma")).containsExactly("--format");
  }

  @Test
  void valuesOfAFlagAreCompletedInBothNotations() throws Exception {
    assertThat(completed("hbench run --client ''")).containsExactly("blocking", "async");
    assertThat(completed("hbench run --client = a")).containsExactly("async");
  }

  @Test
  void operationsAreCompletedWhereTheyBelong() throws Exception {
    assertThat(completed("hbench run scanR")).containsExactly("scanRange");
    assertThat(completed("hbench report d")).as("then bash takes files").isEmpty();
  }

  /** What bash makes of words, the last of which is completed. */
  private List<String> completed(String words) throws IOException, InterruptedException {
    Path file = Files.writeString(temp.resolve("hbench.bash"), Manual.text("hbench.bash"));
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source %s; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _hbench; printf '%%s\\n' ${COMPREPLY[*]}"
                    .formatted(file, words))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).isZero();
    return out.lines().filter(line -> !line.isEmpty()).toList();
  }
}
