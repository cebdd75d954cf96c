package io.hbench.trend.level;

/**
 * A change of the level.
 *
 * @param index of the first value after the change
 * @param seen index of the value with which it was found, or was a surprise before that
 * @param before mean since the previous change, with limited outliers
 * @param after mean up to the next change, likewise
 * @param p p-value with which it was found, corrected for all that is looked at in a night
 */
public record Found(int index, int seen, double before, double after, double p) {}
