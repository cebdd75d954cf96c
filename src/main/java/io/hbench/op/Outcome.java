package io.hbench.op;

/**
 * What a request that did not fail brought.
 *
 * @param rows rows that came back or were written
 * @param empty rows that were asked for and are not there: such an answer is fast, and meaningless
 * @param bytes serialized size of the cells that came back or were written
 * @param extras {@link Extras#NONE} for most
 */
public record Outcome(long rows, long empty, long bytes, Extras extras) {
  public static final Outcome NOTHING = new Outcome(0, 0, 0);

  public Outcome(long rows, long empty, long bytes) {
    this(rows, empty, bytes, Extras.NONE);
  }

  Outcome with(Extras newExtras) {
    return new Outcome(rows, empty, bytes, newExtras);
  }
}
