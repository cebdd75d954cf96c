package io.hbench.rundir;

/**
 * Something that was done to the table before a measurement, or after a load.
 *
 * @param step its setting: {@code flush}, {@code major-compact}, {@code settle}, {@code warm} or
 *     {@code keys}
 * @param rows that were read, or keys that were picked, or null
 * @param note what there is to say about it, or null
 */
public record PreparedStep(String step, double seconds, Long rows, String note) {}
