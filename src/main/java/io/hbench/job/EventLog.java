package io.hbench.job;

import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The changes of a cluster while a job runs: as many as a report can have. */
public final class EventLog {
  /** Of each kind that a busy table has all the time; marks of hooks and servers always count. */
  private static final int MAX_CHANGES = 1_000;

  private static final Set<Kind> FREQUENT =
      EnumSet.of(
          Kind.REGION_MOVED, Kind.REGION_SPLIT, Kind.REGION_MERGED, Kind.FLUSH, Kind.COMPACTION);

  private final List<ServerEvent> events = new CopyOnWriteArrayList<>();

  /** How many frequent changes there were: flushes never take the places of moves. */
  private final Map<Kind, Integer> changes = new EnumMap<>(Kind.class);

  /** Adds a change; for one thread. */
  public void add(ServerEvent event) {
    int number = FREQUENT.contains(event.kind()) ? changes.merge(event.kind(), 1, Integer::sum) : 0;
    if (number < MAX_CHANGES) {
      events.add(event);
    } else if (number == MAX_CHANGES) {
      String last = event.description() + "; further changes of this kind are not listed";
      events.add(new ServerEvent(event.atMs(), event.kind(), event.count(), last, event.stopped()));
    }
  }

  /** The changes so far. */
  public List<ServerEvent> list() {
    return List.copyOf(events);
  }
}
