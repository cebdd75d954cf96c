package io.hbench.report;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/** The register of the reasons of a verdict that is not valid; files have them in kebab-case. */
public enum ReasonCode {
  /** The submitter ended before the job, and the job succeeded. */
  @SerializedName("submitter-lost")
  SUBMITTER_LOST,
  /** The submitter ended before the job, and nothing says how the job ended. */
  @SerializedName("job-outcome-unknown")
  JOB_OUTCOME_UNKNOWN,
  @SerializedName("job-failed")
  JOB_FAILED,
  /** Not all tasks completed. */
  @SerializedName("tasks-missing")
  TASKS_MISSING,
  /** Tasks were lost after the start, and {@code --lost-tasks} allows it. */
  @SerializedName("tasks-lost")
  TASKS_LOST,
  /** A task could not write all its records into its own file; the reducer got them. */
  @SerializedName("task-file-incomplete")
  TASK_FILE_INCOMPLETE,
  /** Figures that were counted independently do not agree. */
  @SerializedName("counts-differ")
  COUNTS_DIFFER,
  /** All tasks ran together for only a part of the measurement window. */
  @SerializedName("task-overlap")
  TASK_OVERLAP,
  /** The longest time was over, and the figures were not steady. */
  @SerializedName("not-steady")
  NOT_STEADY,
  /** The longest time was over, and figures were less precise than wanted. */
  @SerializedName("not-precise")
  NOT_PRECISE,
  /** Tasks reached the start barrier after the start. */
  @SerializedName("tasks-late")
  TASKS_LATE,
  /** The tasks started too far apart. */
  @SerializedName("start-spread")
  START_SPREAD,
  /** No request succeeded in the measurement window. */
  @SerializedName("nothing-measured")
  NOTHING_MEASURED,
  @SerializedName("requests-failed")
  REQUESTS_FAILED,
  /** Requests of the schedule were never sent, because all slots were in use. */
  @SerializedName("requests-dropped")
  REQUESTS_DROPPED,
  /** Requests were withheld, because all slots of their region servers were in use. */
  @SerializedName("requests-withheld")
  REQUESTS_WITHHELD,
  /** Rows that were requested are not in the table. */
  @SerializedName("rows-not-found")
  ROWS_NOT_FOUND,
  /** A load did not write all its rows. */
  @SerializedName("rows-not-written")
  ROWS_NOT_WRITTEN,
  /** A verification did not read all its rows. */
  @SerializedName("rows-not-read")
  ROWS_NOT_READ,
  /** The verifier found rows that are missing, stale, corrupt or unexpected. */
  @SerializedName("row-defects")
  ROW_DEFECTS,
  @SerializedName("client-cpu")
  CLIENT_CPU,
  @SerializedName("client-gc")
  CLIENT_GC,
  /** The clients' threads woke up late. */
  @SerializedName("client-hiccups")
  CLIENT_HICCUPS,
  /** The clients sent requests after their intended time although a slot was free. */
  @SerializedName("client-send-delay")
  CLIENT_SEND_DELAY;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
