package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableActivityTest {
  @Test
  void theTextListsTheActivities() {
    assertThat(new TableActivity(0, 0, 0, 0, 5, 3)).hasToString("calm");
    assertThat(new TableActivity(1, 2000, 3, 4, 5, 6))
        .hasToString(
            "regions in transition: 1, regions compacting: 2,000,"
                + " compactions queued on its servers: 3, servers without an answer: 4");
  }

  @Test
  void aTableIsCalmOnlyWithoutAnyActivity() {
    assertThat(new TableActivity(0, 0, 0, 0, 5, 3).isCalm()).isTrue();
    assertThat(new TableActivity(1, 0, 0, 0, 0, 0).isCalm()).isFalse();
    assertThat(new TableActivity(0, 1, 0, 0, 0, 0).isCalm()).isFalse();
    assertThat(new TableActivity(0, 0, 1, 0, 0, 0).isCalm()).isFalse();
    assertThat(new TableActivity(0, 0, 0, 1, 0, 0).isCalm()).isFalse();
  }
}
