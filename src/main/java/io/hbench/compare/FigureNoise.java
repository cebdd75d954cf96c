package io.hbench.compare;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The sampling noise of several figures: resampled deviations from the mean, drawn for all figures
 * together so that their correlation is kept. All values are logarithms.
 */
final class FigureNoise {
  private final double[][] draws;
  private final double freedom;

  /**
   * @param draws deviation of each figure in each draw
   * @param freedom degrees of freedom of their variance: number of blocks, or tasks, minus one
   */
  FigureNoise(double[][] draws, double freedom) {
    this.draws = draws;
    this.freedom = freedom;
  }

  /** No noise. */
  static FigureNoise none(int draws, int figures) {
    return new FigureNoise(new double[draws][figures], 1);
  }

  /**
   * Resamples blocks of parts with replacement: the circular block bootstrap (Politis and Romano,
   * 1992). The variance of a resample of b blocks is too small by a factor of (b - 1) / b, which is
   * corrected.
   *
   * @param seed decides the selection; the same seed and number of parts give the same selection
   * @return the noise of all figures, by {@link ComparedFigure}; none with fewer than two blocks
   */
  static FigureNoise of(RunParts parts, int blockLength, int draws, long seed) {
    double blocks = (double) parts.size() / blockLength;
    if (blocks < 2) {
      return none(draws, ComparedFigure.values().length);
    }
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    int[] starts = new int[(int) Math.ceil(blocks)];
    double[][] figures = new double[draws][];
    for (int i = 0; i < draws; i++) {
      Arrays.setAll(starts, block -> random.nextInt(parts.size()));
      figures[i] = parts.figures(starts, blockLength);
    }
    return new FigureNoise(figures, blocks - 1).centred(Math.sqrt(blocks / (blocks - 1)));
  }

  private FigureNoise centred(double factor) {
    double[][] centred = new double[draws.length][draws[0].length];
    for (int k = 0; k < draws[0].length; k++) {
      double mean = mean(k);
      for (int i = 0; i < draws.length; i++) {
        centred[i][k] = factor * (draws[i][k] - mean);
      }
    }
    return new FigureNoise(centred, freedom);
  }

  private double mean(int figure) {
    return Arrays.stream(draws).mapToDouble(draw -> draw[figure]).average().orElse(0);
  }

  double[][] draws() {
    return draws;
  }

  double freedom() {
    return freedom;
  }

  double variance(int figure) {
    return Arrays.stream(draws).mapToDouble(draw -> draw[figure] * draw[figure]).sum()
        / (draws.length - 1);
  }
}
