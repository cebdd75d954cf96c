package io.hbench.report.stage;

/**
 * The schedule of a run with a rate.
 *
 * @param scheduled requests with an intended time in the window
 * @param dropped those that were not sent because all slots were in use; those that late tasks
 *     missed are not among them
 */
public record ScheduleFacts(
    long scheduled, long dropped, double scheduledPerSecond, double sentPerSecond) {}
