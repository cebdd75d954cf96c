package io.hbench.data;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * What one thread of a run has to choose its rows from.
 *
 * @param rows those that it may draw; at least one
 * @param share its share of them where the threads deal them out; empty if there are more threads
 *     than rows
 * @param seed of the run: what all threads must agree on follows from it
 * @param threadSeed of this thread alone
 * @param newest the rows of the table and those that this run has added
 */
public record KeySpace(KeyRange rows, KeyRange share, long seed, long threadSeed, NewestRows newest) {

  /** The share, or all rows if it is empty: a thread that never ends must have something to do. */
  KeyRange walked() {
    return share.isEmpty() ? rows : share;
  }

  /** One random order of all rows, the same one for every thread. */
  Permutation permutation() {
    return new Permutation(rows, seed);
  }

  /** For each row of a sequence, the row that has its place in the random order. */
  KeySequence shuffled(KeySequence places) {
    Permutation order = permutation();
    return new KeySequence() {
      @Override
      public boolean hasNext() {
        return places.hasNext();
      }

      @Override
      public long next() {
        return order.row(places.next() - rows.first());
      }
    };
  }

  UniformRandomProvider random() {
    return RandomSource.XO_RO_SHI_RO_128_PP.create(threadSeed);
  }
}
