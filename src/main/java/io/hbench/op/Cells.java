package io.hbench.op;

import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;

/**
 * The cells of a row.
 *
 * @param families how many column families: {@code info0}, {@code info1}, …
 * @param columns how many columns in each of them: {@code 0}, {@code 1}, …
 * @param valueSize bytes in the largest value
 * @param tags how many tags each cell carries
 * @param version of the values, which they tell if they are long enough
 */
public record Cells(
    int families,
    int columns,
    int valueSize,
    ValueLengths lengths,
    ValueBytes bytes,
    int tags,
    int version) {}
