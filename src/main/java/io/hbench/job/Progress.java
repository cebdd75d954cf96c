package io.hbench.job;

import io.hbench.rundir.ServerEvent;
import java.time.Duration;
import java.util.List;

/**
 * Progress of a running job.
 *
 * @param elapsed time since its submission
 * @param hasMaster whether the job has an application master, or needs none
 * @param planned number of tasks
 * @param wanted number of containers for them
 * @param containers number of those that have started, or are not needed
 * @param started number of tasks that have passed the start barrier
 * @param requests completed requests in the window
 * @param warmup completed requests before the window
 * @param rows rows that were read or written in the window
 * @param errors failed requests, those before the window included
 * @param warmupErrors those before the window
 * @param events changes at the servers, as far as they are known
 */
public record Progress(
    Duration elapsed,
    boolean hasMaster,
    int planned,
    int wanted,
    long containers,
    long started,
    long requests,
    long warmup,
    long rows,
    long errors,
    long warmupErrors,
    List<ServerEvent> events) {}
