package io.hbench.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProfilesTest {
  private static List<Integer> profiled(int tasks) {
    return IntStream.range(0, tasks)
        .filter(task -> Profiles.isProfiled(task, tasks))
        .boxed()
        .toList();
  }

  @Test
  void aFewTasksAreAllProfiledAndOfManyTenAtEqualDistances() {
    assertThat(profiled(3)).containsExactly(0, 1, 2);
    assertThat(profiled(10)).hasSize(10);
    assertThat(profiled(20)).containsExactly(0, 2, 4, 6, 8, 10, 12, 14, 16, 18);
    assertThat(profiled(10_000)).hasSize(10).startsWith(0, 1_000, 2_000);
  }

  @Property(tries = 100)
  void distancesDifferByOneAtMost(@ForAll @IntRange(min = 11, max = 20_000) int tasks) {
    List<Integer> profiled = profiled(tasks);
    assertThat(profiled).hasSize(10).startsWith(0);
    for (int i = 1; i < profiled.size(); i++) {
      assertThat(profiled.get(i) - profiled.get(i - 1)).isBetween(tasks / 10, tasks / 10 + 1);
    }
  }

  @Test
  void aFileOfAServerHasItsHostAndPortInItsName() {
    assertThat(Profiles.ofServer("rs-1.example.org:16020"))
        .isEqualTo("profile/server-rs-1.example.org-16020-cpu.html");
    assertThat(Profiles.ofServer("../x:1")).isEqualTo("profile/server-..-x-1-cpu.html");
  }
}
