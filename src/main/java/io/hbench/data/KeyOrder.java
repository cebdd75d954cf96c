package io.hbench.data;

import java.util.Locale;
import org.apache.commons.rng.sampling.distribution.UniformLongSampler;
import org.apache.commons.rng.simple.RandomSource;

/** In which order a task's threads ask for the rows of its range. */
public enum KeyOrder {
  SEQUENTIAL("each thread walks its share of the task's range, again and again") {
    @Override
    public KeySequence sequence(KeyRange range, int thread, int threads, long seed) {
      KeyRange share = range.part(thread, threads);
      KeyRange walked = share.isEmpty() ? range : share; // more threads than rows
      return new KeySequence() {
        private long next = walked.first();

        @Override
        public long next() {
          long row = next++;
          if (next == walked.end()) {
            next = walked.first();
          }
          return row;
        }
      };
    }
  },
  UNIFORM("every row of the task's range is equally likely each time") {
    @Override
    public KeySequence sequence(KeyRange range, int thread, int threads, long seed) {
      UniformLongSampler rows =
          UniformLongSampler.of(
              RandomSource.XO_RO_SHI_RO_128_PP.create(Seeds.derive(seed, thread)),
              range.first(),
              range.end() - 1);
      return rows::sample;
    }
  };

  private final String help;

  KeyOrder(String help) {
    this.help = help;
  }

  /** The rows that one of a task's threads asks for. The range is not empty. */
  public abstract KeySequence sequence(KeyRange range, int thread, int threads, long seed);

  public String help() {
    return help;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
