package io.hbench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfilePlanTest {
  private static RunSpec spec(String name, String value) {
    Configuration conf = new Configuration(false);
    Settings.COMMAND.set(conf, "run");
    Settings.ASSIGNMENTS.set(conf, "get@1");
    Settings.named(name).orElseThrow().set(conf, value);
    return RunSpec.from(conf);
  }

  @ParameterizedTest
  @CsvSource({
    "for, 30s, 10, 18",
    "for, 2m, 40, 78",
    "for, 1h, 60, 120",
    "for, 1m..2h, 20, 38",
    "ops, 1M, 15, 28",
  })
  void serversAreProfiledFromAThirdOfTheWindowOn(String flag, String value, int after, int length) {
    ProfilePlan plan = ProfilePlan.of(spec(flag, value)).orElseThrow();
    assertThat(plan.afterStart()).hasSeconds(after);
    assertThat(plan.length()).hasSeconds(length);
  }

  @Test
  void aWindowOfAFewSecondsIsTooShort() {
    assertThat(ProfilePlan.of(spec("for", "5s"))).isEmpty();
  }
}
