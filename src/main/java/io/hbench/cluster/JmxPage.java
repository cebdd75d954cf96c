package io.hbench.cluster;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.hbench.time.Pace;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.commons.lang3.StringUtils;

/**
 * Metrics page ({@code /jmx}) of a region server, with figures that HBase's client API lacks. The
 * server updates the page about every ten seconds.
 *
 * @param numbers of one bean, by the names of its attributes
 */
record JmxPage(Map<String, Double> numbers) {
  /** A hundred times the size of the page. */
  static final int MAX_BYTES = 1 << 20;

  /** Several, because HBase empties the page for some seconds after a region opens or closes. */
  private static final int TRIES = 6;

  private static final Duration RETRY_PAUSE = Duration.ofMillis(500);

  /** Bean with counts since the start of the server for all tables, and sizes in bytes. */
  static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Server";

  /**
   * Requests the page of a bean. Does not wait: a firewall may drop requests to many servers.
   *
   * @param pace of pages: it counts each request, and further tries wait until it has paid for them
   * @param port of the server's pages; 0 or less if it has none
   * @return empty if the page is not available, as in clusters that require a login of another kind
   */
  static CompletableFuture<Optional<JmxPage>> of(
      MetricsHttp http, Pace pace, String host, int port, String bean) {
    return orEmptied(http, pace, host, port, MAX_BYTES, List.of(bean))
        .thenApply(answer -> answer.filter(JmxPage::hasFigures));
  }

  /**
   * The same, with a page without figures if HBase had emptied it in all tries.
   *
   * @param beans asked in turn until one has figures: versions of HBase differ
   */
  static CompletableFuture<Optional<JmxPage>> orEmptied(
      MetricsHttp http, Pace pace, String host, int port, int maxBytes, List<String> beans) {
    if (port <= 0) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    pace.took(1);
    return get(
            tries ->
                http.text(
                        host,
                        port,
                        "/jmx?qry=" + beans.get((TRIES - tries) % beans.size()),
                        maxBytes)
                    .thenApply(JmxPage::parse),
            pace,
            TRIES)
        .exceptionally(failure -> Optional.empty());
  }

  private static CompletableFuture<Optional<JmxPage>> get(
      IntFunction<CompletableFuture<Optional<JmxPage>>> request, Pace pace, int tries) {
    return request
        .apply(tries)
        .thenCompose(
            answer ->
                tries == 1 || answer.isEmpty() || answer.get().hasFigures()
                    ? CompletableFuture.completedFuture(answer)
                    : CompletableFuture.completedFuture(answer)
                        .thenComposeAsync(empty -> get(request, pace, tries - 1), later(pace)));
  }

  private static Executor later(Pace pace) {
    long due = Math.max(RETRY_PAUSE.toMillis(), pace.untilDue().toMillis());
    pace.took(1);
    return CompletableFuture.delayedExecutor(due, TimeUnit.MILLISECONDS);
  }

  /** Parses a page; empty if it is not a metrics page but, for example, a login page. */
  static Optional<JmxPage> parse(String body) {
    Map<String, Double> numbers = new HashMap<>();
    try {
      for (JsonElement bean :
          JsonParser.parseString(body).getAsJsonObject().getAsJsonArray("beans")) {
        bean.getAsJsonObject()
            .asMap()
            .forEach(
                (name, value) -> {
                  if (value.isJsonPrimitive() && value.getAsJsonPrimitive().isNumber()) {
                    numbers.put(name, value.getAsDouble());
                  }
                });
      }
      return Optional.of(new JmxPage(numbers));
    } catch (JsonParseException | IllegalStateException | NullPointerException e) {
      return Optional.empty(); // the last one without beans
    }
  }

  /** False for a page that HBase has emptied. */
  private boolean hasFigures() {
    return !numbers.isEmpty();
  }

  /** The numbers whose names have a begin, with another one in its place. */
  Map<String, Double> numbers(String begin, String other) {
    Map<String, Double> named = new HashMap<>();
    numbers.forEach(
        (name, number) -> {
          if (name.startsWith(begin)) {
            named.put(other + StringUtils.capitalize(name.substring(begin.length())), number);
          }
        });
    return named;
  }

  /** A count or a size; null if the server's version of HBase lacks it. */
  Long count(String attribute) {
    Double number = numbers.get(attribute);
    return number == null ? null : (Long) number.longValue();
  }
}
