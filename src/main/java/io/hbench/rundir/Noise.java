package io.hbench.rundir;

import static io.hbench.figure.Format.format;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How much the runs of a step differ though nothing has changed: what a difference of this cluster
 * is worth. A suite leaves it in the directories of its runs.
 *
 * @param of what is repeated
 * @param count number of repetitions
 * @param figures in the order of the report
 */
public record Noise(Of of, int count, List<Figure> figures) {
  public static final String FILE = "noise.json";

  /** The name of all operations of a mix together. */
  private static final String TOTAL = "total";

  /** The figures of the line for people. */
  private static final List<String> SHOWN = List.of("ops/s", "p99");

  public enum Of {
    NIGHTS,
    RUNS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The scatter of a figure.
   *
   * @param unit 1/s, us or share
   * @param scatter standard deviation of single repetitions around their level: a share of the
   *     value, of a share of requests its difference
   */
  public record Figure(String operation, String figure, String unit, double scatter) {
    public Figure(String operation, io.hbench.figure.Figure figure, double scatter) {
      this(operation, figure.toString(), figure.unit().toString(), scatter);
    }

    public Figure {
      Objects.requireNonNull(operation, "no operation");
      Objects.requireNonNull(figure, "no figure");
    }
  }

  public Noise {
    Objects.requireNonNull(of, "nothing is repeated");
    figures = List.copyOf(figures);
    if (figures.isEmpty()) {
      throw new IllegalArgumentException("no figures");
    }
  }

  /** {@code nights of this step vary by 2.1 % in ops/s, 6.0 % in p99 (20 nights)}. */
  public String text(String step) {
    String operation =
        figures.stream()
            .map(Figure::operation)
            .filter(TOTAL::equals)
            .findFirst()
            .orElseGet(() -> figures.get(0).operation());
    List<Figure> all =
        figures.stream().filter(figure -> figure.operation().equals(operation)).toList();
    List<Figure> usual = all.stream().filter(figure -> SHOWN.contains(figure.figure())).toList();
    String each =
        (usual.isEmpty() ? all : usual)
            .stream()
                .map(figure -> format("%.1f %% in %s", 100 * figure.scatter(), figure.figure()))
                .collect(Collectors.joining(", "));
    return "%s of %s vary by %s (%d %s)".formatted(of, step, each, count, of);
  }
}
