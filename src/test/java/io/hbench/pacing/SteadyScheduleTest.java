package io.hbench.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.settings.Arrival;
import io.hbench.settings.CatchUp;
import io.hbench.settings.Rate;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Constant arrivals come from a counter; one after the other, under a lock, they are the same. */
class SteadyScheduleTest {

  @Property
  void theCounterGivesTheRequestsThatTheLockGives(
      @ForAll @IntRange(min = 1, max = 100_000) int rate,
      @ForAll @IntRange(max = 5_000) int warmupMillis,
      @ForAll @IntRange(min = 1, max = 50) int tasks,
      @ForAll @IntRange(max = 49) int index,
      @ForAll @IntRange(min = 1, max = 8) int threads,
      @ForAll @LongRange(max = 100) long requests,
      @ForAll boolean limited,
      @ForAll boolean dropsLate,
      @ForAll @IntRange(min = 2, max = 5) int everyDropped) {
    int task = index % tasks;
    Duration warmup = Duration.ofMillis(warmupMillis);
    long start = warmup.toNanos();
    long limit = limited ? requests : Long.MAX_VALUE;
    RatePlan plan = new RatePlan(Rate.parse(Integer.toString(rate)), warmup, Optional.empty());
    CatchUp catchUp = CatchUp.parse(dropsLate ? "none" : "unbounded");
    Schedule locked =
        new OrderedSchedule(
            plan,
            ArrivalIndexes.of(Arrival.CONSTANT, task, tasks, 1),
            catchUp,
            threads,
            start,
            limit);
    Schedule counted =
        new SteadySchedule(
            plan, task, tasks, dropsLate ? threads : SteadySchedule.UNBOUNDED, start, limit);
    ScheduledPacer one = new ScheduledPacer(locked);
    ScheduledPacer other = new ScheduledPacer(counted);
    for (int i = 0; i < 300; i++) {
      long now = TimeUnit.MILLISECONDS.toNanos(i);
      long intended = other.intended(now);
      assertThat(intended).isEqualTo(one.intended(now));
      if (intended == Long.MAX_VALUE) {
        break; // a thread ends here, and asks no more
      }
      assertThat(other.earliest(now)).isEqualTo(one.earliest(now));
      long late = intended + TimeUnit.SECONDS.toNanos(1) / rate * tasks * threads;
      for (long at : new long[] {intended, late - 10, late + 10}) {
        assertThat(other.isDropped(at)).isEqualTo(one.isDropped(at));
      }
      if (i % everyDropped == 0 && intended >= start) {
        one.dropped();
        other.dropped();
      }
      one.advance(now);
      other.advance(now);
    }
  }
}
