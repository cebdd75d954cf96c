package io.hbench.suite.summary;

import io.hbench.rundir.Noise;
import io.hbench.rundir.RunDirectory;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A step of a suite with its runs, and those of the baseline.
 *
 * @param name of the step, with the rung of its ladder
 * @param canary how much slower than usual it is if it is a canary, as a share; 0 if it is as
 *     usual, or if only its figures say; empty if it is none, or says nothing tonight
 * @param noise how much its runs differ though nothing has changed, if that is known
 * @param tonight the runs of this suite that count
 * @param before runs of the baseline, or of the last nights before; none without one
 */
public record ComparedStep(
    String name,
    Optional<Double> canary,
    Optional<Noise> noise,
    List<RunDirectory> tonight,
    Supplier<List<RunDirectory>> before) {}
