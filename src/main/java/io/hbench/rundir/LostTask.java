package io.hbench.rundir;

/**
 * A task that was lost after it had begun to send requests, and that the run continued without: the
 * record of its next attempt, which takes no part.
 *
 * @param host machine of the lost attempt, or null if it did not tell
 * @param noticed ISO 8601 with zone, by the clock of the next attempt's machine: seconds after the
 *     loss of a container, up to ten minutes after that of a machine
 */
public record LostTask(int index, String host, String noticed) {}
