package io.hbench.job.barrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StaggerTest {

  /** Whichever tasks have containers: every third, the first half, the last tenth. */
  @Property(tries = 50)
  void noSecondHasMoreStartsThanItsShare(
      @ForAll @IntRange(min = 1, max = 10_000) int tasks,
      @ForAll @IntRange(min = 1, max = 10) int every) {
    TreeMap<Long, Integer> starts = new TreeMap<>();
    IntStream.range(0, tasks)
        .filter(task -> task % every == 0)
        .mapToObj(task -> Stagger.beforeStart(task, tasks))
        .forEach(wait -> starts.merge(wait.toSeconds(), 1, Integer::sum));
    assertThat(starts.values()).allSatisfy(count -> assertThat(count * 8).isLessThan(350));
    assertThat(starts.lastKey()).isLessThanOrEqualTo(Stagger.starts(tasks).toSeconds());
  }

  @Test
  void aFewTasksHardlyWait() {
    assertThat(Stagger.starts(4)).isLessThan(Duration.ofMillis(200));
    assertThat(Stagger.poll(4)).isLessThan(Duration.ofMillis(50));
  }
}
