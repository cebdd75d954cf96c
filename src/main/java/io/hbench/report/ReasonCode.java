package io.hbench.report;

import static io.hbench.report.Verdict.Status.DEGRADED;
import static io.hbench.report.Verdict.Status.INVALID;

import java.util.Locale;
import java.util.Set;

/** The register of the reasons of a verdict that is not valid; files have them in kebab-case. */
public enum ReasonCode {
  /** The submitter ended before the job, and the job succeeded. */
  SUBMITTER_LOST(DEGRADED),
  /** The submitter ended before the job, and nothing says how the job ended. */
  JOB_OUTCOME_UNKNOWN(INVALID),
  JOB_FAILED(INVALID),
  TASKS_MISSING(INVALID),
  /** Tasks were lost after the start, and {@code --lost-tasks} allows it. */
  TASKS_LOST(DEGRADED),
  /** A task could not write all its records into its own file; the reducer got them. */
  TASK_FILE_INCOMPLETE(DEGRADED),
  /** Figures that were counted independently do not agree. */
  COUNTS_DIFFER(INVALID),
  /** All tasks ran together for only a part of the measurement window. */
  TASK_OVERLAP(DEGRADED),
  /** The longest time was over, and the figures were not steady. */
  NOT_STEADY(DEGRADED),
  /** The longest time was over, and figures were less precise than wanted. */
  NOT_PRECISE(DEGRADED),
  /** Tasks reached the start barrier after the start. */
  TASKS_LATE(DEGRADED),
  START_SPREAD(DEGRADED),
  NOTHING_MEASURED(INVALID),
  REQUESTS_FAILED(DEGRADED),
  /** Requests of the schedule were never sent, because all slots were in use. */
  REQUESTS_DROPPED(DEGRADED),
  /** Requests were withheld, because all slots of their region servers were in use. */
  REQUESTS_WITHHELD(DEGRADED),
  /** Rows that were requested are not in the table. */
  ROWS_NOT_FOUND(DEGRADED),
  ROWS_NOT_WRITTEN(INVALID),
  ROWS_NOT_READ(INVALID),
  /** The verifier found rows that are missing, stale, corrupt or unexpected. */
  ROW_DEFECTS(DEGRADED),
  CLIENT_CPU(DEGRADED),
  /** The same of a tenant, whose files do not tell what the tasks of others used. */
  CLIENT_CPU_SHARED(DEGRADED),
  CLIENT_GC(DEGRADED),
  /** The clients' threads woke up late. */
  CLIENT_HICCUPS(DEGRADED),
  /** The clients sent requests after their intended time although a slot was free. */
  CLIENT_SEND_DELAY(DEGRADED);

  /** Those that say that the clients were the limit, or may have been it. */
  public static final Set<ReasonCode> OF_CLIENTS =
      Set.of(CLIENT_CPU, CLIENT_CPU_SHARED, CLIENT_GC, CLIENT_HICCUPS, CLIENT_SEND_DELAY);

  /** Those that say that some tasks ran without the others. */
  static final Set<ReasonCode> OF_TASKS =
      Set.of(TASKS_LOST, TASK_OVERLAP, TASKS_LATE, START_SPREAD);

  /** Those that keep counts from being compared with others. */
  static final Set<ReasonCode> OF_COUNTS = Set.of(SUBMITTER_LOST, TASK_FILE_INCOMPLETE);

  private final Verdict.Status status;

  ReasonCode(Verdict.Status status) {
    this.status = status;
  }

  /** The usual status of the reason; a check may add it with a worse one. */
  Verdict.Status status() {
    return status;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
