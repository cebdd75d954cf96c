package io.hbench.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/** Slots of a {@link LoadLoop}, of which the one that has been free for longest is taken next. */
final class SlotPool {
  private final List<Slot> all;
  private final Deque<Slot> free;

  SlotPool(DrainLoop loop, int size) {
    all = Stream.generate(() -> new Slot(loop)).limit(size).toList();
    free = new ArrayDeque<>(all);
  }

  boolean hasFree() {
    return !free.isEmpty();
  }

  /**
   * Since when a client without delays would have had the slot free that is taken next: see {@link
   * Slot#undelayed}.
   */
  long freeSince() {
    return free.isEmpty() ? Long.MAX_VALUE : free.getFirst().undelayed;
  }

  /** The same of all slots: whether one of them has been free at a time. */
  boolean hasFreeSince(long time) {
    return freeSince() <= time || free.stream().anyMatch(slot -> slot.undelayed <= time);
  }

  boolean areAllFree() {
    return free.size() == all.size();
  }

  /** Takes a slot, of which there must be one. */
  Slot take() {
    Slot slot = free.pollFirst();
    slot.busy = true;
    return slot;
  }

  void release(Slot slot) {
    slot.busy = false;
    free.addLast(slot);
  }

  List<Slot> busy() {
    return all.stream().filter(slot -> slot.busy).toList();
  }
}
