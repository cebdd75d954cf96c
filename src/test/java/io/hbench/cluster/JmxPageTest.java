package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.hbench.kit.VirtualTime;
import io.hbench.time.Pace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class JmxPageTest {
  private static final MetricsHttp HTTP = MetricsHttp.of(new Configuration(false));

  private final Pace pace = new Pace(new VirtualTime(Instant.EPOCH), 50, 0);

  @Test
  void thePageOfARealServerIsParsed() throws IOException {
    JmxPage page = JmxPage.parse(real()).orElseThrow();
    assertThat(page.count("blockCacheSize")).isEqualTo(305_136);
    assertThat(page.count("blockCacheFreeSize")).isEqualTo(414_878_544);
    assertThat(page.count("FlushTime_num_ops")).isEqualTo(11);
    assertThat(page.count("compactionQueueLength")).isZero();
    assertThat(page.count("noSuchCount")).isNull();
    assertThat(page.numbers()).doesNotContainKey("name");
  }

  @Test
  void numbersOfABeginGetNamesOfTheirOwn() {
    assertThat(new JmxPage(Map.of("a_getTime", 7.0, "b_getTime", 8.0)).numbers("a_", "table."))
        .isEqualTo(Map.of("table.GetTime", 7.0));
  }

  @Test
  void otherPagesHaveNoFigures() {
    assertThat(JmxPage.parse("<html>please log in</html>")).isEmpty();
    assertThat(JmxPage.parse("{}")).isEmpty();
    assertThat(JmxPage.parse("")).isEmpty();
  }

  @Test
  void anEmptyPageIsRequestedAgain() throws Exception {
    Deque<String> answers =
        new ArrayDeque<>(
            List.of("{\"beans\": []}", "{\"beans\": [{\"modelerType\": \"Server\"}]}", real()));
    assertThat(served(answers)).contains(JmxPage.parse(real()).orElseThrow());
    assertThat(answers).isEmpty();
  }

  @Test
  void furtherTriesCountAsPagesToo() throws Exception {
    Deque<String> answers = new ArrayDeque<>(Collections.nCopies(7, "{\"beans\": []}"));
    served(answers);
    assertThat(answers).as("six tries").hasSize(1);
    assertThat(pace.untilDue()).isEqualTo(Duration.ofMillis(6 * 20));
  }

  @Test
  void aLoginPageIsNotRequestedAgain() throws Exception {
    Deque<String> answers = new ArrayDeque<>(List.of("<html>please log in</html>", real()));
    assertThat(served(answers)).isEmpty();
    assertThat(answers).hasSize(1);
  }

  @Test
  void aPageWithoutAnEndIsGivenUp() throws Exception {
    long before = System.nanoTime();
    assertThat(served(exchange -> drip(exchange, 1_000, 100))).isEmpty();
    assertThat(served(exchange -> drip(exchange, 1 << 20, 0))).isEmpty();
    assertThat((System.nanoTime() - before) / 1e9).isLessThan(20);
  }

  @Test
  void aPageOfUnlikelySizeIsNotRead() throws Exception {
    assertThat(served(new ArrayDeque<>(List.of(real() + " ".repeat(2 << 20))))).isEmpty();
  }

  /** Sends parts of a page until the client is gone, or for a minute. */
  private static void drip(HttpExchange exchange, int bytes, long pauseMillis) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    long end = System.nanoTime() + 60_000_000_000L;
    while (System.nanoTime() < end) {
      exchange.getResponseBody().write(new byte[bytes]);
      exchange.getResponseBody().flush();
      LockSupport.parkNanos(pauseMillis * 1_000_000);
    }
  }

  @Test
  void aServerWithoutPageOrAnswerHasNoFigures() {
    assertThat(JmxPage.of(HTTP, pace, "localhost", -1, JmxPage.BEAN).join()).isEmpty();
    assertThat(JmxPage.of(HTTP, pace, "localhost", 1, JmxPage.BEAN).join()).isEmpty();
  }

  @Test
  void aServerWithoutAPageHasUnknownCaches() {
    assertThat(ServerSurvey.memory("a:1", 1000, Optional.empty()).isKnown()).isFalse();
    assertThat(ServerSurvey.memory("a:1", 1000, JmxPage.parse("{\"beans\": [{}]}")).isKnown())
        .isFalse();
  }

  @Test
  void aBucketCacheIsForDataAndTheHeapForIndexes() {
    ServerMemory heapAlone =
        ServerSurvey.memory(
            "a:1",
            1000,
            JmxPage.parse(
                """
                {"beans": [{"blockCacheSize": 100, "blockCacheFreeSize": 300,
                  "l1CacheSize": 100, "l1CacheFreeSize": 300, "l2CacheSize": 0, "l2CacheFreeSize": 0}]}
                """));
    assertThat(heapAlone).isEqualTo(new ServerMemory("a:1", 1000, 400L, 0L, 100L));
    assertThat(heapAlone.forData()).isEqualTo(400);
    ServerMemory both =
        ServerSurvey.memory(
            "a:1",
            1000,
            JmxPage.parse(
                """
                {"beans": [{"blockCacheSize": 1100, "blockCacheFreeSize": 4300,
                  "l1CacheSize": 100, "l1CacheFreeSize": 300,
                  "l2CacheSize": 1000, "l2CacheFreeSize": 4000}]}
                """));
    assertThat(both).isEqualTo(new ServerMemory("a:1", 1000, 400L, 5000L, 1100L));
    assertThat(both.forData()).isEqualTo(5000);
  }

  private static String real() throws IOException {
    return Files.readString(Path.of("src/test/resources/region-server-jmx.json"));
  }

  /** Requests the page from a server that gives the answers in order. */
  private Optional<JmxPage> served(Deque<String> answers) throws IOException {
    return served(
        exchange -> {
          byte[] page = answers.removeFirst().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
  }

  private Optional<JmxPage> served(HttpHandler page) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/jmx", page);
    server.start();
    try {
      int port = server.getAddress().getPort();
      return JmxPage.of(HTTP, pace, "localhost", port, JmxPage.BEAN).join();
    } finally {
      server.stop(0);
    }
  }
}
