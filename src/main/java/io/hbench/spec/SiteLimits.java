package io.hbench.spec;

import static io.hbench.figure.Format.format;

import io.hbench.settings.Command;
import io.hbench.settings.Rate;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Limits of a load that the configuration of a site sets for everybody who uses it. */
record SiteLimits(Configuration conf) {

  /**
   * @throws UsageException for the first limit that a run exceeds
   */
  void check(RunSpec spec) {
    Optional<Integer> tasks = Settings.SITE_TASKS.find(conf).filter(max -> spec.tasks() > max);
    if (tasks.isPresent()) {
      throw exceeds(Settings.TASKS, spec.tasks(), Settings.SITE_TASKS, tasks.get());
    }
    Settings.SITE_RATE.find(conf).ifPresent(max -> checkRate(spec, max));
    Settings.SITE_WRITE_BYTES.find(conf).ifPresent(max -> checkBytes(spec, max));
  }

  /** Refuses a higher rate, and a closed loop, which has none; a search ends at the limit. */
  private static void checkRate(RunSpec spec, BigDecimal max) {
    Optional<Rate> rate = spec.load().rate();
    boolean fits = rate.filter(r -> Collections.max(r.levels()).compareTo(max) <= 0).isPresent();
    if (!fits && spec.command() != Command.FINDMAX) {
      String given = rate.map(Rate::toString).orElse("none");
      throw exceeds(Settings.RATE, given, Settings.SITE_RATE, max.toPlainString());
    }
  }

  private static void checkBytes(RunSpec spec, long max) {
    Optional<Long> bytes = LoadEstimate.of(spec).bytesWritten();
    if (bytes.isEmpty()) {
      throw new UsageException(
          format(
              "%s: the run may write any number of bytes, and this site allows %,d (%s); try --ops"
                  + " 1M",
              spec.assignments().get(0).mix(), max, Settings.SITE_WRITE_BYTES.property()));
    }
    if (bytes.get() > max) {
      throw new UsageException(
          format(
              "--rows %d: the run writes %,d bytes, and this site allows %,d (%s); try --rows %d",
              spec.rows(),
              bytes.get(),
              max,
              Settings.SITE_WRITE_BYTES.property(),
              Math.max(1, (long) ((double) max / bytes.get() * spec.rows()))));
    }
  }

  private static UsageException exceeds(
      Setting<?> setting, Object value, Setting<?> limit, Object max) {
    return setting.bad(
        value,
        "this site allows at most " + max + " (" + limit.property() + ")",
        setting.flag() + " " + max);
  }
}
