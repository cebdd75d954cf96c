package io.hbench.rundir;

import io.hbench.latency.LatencySummary;

/**
 * What one map task says about itself when it is done; one JSON file each under {@code tasks/}.
 *
 * @param pid the task's process on that host; LocalJobRunner has one for all tasks
 * @param assignment its mix, as the user wrote it
 * @param startedMs when it sent its first request, in milliseconds of the reference clock (the file
 *     system's), or null if it sent none
 * @param clockErrorMs how far off {@code startedMs} may be, either way
 * @param firstSentNanos since the common start, or null if it sent nothing
 * @param lastDoneNanos since the common start
 * @param requests in the window, failed ones included
 * @param gcMs time in garbage collections between the common start and its end
 * @param cpuShare of all the machine's processors, 0 to 1, over the same time
 * @param pauses how late a thread woke that should have every millisecond, over the same time
 */
public record TaskFacts(
    int index,
    String host,
    long pid,
    String assignment,
    Double startedMs,
    double clockErrorMs,
    Long firstSentNanos,
    long lastDoneNanos,
    long warmupRequests,
    long requests,
    long errors,
    long rows,
    long empty,
    long gcMs,
    double cpuShare,
    LatencySummary pauses) {}
