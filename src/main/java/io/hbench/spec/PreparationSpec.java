package io.hbench.spec;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.time.Duration;
import java.util.Optional;

/**
 * The preparation of the table before a run, or after a load: steps in this order.
 *
 * @param settle longest wait for region moves and compactions
 * @param sample number of keys to sample, if the run draws from a sample
 * @param sampleSeed seed of the sample
 * @param insertsBehind rows behind whose last one inserts begin; empty without inserts, or if the
 *     first insert is given
 */
public record PreparationSpec(
    boolean flush,
    boolean majorCompact,
    Optional<Duration> settle,
    boolean warm,
    Optional<Integer> sample,
    long sampleSeed,
    Optional<KeySpec> insertsBehind) {

  /** The setting that asks for the first step. */
  public Optional<Setting<?>> firstStep() {
    if (flush) {
      return Optional.of(Settings.FLUSH);
    }
    if (majorCompact) {
      return Optional.of(Settings.MAJOR_COMPACT);
    }
    if (settle.isPresent()) {
      return Optional.of(Settings.SETTLE);
    }
    if (warm) {
      return Optional.of(Settings.WARM);
    }
    return sample.map(rows -> Settings.KEYS);
  }
}
