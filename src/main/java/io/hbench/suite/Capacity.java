package io.hbench.suite;

/**
 * The requests a second that a number of region servers sustained, as it was measured once.
 *
 * @param directory of the findmax, or of the rung of a ladder
 * @param servers number of region servers
 * @param rate requests per second
 * @param tasks that sent them
 * @param slots requests that may be in flight in all tasks
 */
public record Capacity(String directory, int servers, double rate, int tasks, long slots) {}
