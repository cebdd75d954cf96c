package io.hbench.verify;

import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;

/**
 * What must be in the table.
 *
 * @param rows all that may be there
 * @param sure those of them that must be there
 * @param version that the values of those have at least
 * @param share of the rows that reads bring which they compare, 0 to 1
 */
public record ExpectedRows(KeyRange rows, RowSet sure, int version, double share) {}
