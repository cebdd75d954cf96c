package io.hbench.job;

import java.time.Duration;

/**
 * How far a running job is.
 *
 * @param elapsed since its submission
 * @param planned tasks
 * @param started tasks that have passed the start line
 * @param requests in the window
 * @param warmup requests before it
 */
public record Progress(
    Duration elapsed,
    int planned,
    long started,
    long requests,
    long warmup,
    long rows,
    long errors) {}
