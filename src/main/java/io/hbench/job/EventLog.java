package io.hbench.job;

import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The changes of a cluster while a job runs: as many as a report can have. */
public final class EventLog {
  /** Of the changes that a busy table has all the time; marks of hooks and servers always count. */
  private static final int MAX_CHANGES = 1_000;

  private static final Set<Kind> FREQUENT =
      EnumSet.of(
          Kind.REGION_MOVED, Kind.REGION_SPLIT, Kind.REGION_MERGED, Kind.FLUSH, Kind.COMPACTION);

  private final List<ServerEvent> events = new CopyOnWriteArrayList<>();

  /** How many frequent changes there were. */
  private int changes;

  /** Adds a change; for one thread. */
  public void add(ServerEvent event) {
    if (!FREQUENT.contains(event.kind())) {
      events.add(event);
    } else if (++changes < MAX_CHANGES) {
      events.add(event);
    } else if (changes == MAX_CHANGES) {
      String last = event.description() + "; further changes of regions and files are not listed";
      events.add(new ServerEvent(event.atMs(), event.kind(), event.count(), last, event.stopped()));
    }
  }

  /** The changes so far. */
  public List<ServerEvent> list() {
    return List.copyOf(events);
  }
}
