package io.hbench.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunLimitTest {
  @ParameterizedTest
  @CsvSource({
    // known by the time, or by the rate
    "run, hbench.for=15m, 1h",
    "run, hbench.for=2h, 7h",
    "run, hbench.for=1m..5h, 16h",
    "run, hbench.for=15m hbench.start-timeout=2h, 7h",
    "run, hbench.ops=1M hbench.rate=1k, 1h",
    "run, hbench.ops=36M hbench.rate=1k, 31h",
    "findmax, hbench.step-time=1m, 3h",
    "findmax, hbench.confirm=1h, 32h", // ten of them
    // 12 hours at least, or as long as slow requests take
    "load, hbench.rows=1G hbench.tasks=40 hbench.batch=100, 12h",
    "load, hbench.rows=100G hbench.tasks=40 hbench.batch=100, 261h",
    "load, hbench.bulk=true, 12h",
    "load, hbench.rows=36M hbench.rate=1k hbench.batch=10, 12h",
    "load, hbench.rows=360M hbench.rate=1k hbench.batch=10, 31h",
    "verify, hbench.rows=1M hbench.rate=1k, 12h",
    "verify, hbench.rows=1M, 12h",
    "run, hbench.ops=1M hbench.threads=1 hbench.tasks=1, 84h",
    "run, hbench.ops=100k hbench.threads=1 hbench.tasks=1 hbench.think-time=1s, 92h",
    "run, hbench.for=15m hbench.major-compact=true, 12h",
    "run, hbench.for=15m hbench.detach=true, 12h",
    // what the user says
    "run, hbench.for=15m hbench.deadline=20m, 20m",
  })
  void aRunWithoutADeadlineHasALimit(String command, String settings, String limit) {
    Configuration conf = new Configuration(false);
    Settings.COMMAND.set(conf, command);
    Settings.TABLE.set(conf, "t1");
    Settings.ROWS.set(conf, "1000");
    if (!command.equals("load") && !command.equals("verify")) {
      Settings.ASSIGNMENTS.set(conf, "get");
    }
    for (String setting : StringUtils.split(settings)) {
      String[] parts = setting.split("=", 2);
      conf.set(parts[0], parts[1]);
    }
    assertThat(SettingType.text(RunLimit.of(RunSpec.from(conf), conf).length())).isEqualTo(limit);
  }
}
