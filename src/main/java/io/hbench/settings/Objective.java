package io.hbench.settings;

import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.latency.Timing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An objective (SLO) of a run: {@code [operation.][response.|service.]figure < value}, over the
 * window, in every interval, or of each region server over the window.
 *
 * @param operation operation, or empty for all operations together
 * @param timing kind of latency, or empty for response times if there is a rate, else service times
 * @param figure any figure of a run; for a percentile that the register lacks p99, which has the
 *     same unit and direction
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
          "hottest server-cpu < 70%",
          "put.max < 1s every interval after 30s",
          "get.p99 of each server < 20ms");

  private static final String FLAG = "--objective";
  private static final Pattern SENTENCE =
      Pattern.compile(
          "(.+?)( of each server)?\\s*(<=|>=|<|>)\\s*(\\S+)(\\s+every interval(?:\\s+after\\s+(\\S+))?)?");

  /** What users call throughput, the name of which in tables says its unit. */
  private static final String THROUGHPUT = "throughput";

  private static final Pattern SUBJECT =
      Pattern.compile(
          "(?:(\\S+?)\\.)??(?:(response|service)\\.)?(p\\d+(?:\\.\\d+)?|%s)"
              .formatted(names().map(Pattern::quote).collect(Collectors.joining("|"))));
  private static final Map<String, Long> MICROS = Map.of("us", 1L, "ms", 1_000L, "s", 1_000_000L);

  /** The figures of a run, without percentiles. */
  private static Stream<String> names() {
    return Stream.concat(
        Stream.of(THROUGHPUT),
        Arrays.stream(Figure.values())
            .filter(f -> f.isOfRun() && !f.isPercentile())
            .map(Figure::toString));
  }

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
              + " availability, and the others in 'help suite'"
              + suggestion(sentence.group(1)),
          EXAMPLES.get(1));
    }
    String name = subject.group(3);
    double percentile = name.matches("p\\d.*") ? Double.parseDouble(name.substring(1)) : 0;
    Figure figure =
        name.equals(THROUGHPUT)
            ? Figure.THROUGHPUT
            : Figure.named(name).orElse(Figure.P99); // another percentile
    boolean ofEachServer = sentence.group(2) != null;
    boolean ofIntervals = sentence.group(5) != null;
    String sign = figure.moreIsBetter() ? ">" : "<";
    String bare = name + " " + sign + " " + example(figure);
    String whole = sentence.group(1) + (ofEachServer ? sentence.group(2) : "");
    String good = whole + " " + sign + " " + example(figure);
    if (name.matches("p\\d.*") && !(percentile > 0 && percentile < 100)) {
      throw wrong(text, "no percentile between 0 and 100", EXAMPLES.get(0));
    }
    if (subject.group(2) != null && !figure.isLatency()) {
      throw wrong(text, name + " has no " + subject.group(2) + " time", EXAMPLES.get(2));
    }
    if (!figure.isOfRequests()
        && (ofIntervals || ofEachServer || (subject.group(1) != null && !figure.hasOperation()))) {
      throw wrong(text, name + " is a figure of the whole run", bare);
    }
    if (!sentence.group(3).startsWith(sign)) {
      throw wrong(text, "needs " + sign + " instead of " + sentence.group(3), good);
    }
    boolean countsDropped = figure == Figure.DROPPED || figure == Figure.UNAVAILABLE;
    if (ofEachServer && (figure.moreIsBetter() || countsDropped || ofIntervals)) {
      throw wrong(
          text,
          "each server has latencies and errors over the window only",
          EXAMPLES.get(EXAMPLES.size() - 1));
    }
    return new Objective(
        Optional.ofNullable(subject.group(1)),
        Optional.ofNullable(subject.group(2)).map(t -> Timing.valueOf(t.toUpperCase(Locale.ROOT))),
        figure,
        percentile,
        sentence.group(3).endsWith("="),
        limit(text, figure, sentence.group(4), good),
        ofIntervals ? Optional.of(grace(text, sentence.group(6), good)) : Optional.empty(),
        ofEachServer,
        text);
  }

  /**
   * What objectives say, in any notation: {@code p99<0.02s} says {@code p99 < 20ms}. One that is
   * unknown here, of a run on record, says its text.
   */
  public static Set<Object> meaning(Collection<String> texts) {
    return texts.stream().map(Objective::meaning).collect(Collectors.toSet());
  }

  private static Object meaning(String text) {
    try {
      Objective o = parse(text);
      return new Objective(
          o.operation,
          o.timing,
          o.figure,
          o.percentile,
          o.orEqual,
          o.limit,
          o.grace,
          o.ofEachServer,
          "");
    } catch (UsageException e) {
      return text.trim();
    }
  }

  /** A figure with nearly this name; a percentile is like any other percentile. */
  private static String suggestion(String subject) {
    String name = subject.replaceFirst(".*\\.", "");
    return name.matches("[a-z][a-z-]{2,}.*") ? NameSuggestion.hint(name, names().toList(), "") : "";
  }

  private static String example(Figure figure) {
    return switch (figure.unit()) {
      case MICROS -> figure.isCost() ? "80us" : "20ms";
      case SECONDS -> "30s";
      case SHARE -> figure.moreIsBetter() ? "99.95%" : "0.1%";
      case PER_SECOND -> "45k";
      case BYTES -> "10kB";
      case BYTES_PER_SECOND -> "50MB";
      case COUNT -> "10";
      case MULTIPLE -> "1.5";
    };
  }

  private static double limit(String text, Figure figure, String value, String good) {
    try {
      BigDecimal limit =
          switch (figure.unit()) {
            case MICROS -> SettingType.decimal(value, MICROS);
            case SECONDS -> SettingType.decimal(value, MICROS).movePointLeft(6);
            case SHARE -> BigDecimal.valueOf(SettingType.SHARE.read().apply(value));
            case PER_SECOND -> SettingType.perSecond(value);
            case BYTES, BYTES_PER_SECOND -> SettingType.decimal(value, Unit.BYTES.sizes());
            case COUNT, MULTIPLE -> SettingType.decimal(value, SettingType.COUNTS);
          };
      return limit.doubleValue();
    } catch (IllegalArgumentException e) {
      throw wrong(text, "'" + value + "' is not a limit of this figure", good);
    }
  }

  private static Duration grace(String text, String value, String good) {
    return SettingType.DURATION
        .find(Objects.requireNonNullElse(value, "0s"))
        .orElseThrow(
            () ->
                wrong(
                    text,
                    "'" + value + "' is not a length of time",
                    good + " every interval after 30s"));
  }

  private static UsageException wrong(String text, String problem, String example) {
    return UsageException.badValue(FLAG, text, problem, FLAG + " '" + example + "'");
  }

  public boolean isMetBy(double value) {
    return (orEqual && value == limit) || (figure.moreIsBetter() ? value > limit : value < limit);
  }

  /** Whether it is an objective of every interval, not of the window. */
  public boolean isOfIntervals() {
    return grace.isPresent();
  }

  /** Whether it counts all requests of an operation, alone or with those of others. */
  public boolean counts(String name) {
    return !ofEachServer && operation.orElse(name).equals(name);
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
      case MAX -> Optional.of(0.0);
      case ERRORS, DROPPED, UNAVAILABLE -> Optional.of(limit);
      case AVAILABILITY -> Optional.of(1 - limit);
      default -> percentile > 0 ? Optional.of(1 - percentile / 100) : Optional.empty();
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
