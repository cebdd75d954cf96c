package io.hbench.engine;

import io.hbench.settings.CatchUp;
import java.util.function.DoubleSupplier;

/** An open loop: one thread's share of a rate. */
public final class Schedule implements Pacer {
  private final RatePlan plan;
  private final DoubleSupplier indexes;
  private final CatchUp catchUp;
  private long intended;
  private long following;
  private long earliest;

  /**
   * @param indexes of this thread's requests among all requests of the plan, ascending
   */
  public Schedule(RatePlan plan, DoubleSupplier indexes, CatchUp catchUp) {
    this.plan = plan;
    this.indexes = indexes;
    this.catchUp = catchUp;
    this.intended = plan.nanosOf(indexes.getAsDouble());
    this.following = plan.nanosOf(indexes.getAsDouble());
    this.earliest = intended;
  }

  @Override
  public boolean hasSchedule() {
    return true;
  }

  @Override
  public long intended(long now) {
    return intended;
  }

  @Override
  public long earliest(long now) {
    return earliest;
  }

  /** Nothing is ever made up for: once the following request is due, this one is too late. */
  @Override
  public boolean isDropped(long now) {
    return catchUp.factor() == 0 && following <= now;
  }

  /** While it catches up, the schedule runs faster by the factor: its gaps are shorter. */
  @Override
  public void advance(long now) {
    boolean gradual = catchUp.factor() > 0 && Double.isFinite(catchUp.factor());
    long soonest = gradual ? now + (long) ((following - intended) / catchUp.factor()) : intended;
    intended = following;
    following = plan.nanosOf(indexes.getAsDouble());
    earliest = Math.max(intended, soonest);
  }
}
