package io.hbench.verify;

import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;

/**
 * The rows that verification expects in the table.
 *
 * @param rows that may exist
 * @param required rows that must exist
 * @param version minimum version of the values of required rows
 * @param share of the rows returned by reads that are verified, 0 to 1
 */
public record ExpectedRows(KeyRange rows, RowSet required, int version, double share) {}
