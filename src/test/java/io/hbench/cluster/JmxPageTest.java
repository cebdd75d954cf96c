package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JmxPageTest {
  @Test
  void thePageOfARealServerIsParsed() throws IOException {
    assertThat(JmxPage.parse(real()))
        .contains(
            new JmxPage(
                0L, 0L, 305_136L, 414_878_544L, 305_136L, 414_878_544L, 0L, 0L, 0L, 11L, 0L));
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
  void aLoginPageIsNotRequestedAgain() throws Exception {
    Deque<String> answers = new ArrayDeque<>(List.of("<html>please log in</html>", real()));
    assertThat(served(answers)).isEmpty();
    assertThat(answers).hasSize(1);
  }

  @Test
  void aServerWithoutPageOrAnswerHasNoFigures() {
    assertThat(JmxPage.of("localhost", -1).join()).isEmpty();
    assertThat(JmxPage.of("localhost", 1).join()).isEmpty();
  }

  @Test
  void aServerWithoutAPageHasUnknownCaches() {
    assertThat(ServerSurvey.memory("a:1", 1000, 500, Optional.empty()).isKnown()).isFalse();
    assertThat(ServerSurvey.memory("a:1", 1000, 500, JmxPage.parse("{\"beans\": [{}]}")).isKnown())
        .isFalse();
  }

  @Test
  void aBucketCacheIsForDataAndTheHeapForIndexes() {
    ServerMemory heapAlone =
        ServerSurvey.memory(
            "a:1",
            1000,
            500,
            JmxPage.parse(
                """
                {"beans": [{"blockCacheSize": 100, "blockCacheFreeSize": 300,
                  "l1CacheSize": 100, "l1CacheFreeSize": 300, "l2CacheSize": 0, "l2CacheFreeSize": 0}]}
                """));
    assertThat(heapAlone).isEqualTo(new ServerMemory("a:1", 1000, 500, 400L, 0L, 100L));
    assertThat(heapAlone.forData()).isEqualTo(400);
    ServerMemory both =
        ServerSurvey.memory(
            "a:1",
            1000,
            500,
            JmxPage.parse(
                """
                {"beans": [{"blockCacheSize": 1100, "blockCacheFreeSize": 4300,
                  "l1CacheSize": 100, "l1CacheFreeSize": 300,
                  "l2CacheSize": 1000, "l2CacheFreeSize": 4000}]}
                """));
    assertThat(both).isEqualTo(new ServerMemory("a:1", 1000, 500, 400L, 5000L, 1100L));
    assertThat(both.forData()).isEqualTo(5000);
  }

  private static String real() throws IOException {
    return Files.readString(Path.of("src/test/resources/region-server-jmx.json"));
  }

  /** Requests the page from a server that gives the answers in order. */
  private static Optional<JmxPage> served(Deque<String> answers) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jmx",
        exchange -> {
          byte[] page = answers.removeFirst().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    server.start();
    try {
      return JmxPage.of("localhost", server.getAddress().getPort()).join();
    } finally {
      server.stop(0);
    }
  }
}
