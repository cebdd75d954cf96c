package io.hbench.cluster;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.annotations.SerializedName;
import io.hbench.time.Pace;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Metrics page ({@code /jmx}) of a region server, with the figures that HBase's client API lacks:
 * counts since its start for all tables, and sizes in bytes. Figures that its version of HBase
 * lacks are null. The server updates the page about every ten seconds.
 *
 * @param compactionQueueLength number of compactions that wait for a thread
 * @param flushes number of memstore flushes
 * @param compactions number of minor and major compactions
 * @param l2CacheSize bytes in use in the bucket cache; 0 if there is none
 */
record JmxPage(
    Long blockCacheHitCount,
    Long blockCacheMissCount,
    Long blockCacheSize,
    Long blockCacheFreeSize,
    Long l2CacheSize,
    Long l2CacheFreeSize,
    Long compactionQueueLength,
    @SerializedName("FlushTime_num_ops") Long flushes,
    @SerializedName("CompactionTime_num_ops") Long compactions) {
  private static final JmxPage NO_FIGURES =
      new JmxPage(null, null, null, null, null, null, null, null, null);

  /** A hundred times the size of the page. */
  static final int MAX_BYTES = 1 << 20;

  /** Several, because HBase empties the page for some seconds after a region opens or closes. */
  private static final int TRIES = 6;

  private static final Duration RETRY_PAUSE = Duration.ofMillis(500);
  private static final String QUERY = "/jmx?qry=";

  /** Bean of the page. */
  static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Server";

  /**
   * Requests the page of a server. Does not wait: a firewall may drop requests to many servers.
   *
   * @param pace of pages: it counts each request, and further tries wait until it has paid for them
   * @return empty if the page is not available, as in clusters that require a login of another kind
   */
  static CompletableFuture<Optional<JmxPage>> of(
      MetricsHttp http, Pace pace, String host, int infoPort) {
    return of(http, pace, new Address(host, infoPort, BEAN), JmxPage::parse, JmxPage::hasFigures)
        .thenApply(page -> page.filter(JmxPage::hasFigures));
  }

  /**
   * Where a page is.
   *
   * @param bean name of the bean that it has
   */
  record Address(String host, int port, String bean) {}

  /**
   * Requests any such page.
   *
   * @param parse as {@link #parse}
   * @param hasFigures false for a page that HBase has emptied
   * @return one without figures if it was that in all tries; empty if the page is not available
   */
  static <T> CompletableFuture<Optional<T>> of(
      MetricsHttp http,
      Pace pace,
      Address at,
      Function<String, Optional<T>> parse,
      Predicate<T> hasFigures) {
    if (at.port <= 0) {
      return CompletableFuture.completedFuture(Optional.empty()); // the server has no web pages
    }
    pace.took(1);
    return get(
            () -> http.text(at.host, at.port, QUERY + at.bean, MAX_BYTES).thenApply(parse),
            hasFigures,
            pace,
            TRIES)
        .exceptionally(failure -> Optional.empty());
  }

  private static <T> CompletableFuture<Optional<T>> get(
      Supplier<CompletableFuture<Optional<T>>> request,
      Predicate<T> hasFigures,
      Pace pace,
      int tries) {
    return request
        .get()
        .thenCompose(
            answer ->
                tries == 1 || answer.isEmpty() || hasFigures.test(answer.get())
                    ? CompletableFuture.completedFuture(answer)
                    : CompletableFuture.completedFuture(answer)
                        .thenComposeAsync(
                            empty -> get(request, hasFigures, pace, tries - 1), later(pace)));
  }

  private static Executor later(Pace pace) {
    long due = Math.max(RETRY_PAUSE.toMillis(), pace.untilDue().toMillis());
    pace.took(1);
    return CompletableFuture.delayedExecutor(due, TimeUnit.MILLISECONDS);
  }

  /** Parses a page; empty if it is not a metrics page but, for example, a login page. */
  static Optional<JmxPage> parse(String body) {
    try {
      Page page = new Gson().fromJson(body, Page.class);
      return page == null || page.beans == null
          ? Optional.empty()
          : Optional.of(page.beans.isEmpty() ? NO_FIGURES : page.beans.get(0));
    } catch (JsonParseException e) {
      return Optional.empty();
    }
  }

  boolean hasFigures() {
    return !equals(NO_FIGURES);
  }

  private record Page(List<JmxPage> beans) {}
}
