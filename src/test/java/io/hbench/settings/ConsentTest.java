package io.hbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ConsentTest {

  @Test
  void consentIsByName() {
    Consent consent = consent("t1, ns:t2,servers");
    assertThat(consent.toTable("t1")).isTrue();
    assertThat(consent.toTable("default:t1")).isTrue();
    assertThat(consent.toTable("ns:t2")).isTrue();
    assertThat(consent.toTable("t2")).isFalse();
    assertThat(consent.toServers()).isTrue();
    assertThat(consent.toSize()).isFalse();
  }

  @Test
  void withoutANameItIsThatOfTheTableOfTheCommand() {
    Consent consent = consent("True");
    assertThat(consent.toTable("t1")).isTrue();
    assertThat(consent.toServers() || consent.toSize()).isFalse();
    assertThat(consent.named(List.of("t1")).toTable("t2")).isFalse();
    assertThat(consent("false").toTable("t1")).isFalse();
    assertThat(consent("false").toTable("false")).isFalse();
  }

  @Test
  void aTableWithTheNameOfAnotherConsentIsNamedWithItsNamespace() {
    for (String word : List.of("servers", "size", "true", "false")) {
      assertThat(Consent.flagOf(word)).isEqualTo("--yes=default:" + word);
      assertThat(consent("default:" + word).toTable(word)).isTrue();
      assertThat(consent("true").named(List.of(word)).toString()).isEqualTo("default:" + word);
    }
    assertThat(consent("servers").toTable("servers")).isFalse();
    assertThat(consent("size").toTable("size")).isFalse();
    assertThat(Consent.flagOf("t1")).isEqualTo("--yes=t1");
  }

  @Test
  void whatCanBeNoTableIsRefused() {
    for (String wrong : List.of("t 1", "t1,", "", "false,t1", "a:b:c", "-t")) {
      assertThatThrownBy(() -> consent(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static Consent consent(String text) {
    return SettingType.CONSENT.read().apply(text);
  }
}
