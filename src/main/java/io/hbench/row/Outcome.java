package io.hbench.row;

/**
 * What a request that did not fail brought.
 *
 * @param rows rows that came back or were written
 * @param empty rows that were asked for and are not there: such an answer is fast, and meaningless
 * @param bytes serialized size of the cells that came back or were written
 * @param extras {@link OutcomeDetails#NONE} for most
 */
public record Outcome(long rows, long empty, long bytes, OutcomeDetails extras) {
  public static final Outcome NOTHING = new Outcome(0, 0, 0);

  public Outcome(long rows, long empty, long bytes) {
    this(rows, empty, bytes, OutcomeDetails.NONE);
  }

  public Outcome with(OutcomeDetails newExtras) {
    return new Outcome(rows, empty, bytes, newExtras);
  }
}
