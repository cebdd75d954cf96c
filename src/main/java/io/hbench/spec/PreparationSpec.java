package io.hbench.spec;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The preparation of the table before a run, or after a load: steps in this order.
 *
 * @param settle longest wait for region moves and compactions
 * @param warm number of the region replica that is read into the block caches
 * @param sample number of keys to sample, if the run draws from a sample
 * @param insertsBehind rows behind whose last one inserts begin; empty without inserts, or if the
 *     first insert is given
 */
public record PreparationSpec(
    boolean flush,
    boolean majorCompact,
    Optional<Duration> settle,
    boolean clearCache,
    Optional<Integer> warm,
    Optional<Integer> sample,
    long sampleSeed,
    Optional<KeySpec> insertsBehind) {

  private static final Set<Setting<?>> ON_WHOLE_TABLE =
      Set.of(Settings.FLUSH, Settings.MAJOR_COMPACT, Settings.CLEAR_CACHE, Settings.WARM);

  /** The setting that asks for the first step. */
  public Optional<Setting<?>> firstStep() {
    return steps().findFirst();
  }

  /** The setting that asks for the first step that works on all regions or blocks of the table. */
  public Optional<Setting<?>> onWholeTable() {
    return steps().filter(ON_WHOLE_TABLE::contains).findFirst();
  }

  /** The settings that ask for steps, in their order. */
  public Stream<Setting<?>> steps() {
    Stream.Builder<Setting<?>> steps = Stream.builder();
    if (flush) {
      steps.add(Settings.FLUSH);
    }
    if (majorCompact) {
      steps.add(Settings.MAJOR_COMPACT);
    }
    settle.ifPresent(limit -> steps.add(Settings.SETTLE));
    if (clearCache) {
      steps.add(Settings.CLEAR_CACHE);
    }
    warm.ifPresent(replica -> steps.add(Settings.WARM));
    sample.ifPresent(rows -> steps.add(Settings.KEYS));
    return steps.build();
  }
}
