package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepeatCommandTest {
  @Test
  void defaultsAndTheDirectoryAreOmitted() {
    assertThat(command(Map.of("assignments", "get:95,put:5@8 scan@2", "rows", "10M", "out", "/x")))
        .isEqualTo("hadoop jar hbench.jar run get:95,put:5@8 scan@2 --rows 10M");
  }

  @Test
  void aLoadHasNoOperands() {
    assertThat(command(Map.of("command", "load", "assignments", "put@4", "bulk", "true")))
        .isEqualTo("hadoop jar hbench.jar load --bulk");
  }

  @Test
  void specialCharactersOfAShellAreQuoted() {
    assertThat(command(Map.of("assignments", "get", "table", "it's $HOME", "recreate", "t 1")))
        .isEqualTo("hadoop jar hbench.jar run get --table 'it'\\''s $HOME' '--recreate=t 1'");
  }

  @Test
  void aDuetIsALiveComparison() {
    assertThat(command(Map.of("assignments", "get", "table", "t1", "candidate", "table=t2")))
        .isEqualTo("hadoop jar hbench.jar compare --live run get --candidate table=t2 --table t1");
  }

  private static String command(Map<String, String> given) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (Setting<?> setting : Settings.all()) {
      settings.put(setting.name(), setting.fallback());
    }
    settings.putAll(given);
    return RunView.repeatCommand(settings);
  }
}
