package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class MetricsHttpTest {
  private static final MetricsHttp HTTP = MetricsHttp.of(new Configuration(false));
  private static final byte[] PAGE = "a page".getBytes(StandardCharsets.UTF_8);

  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/whole",
        exchange -> {
          exchange.sendResponseHeaders(503, PAGE.length);
          exchange.getResponseBody().write(PAGE);
          exchange.close();
        });
    server.createContext(
        "/begun",
        exchange -> {
          exchange.sendResponseHeaders(200, 2L * PAGE.length);
          exchange.getResponseBody().write(PAGE);
          exchange.getResponseBody().flush();
          try {
            over.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
  }

  private HttpResponse<byte[]> answer(String path, Duration limit, int maxBytes) throws Exception {
    return HTTP.answer("localhost", server.getAddress().getPort(), path, limit, maxBytes);
  }

  @Test
  void anAnswerHasItsStatusAndItsBody() throws Exception {
    HttpResponse<byte[]> whole = answer("/whole", Duration.ofSeconds(10), PAGE.length);
    assertThat(whole.statusCode()).isEqualTo(503);
    assertThat(whole.body()).isEqualTo(PAGE);
  }

  @Test
  void aBodyWithoutAnEndIsGivenUp() {
    assertThatThrownBy(() -> answer("/begun", Duration.ofSeconds(1), 100))
        .isInstanceOf(IOException.class)
        .hasMessage("no complete answer within 1 s");
  }

  @Test
  void aBodyThatIsTooLargeIsNotRead() {
    assertThatThrownBy(() -> answer("/whole", Duration.ofSeconds(10), PAGE.length - 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("an answer of more than 5 bytes");
  }

  @Test
  void aPageOfAHostThatNoUriHasFailsLater() {
    assertThat(HTTP.text("a_b", 1, "/", 10)).isCompletedExceptionally();
  }

  @Test
  void aPortWithoutAServerHasNoAnswer() {
    assertThatThrownBy(() -> HTTP.answer("localhost", 1, "/", Duration.ofSeconds(10), 100))
        .isInstanceOf(IOException.class);
  }
}
