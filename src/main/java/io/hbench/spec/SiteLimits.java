package io.hbench.spec;

import static io.hbench.figure.Format.format;

import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;

/**
 * Limits of a load that the configuration of a site sets for everybody who uses it.
 *
 * @param rate maximum of requests per second; a closed loop is refused
 * @param tasks maximum of tasks
 * @param bytesWritten maximum of bytes that a run writes
 */
record SiteLimits(Optional<BigDecimal> rate, Optional<Integer> tasks, Optional<Long> bytesWritten) {

  /**
   * @throws UsageException for the first limit that a run exceeds
   */
  void check(RunSpec spec) {
    tasks.filter(max -> spec.tasks() > max).ifPresent(max -> tooMany(spec, max));
    rate.ifPresent(max -> checkRate(spec, max));
    bytesWritten.ifPresent(max -> checkBytes(spec, max));
  }

  private static void tooMany(RunSpec spec, int max) {
    throw exceeds(Settings.TASKS, Integer.toString(spec.tasks()), Settings.SITE_TASKS, max);
  }

  private static void checkRate(RunSpec spec, BigDecimal max) {
    if (spec.command() == Command.FINDMAX) {
      return; // its search ends there
    }
    if (spec.load().rate().isEmpty()) {
      throw exceeds(Settings.RATE, "none", Settings.SITE_RATE, max.toPlainString());
    }
    BigDecimal peak =
        spec.load().rate().get().levels().stream().max(Comparator.naturalOrder()).orElseThrow();
    if (peak.compareTo(max) > 0) {
      String given = spec.load().rate().get().toString();
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
              "--rows %d: the run writes %,d bytes, and this site allows %,d (%s); try fewer rows",
              spec.rows(), bytes.get(), max, Settings.SITE_WRITE_BYTES.property()));
    }
  }

  private static UsageException exceeds(
      Setting<?> setting, String value, Setting<?> limit, Object max) {
    return setting.bad(
        value,
        "this site allows at most " + max + " (" + limit.property() + ")",
        setting.flag() + " " + max);
  }
}
