package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.Settings;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "move-regions 5",
        "split 2",
        "split 1588230740f0e1d2c3b4a5968778695a",
        "split t,row 1,1700000000000.1588230740f0e1d2c3b4a5968778695a.",
        "unassign 1",
        "assign",
        "stop-server",
        "stop-server rs1.example.org:16020",
        "restart-server all",
      })
  void anActionIsReadAsItIsWritten(String text) {
    assertThat(Action.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '§',
      quoteCharacter = '"',
      value = {
        "move-region 5 § action 'move-region': unknown; did you mean move-regions?",
        "move-regions § action 'move-regions': not move-regions N [SERVER]; try move-regions 5",
        "move-regions 0 § action 'move-regions 0': not move-regions N [SERVER]; try move-regions 5",
        "split rs1:16020 § action 'split rs1:16020': not split N|REGION; try split 2",
        "flush t1 § action 'flush t1': not flush; try flush",
        "stop-server all § action 'stop-server all': not stop-server [SERVER]; try stop-server rs1.example.org:16020",
        "stop-server $(x) § action 'stop-server $(x)': not stop-server [SERVER]; try stop-server rs1.example.org:16020",
      })
  void anActionThatIsNoneSaysWhatToTypeInstead(String text, String message) {
    assertThatThrownBy(() -> Action.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void theTemplateOfASiteGetsHostAndPort() {
    Configuration conf = new Configuration(false);
    conf.set("hbench.server.stop", "ssh {host} stop {port}");
    ServerTemplates templates = new ServerTemplates(conf);
    assertThat(templates.filled(Settings.SERVER_STOP, ServerName.valueOf("rs1", 16020, 1)))
        .isEqualTo("ssh rs1 stop 16020");
  }

  @Test
  void aHostNameThatAShellWouldInterpretIsRefused() {
    Configuration conf = new Configuration(false);
    conf.set("hbench.server.stop", "ssh {host} stop");
    ServerTemplates templates = new ServerTemplates(conf);
    ServerName evil = ServerName.valueOf("rs1;reboot", 16020, 1);
    assertThatThrownBy(() -> templates.filled(Settings.SERVER_STOP, evil))
        .hasMessageContaining("rs1;reboot");
  }
}
