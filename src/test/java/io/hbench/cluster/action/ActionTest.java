package io.hbench.cluster.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.json.JsonFormat;
import io.hbench.rundir.QuotaLimit;
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
        "set-quota 5k",
        "set-quota writes 10MB",
        "set-quota namespace reads 5k",
        "set-quota user web 5k",
        "set-quota user web on table writes 500KB",
        "remove-quota",
        "remove-quota namespace",
        "remove-quota user web on table",
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
        "set-quota user writes 5k § action 'set-quota user writes 5k': not set-quota [TARGET] [reads|writes] N|SIZE; try set-quota user web on table writes 5MB",
        "set-quota namespace t 5k § action 'set-quota namespace t 5k': not set-quota [TARGET] [reads|writes] N|SIZE; try set-quota user web on table writes 5MB",
        "set-quota 5mb § action 'set-quota 5mb': not set-quota [TARGET] [reads|writes] N|SIZE; try set-quota user web on table writes 5MB",
        "remove-quota reads § action 'remove-quota reads': not remove-quota [TARGET]; try remove-quota namespace",
      })
  void anActionThatIsNoneSaysWhatToTypeInstead(String text, String message) {
    assertThatThrownBy(() -> Action.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "set-quota reads 5k,",
    "set-quota user web on table 5MB,",
    "remove-quota,",
    "set-quota namespace 5k, limits all tables of namespace ns",
    "set-quota user web writes 5MB, limits user web on all tables",
    "set-quota user table 5k, limits user table on all tables",
    "remove-quota namespace, removes limits of all tables of namespace ns",
    "remove-quota user  web, removes limits of user web on all tables"
  })
  void aQuotaOfANamespaceOrAUserTouchesMoreThanTheTable(String text, String reach) {
    Action action = Action.parse(text);
    assertThat(action.touchesTheCluster()).isEqualTo(reach != null);
    assertThat(action.needsRightOnEverything()).isEqualTo(reach != null);
    if (reach != null) {
      assertThat(action.reach("ns:t")).isEqualTo(reach);
    }
  }

  /** Undos that an older hbench has written are of tables. */
  @Test
  void anUndoThatNamesNoTargetIsOfTheTable() {
    Undo undo =
        JsonFormat.INDENTED.fromJson(
            "{'what': 'w', 'table': 't', 'throttles': [{'type': 'READ_NUMBER', 'limit': 5}]}"
                .replace('\'', '"'),
            Undo.class);
    assertThat(QuotaLimit.Target.of(undo.throttles().get(0).target())).hasToString("table");
  }

  @ParameterizedTest
  @CsvSource({
    "5k, table, requests, false, 5000, '5,000 requests/s'",
    "reads 2M, table, reads, false, 2000000, '2,000,000 reads/s'",
    "namespace writes 10MB, namespace, writes, true, 10000000, 10.0 MB/s of writes",
    "user web  on table 1GB, user web on table, requests, true, 1000000000, '1,000 MB/s of requests'",
    "user web 7KB, user web, requests, true, 7000, 0.00700 MB/s of requests"
  })
  void aQuotaHasTargetRequestsAndUnit(
      String text, String target, String requests, boolean bytes, long perSecond, String people) {
    QuotaLimit limit = QuotaLimit.parse(text).orElseThrow();
    assertThat(limit.target()).hasToString(target);
    assertThat(limit.requests()).hasToString(requests);
    assertThat(limit.bytes()).isEqualTo(bytes);
    assertThat(limit.perSecond()).isEqualTo(perSecond);
    assertThat(limit).hasToString(people);
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
