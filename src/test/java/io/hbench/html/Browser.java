package io.hbench.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.io.FileUtils;
import org.opentest4j.TestAbortedException;

/**
 * A headless Chromium with one page, controlled by Chrome's DevTools protocol; a driver library
 * would have more code than these few calls.
 *
 * @see <a href="https://chromedevtools.github.io/devtools-protocol/">the protocol</a>
 */
public final class Browser implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final Gson JSON = new Gson();

  private final Process process;
  private final Path profile;
  private final WebSocket socket;
  private final AtomicInteger calls = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
  private final Queue<JsonObject> events = new ConcurrentLinkedQueue<>();

  /** Starts the browser that {@code bin/browser} names; without one, the test is skipped. */
  public Browser() throws Exception {
    profile = Files.createTempDirectory("browser");
    process =
        new ProcessBuilder(
                executable(),
                "--headless=new",
                "--no-sandbox", // root has none
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                "--no-first-run",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(profile.resolve("log").toFile())
            .start();
    HttpRequest newPage =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/json/new?about:blank"))
            .PUT(HttpRequest.BodyPublishers.noBody())
            .build();
    HttpClient client = HttpClient.newHttpClient();
    JsonObject page =
        JsonParser.parseString(client.send(newPage, BodyHandlers.ofString()).body())
            .getAsJsonObject();
    socket =
        client
            .newWebSocketBuilder()
            .buildAsync(URI.create(page.get("webSocketDebuggerUrl").getAsString()), listener())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    for (String domain : List.of("Page", "Runtime", "Log", "Network")) {
      call(domain + ".enable", Map.of());
    }
  }

  private static String executable() throws IOException, InterruptedException {
    Process which =
        new ProcessBuilder("bin/browser").redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String path = new String(which.getInputStream().readAllBytes(), UTF_8).trim();
    if (which.waitFor() != 0) {
      throw new TestAbortedException("no browser: see what bin/browser says above");
    }
    return path;
  }

  /** The port, from the file that the browser writes when it listens. */
  private String port() throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (System.nanoTime() < end && process.isAlive()) {
      if (Files.exists(file) && !Files.readAllLines(file).isEmpty()) {
        return Files.readAllLines(file).get(0);
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw new IllegalStateException(
        "the browser does not start: " + Files.readString(profile.resolve("log")));
  }

  private WebSocket.Listener listener() {
    return new WebSocket.Listener() {
      private final StringBuilder text = new StringBuilder();

      @Override
      public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
          take(JsonParser.parseString(text.toString()).getAsJsonObject());
          text.setLength(0);
        }
        from.request(1);
        return null;
      }
    };
  }

  private void take(JsonObject message) {
    if (message.has("id")) {
      answers.remove(message.get("id").getAsInt()).complete(message);
    } else {
      events.add(message);
    }
  }

  /** Calls a method of the protocol and returns its result. */
  public JsonObject call(String method, Map<String, ?> arguments) throws Exception {
    int id = calls.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    answers.put(id, answer);
    socket
        .sendText(JSON.toJson(Map.of("id", id, "method", method, "params", arguments)), true)
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonObject message = answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (message.has("error")) {
      throw new IllegalStateException(method + ": " + message.get("error"));
    }
    return message.getAsJsonObject("result");
  }

  /** Opens a file in a window of a width, and waits until it is loaded and its scripts have run. */
  public void open(Path page, int width, boolean dark) throws Exception {
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    resize(width, 900);
    events.clear();
    call("Page.navigate", Map.of("url", page.toUri().toString()));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (seen("Page.loadEventFired").isEmpty()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(page + " is not loaded after a minute");
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  private void resize(int width, int height) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** The value of an expression in the page. */
  public Json evaluate(String javaScript) throws Exception {
    JsonObject result =
        call("Runtime.evaluate", Map.of("expression", javaScript, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IllegalStateException(javaScript + ": " + result.get("exceptionDetails"));
    }
    return Json.of(result.getAsJsonObject("result").get("value"));
  }

  /** The number of elements that a CSS selector finds. */
  public long count(String selector) throws Exception {
    return evaluate("document.querySelectorAll('%s').length".formatted(selector)).count("");
  }

  /** The text of the first element that a CSS selector finds. */
  public String text(String selector) throws Exception {
    return evaluate("document.querySelector('%s').textContent".formatted(selector)).text("");
  }

  /** Events of one kind since the page was opened. */
  public List<Json> seen(String method) {
    return events.stream()
        .filter(e -> e.get("method").getAsString().equals(method))
        .map(e -> Json.of(e).at("params"))
        .toList();
  }

  /** A picture of the page, from the top down to a height. */
  public byte[] screenshot(int width, int most) throws Exception {
    double height = evaluate("document.documentElement.scrollHeight").number("");
    JsonObject image =
        call(
            "Page.captureScreenshot",
            Map.of(
                "captureBeyondViewport",
                true,
                "clip",
                Map.of(
                    "x", 0, "y", 0, "width", width, "height", Math.min(most, height), "scale", 1)));
    return Base64.getDecoder().decode(image.get("data").getAsString());
  }

  /** The printed page, on A4. */
  public byte[] pdf() throws Exception {
    JsonObject pdf =
        call(
            "Page.printToPDF",
            Map.of("preferCSSPageSize", true, "paperWidth", 8.27, "paperHeight", 11.69));
    return Base64.getDecoder().decode(pdf.get("data").getAsString());
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    process.onExit().join();
    FileUtils.deleteQuietly(profile.toFile());
  }
}
