package io.hbench.settings;

import io.hbench.latency.Timing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An objective (SLO) of a run: {@code [operation.][response.|service.]figure < value}, over the
 * window, in every interval, or of each region server over the window.
 *
 * @param operation operation, or empty for all operations together
 * @param timing kind of latency, or empty for response times if there is a rate, else service times
 * @param percentile above 0 and below 100; 0 for other figures
 * @param orEqual whether a value equal to the limit meets the objective
 * @param limit limit in the figure's unit
 * @param grace time from the start of the window after which every interval counts; empty for an
 *     objective over the window
 * @param ofEachServer whether every region server must meet it
 * @param text text of the user
 */
public record Objective(
    Optional<String> operation,
    Optional<Timing> timing,
    Figure figure,
    double percentile,
    boolean orEqual,
    double limit,
    Optional<Duration> grace,
    boolean ofEachServer,
    String text) {

  /** The unit of a limit, with its name in reports. */
  public enum Unit {
    MICROS("us"),
    SHARE("share"),
    PER_SECOND("1/s");

    private final String label;

    Unit(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** The figure that is compared with the limit. */
  public enum Figure {
    PERCENTILE(Unit.MICROS, "20ms"),
    MAX(Unit.MICROS, "1s"),
    MEAN(Unit.MICROS, "500us"),
    ERRORS(Unit.SHARE, "0.1%"),
    THROUGHPUT(Unit.PER_SECOND, "45k"),
    /** Share of the scheduled requests that were answered in time. */
    AVAILABILITY(Unit.SHARE, "99.95%"),
    LONGEST_OUTAGE(Unit.MICROS, "30s"),
    /** CPU time of the servers for each operation. */
    SERVER_CPU(Unit.MICROS, "80us"),
    /** CPU time of the clients for each operation. */
    CLIENT_CPU(Unit.MICROS, "40us");

    private final Unit unit;
    private final String example;

    Figure(Unit unit, String example) {
      this.unit = unit;
      this.example = example;
    }

    public Unit unit() {
      return unit;
    }

    /** Whether it is a cost of an operation. */
    public boolean isCost() {
      return this == SERVER_CPU || this == CLIENT_CPU;
    }

    /** Whether it is a figure of the whole run, which no requests have. */
    public boolean isOfRun() {
      return this == LONGEST_OUTAGE || isCost();
    }

    public boolean moreIsBetter() {
      return this == THROUGHPUT || this == AVAILABILITY;
    }

    private String sign() {
      return moreIsBetter() ? ">" : "<";
    }
  }

  /** Examples for help and messages. */
  public static final List<String> EXAMPLES =
      List.of(
          "p99 < 20ms",
          "get.response.p99.9 <= 250ms",
          "errors < 0.1%",
          "throughput > 45k",
          "availability > 99.95%",
          "longest outage < 30s",
          "get.server-cpu < 80us",
          "put.max < 1s every interval after 30s",
          "get.p99 of each server < 20ms");

  private static final String FLAG = "--objective";
  private static final Pattern SENTENCE =
      Pattern.compile(
          "(.+?)( of each server)?\\s*(<=|>=|<|>)\\s*(\\S+)(\\s+every interval(?:\\s+after\\s+(\\S+))?)?");
  private static final Pattern SUBJECT =
      Pattern.compile(
          "(?:(\\S+?)\\.)??(?:(response|service)\\.)?(?:p(\\d+(?:\\.\\d+)?)|(max|mean|errors|throughput|availability|longest outage|server-cpu|client-cpu))");
  private static final Map<String, Long> MICROS = Map.of("us", 1L, "ms", 1_000L, "s", 1_000_000L);

  /**
   * Reads one of the {@link #EXAMPLES}.
   *
   * @throws UsageException if the text is not an objective
   */
  public static Objective parse(String given) {
    String text = given.trim().replaceAll("\\s+", " ");
    Matcher sentence = SENTENCE.matcher(text);
    if (!sentence.matches()) {
      throw wrong(text, "not a figure, < or >, and a value", EXAMPLES.get(0));
    }
    Matcher subject = SUBJECT.matcher(sentence.group(1));
    if (!subject.matches()) {
      throw wrong(
          text,
          "no figure; figures are percentiles such as p99.9, max, mean, errors, throughput,"
              + " availability, longest outage, server-cpu and client-cpu",
          EXAMPLES.get(1));
    }
    String percentile = subject.group(3);
    Figure figure =
        percentile != null
            ? Figure.PERCENTILE
            : Figure.valueOf(
                subject.group(4).toUpperCase(Locale.ROOT).replace(' ', '_').replace('-', '_'));
    boolean ofEachServer = sentence.group(2) != null;
    String good =
        sentence.group(1)
            + (ofEachServer ? sentence.group(2) : "")
            + " "
            + figure.sign()
            + " "
            + figure.example;
    if (percentile != null && !(number(percentile) > 0 && number(percentile) < 100)) {
      throw wrong(text, "no percentile between 0 and 100", EXAMPLES.get(0));
    }
    boolean isTimed = figure.unit() == Unit.MICROS && !figure.isOfRun();
    if (subject.group(2) != null && !isTimed) {
      throw wrong(
          text, subject.group(4) + " has no " + subject.group(2) + " time", EXAMPLES.get(2));
    }
    if (figure == Figure.LONGEST_OUTAGE
        && (subject.group(1) != null || sentence.group(5) != null || ofEachServer)) {
      throw wrong(text, "outages are those of the whole run", EXAMPLES.get(5));
    }
    if (figure.isCost() && (sentence.group(5) != null || ofEachServer)) {
      throw wrong(text, "costs are those of the whole run", EXAMPLES.get(6));
    }
    if (!sentence.group(3).startsWith(figure.sign())) {
      throw wrong(text, "needs " + figure.sign() + " instead of " + sentence.group(3), good);
    }
    if (ofEachServer && (figure.moreIsBetter() || sentence.group(5) != null)) {
      throw wrong(
          text,
          "each server has latencies and errors over the window only",
          EXAMPLES.get(EXAMPLES.size() - 1));
    }
    return new Objective(
        Optional.ofNullable(subject.group(1)),
        Optional.ofNullable(subject.group(2)).map(t -> Timing.valueOf(t.toUpperCase(Locale.ROOT))),
        figure,
        percentile == null ? 0 : number(percentile),
        sentence.group(3).endsWith("="),
        limit(text, figure, sentence.group(4), good),
        sentence.group(5) == null
            ? Optional.empty()
            : Optional.of(grace(text, sentence.group(6), good)),
        ofEachServer,
        text);
  }

  private static double limit(String text, Figure figure, String value, String good) {
    try {
      BigDecimal limit =
          switch (figure.unit()) {
            case MICROS -> SettingType.decimal(value, MICROS);
            case SHARE -> BigDecimal.valueOf(SettingType.SHARE.read().apply(value));
            case PER_SECOND -> SettingType.perSecond(value);
          };
      return limit.doubleValue();
    } catch (IllegalArgumentException e) {
      throw wrong(text, "'" + value + "' is not a limit of this figure", good);
    }
  }

  private static Duration grace(String text, String value, String good) {
    try {
      return value == null ? Duration.ZERO : SettingType.DURATION.read().apply(value);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw wrong(
          text, "'" + value + "' is not a length of time", good + " every interval after 30s");
    }
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }

  private static UsageException wrong(String text, String problem, String example) {
    return UsageException.badValue(FLAG, text, problem, FLAG + " '" + example + "'");
  }

  /** Whether a value meets the objective. */
  public boolean isMetBy(double value) {
    return figure.moreIsBetter()
        ? value > limit || (orEqual && value == limit)
        : value < limit || (orEqual && value == limit);
  }

  /** Whether it is an objective of every interval, not of the window. */
  public boolean isOfIntervals() {
    return grace.isPresent();
  }

  /** Whether counters suffice to evaluate it: errors or throughput of all operations together. */
  public boolean isOfCounters() {
    return operation.isEmpty()
        && !ofEachServer
        && (figure == Figure.ERRORS || figure == Figure.THROUGHPUT);
  }

  /**
   * The share of requests that may exceed the limit or fail; empty if the objective counts no
   * requests, or not those of all servers together.
   */
  public Optional<Double> allowedShare() {
    if (ofEachServer) {
      return Optional.empty();
    }
    return switch (figure) {
      case PERCENTILE -> Optional.of(1 - percentile / 100);
      case MAX -> Optional.of(0.0);
      case ERRORS -> Optional.of(limit);
      case AVAILABILITY -> Optional.of(1 - limit);
      case MEAN, THROUGHPUT, LONGEST_OUTAGE, SERVER_CPU, CLIENT_CPU -> Optional.empty();
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
