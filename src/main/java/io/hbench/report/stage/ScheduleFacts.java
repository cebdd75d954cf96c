package io.hbench.report.stage;

/**
 * The schedule of a run with a rate.
 *
 * @param scheduled requests with an intended time in the window
 * @param dropped scheduled requests that were never sent
 */
public record ScheduleFacts(
    long scheduled, long dropped, double scheduledPerSecond, double sentPerSecond) {}
