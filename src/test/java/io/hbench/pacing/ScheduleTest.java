package io.hbench.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Setting;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

/** A schedule of a request in every millisecond, for two threads. */
class ScheduleTest {
  private static final long MILLI = 1_000_000;

  private static Schedule schedule(String... settings) {
    Configuration conf = new Configuration(false);
    for (String setting : List.of("assignments=get@1", "threads=2", "rate=1k", "warmup=0s")) {
      set(conf, setting);
    }
    for (String setting : settings) {
      set(conf, setting);
    }
    RunSpec spec = RunSpec.from(conf);
    return Schedule.of(spec, TaskSpec.plan(spec).get(0), Optional.empty()).orElseThrow();
  }

  private static void set(Configuration conf, String setting) {
    int equals = setting.indexOf('=');
    conf.set(Setting.PREFIX + setting.substring(0, equals), setting.substring(equals + 1));
  }

  @Test
  void withoutCatchUpARequestIsDroppedIfNoThreadHadAFreeSlot() {
    Schedule schedule = schedule("for=1m", "catchup=none");
    Pacer late = schedule.newPacer();
    Pacer other = schedule.newPacer();
    late.slotIsFreeSince(5 * MILLI);
    other.slotIsFreeSince(Long.MAX_VALUE);

    assertThat(late.intended(7 * MILLI)).isZero();
    assertThat(late.isDropped()).isTrue();
    other.slotIsFreeSince(0);
    assertThat(late.isDropped()).as("while the other thread has a slot for it").isFalse();
    other.slotIsFreeSince(1);
    assertThat(late.isDropped()).isTrue();
    for (int i = 1; i <= 5; i++) {
      late.advance(7 * MILLI);
      assertThat(late.intended(7 * MILLI)).isEqualTo(i * MILLI);
    }
    assertThat(late.isDropped()).as("free at this very time").isFalse();
  }

  @Test
  void aTaskThatBeginsLateSendsAllOfItsRequestsIfTheyEndTheRun() {
    Schedule schedule = schedule("ops=10");
    Pacer pacer = schedule.newPacer();
    assertThat(pacer.skipUntil(4 * MILLI, time -> true)).isZero();
    for (int i = 4; i < 14; i++) {
      assertThat(pacer.intended(20 * MILLI)).isEqualTo(i * MILLI);
      pacer.advance(20 * MILLI);
    }
    assertThat(pacer.intended(20 * MILLI)).isEqualTo(Long.MAX_VALUE);
    assertThat(schedule("for=1m").newPacer().skipUntil(4 * MILLI, time -> true)).isEqualTo(4);
  }

  @Test
  void aDroppedRequestIsMadeUpForWhenOtherThreadsHaveEnded() {
    Schedule schedule = schedule("ops=2", "catchup=none");
    Pacer one = schedule.newPacer();
    Pacer other = schedule.newPacer();
    assertThat(one.intended(0)).isZero();
    assertThat(other.intended(0)).isEqualTo(MILLI);
    other.advance(MILLI);
    assertThat(other.intended(MILLI)).as("nothing left for it").isEqualTo(Long.MAX_VALUE);
    one.dropped();
    one.advance(MILLI);
    assertThat(one.intended(MILLI)).isEqualTo(2 * MILLI);
    one.advance(2 * MILLI);
    assertThat(one.intended(2 * MILLI)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void withCatchUpNothingIsDropped() {
    for (String catchUp : new String[] {"unbounded", "burst:1.1"}) {
      Pacer late = schedule("for=1m", "catchup=" + catchUp).newPacer();
      late.slotIsFreeSince(Long.MAX_VALUE);
      assertThat(late.intended(7 * MILLI)).isZero();
      assertThat(late.isDropped()).as(catchUp).isFalse();
    }
  }
}
