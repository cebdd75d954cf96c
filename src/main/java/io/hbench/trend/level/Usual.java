package io.hbench.trend.level;

/**
 * What a night is expected to bring.
 *
 * @param low lower end of the values that are no surprise; NaN if nothing is expected yet
 * @param high upper end, likewise
 * @param missing number of nights that are missing before anything is expected
 * @param seen index of the first of the surprises of which the last night is one; -1 if it is none
 */
public record Usual(double low, double high, int missing, int seen) {}
