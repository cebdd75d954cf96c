package io.hbench.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class LadderTest {

  @Test
  void theFirstSettingOfTheCommandLineChangesLast() {
    Ladder ladder = Ladder.of(conf("batch=1,2", "threads=4,8"), settings("batch", "threads"));
    assertThat(ladder.rungs().stream().map(LadderTest::text))
        .containsExactly(
            "batch=1 threads=4", "batch=1 threads=8", "batch=2 threads=4", "batch=2 threads=8");
  }

  @Test
  void listsOfAConfigurationFileFollowInTheOrderOfTheRegister() {
    Ladder ladder = Ladder.of(conf("batch=1,2", "threads=4,8", "seed=1,2"), settings("seed"));
    assertThat(ladder.values().keySet())
        .containsExactly(Settings.SEED, Settings.THREADS, Settings.BATCH);
  }

  @Test
  void withoutListsThereIsOneRungThatIsEmpty() {
    Ladder ladder = Ladder.of(conf("threads=4", "rate=1k,2k", "quorum=a,b"), List.of());
    assertThat(ladder.isEmpty()).isTrue();
    assertThat(ladder.rungs()).containsExactly(Map.of());
  }

  @Test
  void aDuplicateValueIsAnError() {
    assertThatThrownBy(() -> Ladder.of(conf("threads=2,4,2"), List.of()))
        .isInstanceOf(UsageException.class)
        .hasMessage("--threads 2,4,2: has 2 twice; try --threads 2,4");
  }

  /** The rungs were equal, and had an efficiency. */
  @Test
  void aLadderOfTasksThatNoAssignmentTakesIsRefused() {
    assertThatThrownBy(() -> Ladder.of(conf("assignments=get@8 put:5@2", "tasks=1,2,4"), List.of()))
        .isInstanceOf(UsageException.class)
        .hasMessage("--tasks 1,2,4: has no effect on get@8 put:5@2; try run get --tasks 1,2,4");
    assertThat(Ladder.of(conf("assignments=get@8 put", "tasks=1,2,4"), List.of()).rungs())
        .hasSize(3);
  }

  @Property(tries = 50)
  void everyCombinationIsOneRung(
      @ForAll @IntRange(min = 1, max = 5) int a,
      @ForAll @IntRange(min = 1, max = 5) int b,
      @ForAll @IntRange(min = 1, max = 5) int c) {
    Ladder ladder =
        Ladder.of(conf("threads=" + to(a), "batch=" + to(b), "tasks=" + to(c)), List.of());
    assertThat(ladder.rungs()).hasSize(a * b * c);
    assertThat(new LinkedHashSet<>(ladder.rungs())).hasSize(a * b * c);
  }

  private static String to(int last) {
    return IntStream.rangeClosed(1, last)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining(","));
  }

  private static Configuration conf(String... settings) {
    Configuration conf = new Configuration(false);
    for (String setting : settings) {
      List<String> parts = List.of(setting.split("=", -1));
      conf.set(Setting.PREFIX + parts.get(0), parts.get(1));
    }
    return conf;
  }

  private static List<Setting<?>> settings(String... names) {
    return List.of(names).stream().<Setting<?>>map(n -> Settings.named(n).orElseThrow()).toList();
  }

  private static String text(Map<Setting<?>, String> rung) {
    return rung.entrySet().stream()
        .map(e -> e.getKey().name() + "=" + e.getValue())
        .collect(Collectors.joining(" "));
  }
}
