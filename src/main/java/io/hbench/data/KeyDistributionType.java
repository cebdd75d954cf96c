package io.hbench.data;

import java.util.List;
import java.util.Locale;
import org.apache.commons.rng.sampling.distribution.UniformLongSampler;

/** The register of key distributions and key orders. A new one is a constant here. */
public enum KeyDistributionType {
  SEQUENTIAL("", "each thread repeats its range of rows in ascending order") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return KeySequence.cycle(space.walked());
    }
  },
  UNIFORM("", "every row with the same probability") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return UniformLongSampler.of(space.random(), space.rows().first(), space.rows().end() - 1)
          ::sample;
    }
  },
  PERMUTED("", "every row once in random order, then again in the same order") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return space.shuffled(KeySequence.cycle(space.walked()));
    }

    @Override
    KeySequence once(KeySpace space, List<KeyRange> left) {
      return space.shuffled(super.once(space, left));
    }
  },
  ZIPFIAN(
      ":0.99",
      "Zipf's law with an exponent of 0 or more; hot rows are scattered, the same for all tasks") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return SkewedKeys.zipfian(space, parameters.get(0));
    }

    @Override
    public long maxRows() {
      return Integer.MAX_VALUE; // limit of the library's sampler
    }
  },
  YCSB_ZIPFIAN(
      "",
      "YCSB's zipfian: ranks of 10,000,000,000 rows hashed to --rows; less skewed than zipfian") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return new YcsbZipfian(space.rows(), space.random()::nextDouble);
    }
  },
  LATEST(
      ":0.99",
      "Zipf's law by age, newest row first; includes acknowledged inserts of the same task") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return SkewedKeys.latest(space, parameters.get(0));
    }

    @Override
    public long maxRows() {
      return Integer.MAX_VALUE;
    }
  },
  HOTSPOT(":20%:80%", "a share of the rows, the first ones, gets the given share of the requests") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return SkewedKeys.hotspot(space, parameters.get(0), parameters.get(1));
    }
  },
  EXPONENTIAL(
      ":95%:85.71428571%",
      "decay by age: a share of the requests is for a share of the rows, the newest") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return SkewedKeys.exponential(space, parameters.get(0), parameters.get(1));
    }
  },
  SAMPLED(
      "", "existing keys of any format: a sample of --rows keys, each with the same probability") {
    @Override
    KeySequence sequence(KeySpace space, List<Double> parameters) {
      return UNIFORM.sequence(space, parameters);
    }

    @Override
    public long maxRows() {
      return 10_000_000; // each task holds them in memory
    }
  };

  private final String defaults;
  private final String help;

  /**
   * @param defaults of its parameters, in the format of {@link KeyDistribution}
   * @param help one line
   */
  KeyDistributionType(String defaults, String help) {
    this.defaults = defaults;
    this.help = help;
  }

  /** The endless sequence of rows that one thread requests. */
  abstract KeySequence sequence(KeySpace space, List<Double> parameters);

  /** The sequence of the remaining rows of a thread's share, each once. */
  KeySequence once(KeySpace space, List<KeyRange> left) {
    return KeySequence.once(left);
  }

  String defaults() {
    return defaults;
  }

  /**
   * Whether some rows of the table are requested more often than others. Then all tasks must agree
   * on the hot rows.
   */
  public boolean isSkewed() {
    return switch (this) {
      case SEQUENTIAL, UNIFORM, PERMUTED -> false;
      case ZIPFIAN, YCSB_ZIPFIAN, LATEST, HOTSPOT, EXPONENTIAL -> true;
      case SAMPLED -> true; // rows outside the sample are never requested
    };
  }

  /** The largest number of rows that it supports. */
  public long maxRows() {
    return Long.MAX_VALUE;
  }

  /** One line for help and documentation. */
  public String help() {
    return help;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
