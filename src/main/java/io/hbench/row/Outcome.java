package io.hbench.row;

/**
 * The outcome of a request that did not fail.
 *
 * @param rows rows that were returned or written
 * @param notFound rows that were requested and do not exist: such an answer is fast, and skews
 *     latencies
 * @param bytes serialized size of the cells that were returned or written
 * @param details {@link OutcomeDetails#NONE} for most requests
 */
public record Outcome(long rows, long notFound, long bytes, OutcomeDetails details) {
  public static final Outcome NOTHING = new Outcome(0, 0, 0);

  public Outcome(long rows, long notFound, long bytes) {
    this(rows, notFound, bytes, OutcomeDetails.NONE);
  }

  public Outcome with(OutcomeDetails newDetails) {
    return new Outcome(rows, notFound, bytes, newDetails);
  }
}
