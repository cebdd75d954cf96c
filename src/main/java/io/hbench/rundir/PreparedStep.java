package io.hbench.rundir;

/**
 * A step that prepared the table, before a measurement or after a load.
 *
 * @param step name of its setting, such as {@code flush}
 * @param seconds duration
 * @param rows number of rows read or of keys sampled, or null
 * @param bytes size of the table's store files after a flush or a compaction, one copy of each;
 *     null if unknown, or if a later step measures it
 * @param note remark for the report, or null
 */
public record PreparedStep(String step, double seconds, Long rows, Long bytes, String note) {}
