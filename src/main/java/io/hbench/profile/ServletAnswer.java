package io.hbench.profile;

import static io.hbench.figure.Format.format;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/**
 * The answer of HBase's profiler servlets. {@code /prof} starts a profile and names its file in a
 * {@code Refresh} header; the page of the file has such a header, too, until it is complete.
 *
 * @param file path of the file to ask for; empty if the answer names none
 * @param problem what the server said instead, in one line
 */
record ServletAnswer(Optional<String> file, String problem) {
  private static final Pattern REFRESH = Pattern.compile("\\s*\\d+\\s*;\\s*(/\\S+)\\s*");
  private static final int MAX_TEXT = 150;

  /** In both texts by which HBase says that it has no profiler, which begin differently. */
  private static final String MANUAL = "book.html#profiler";

  /** In each flame graph since async-profiler 2.0, the first one that HBase can ask for HTML. */
  private static final String PROFILER = "async-profiler";

  private static final String END = "</html>";

  static ServletAnswer of(HttpResponse<byte[]> answer) {
    Matcher refresh = REFRESH.matcher(answer.headers().firstValue("Refresh").orElse(""));
    return new ServletAnswer(
        isSuccess(answer) && refresh.matches() ? Optional.of(refresh.group(1)) : Optional.empty(),
        problem(answer));
  }

  /**
   * Whether the answer is the complete flame graph, and not one that is still written, nor a page
   * of a proxy.
   */
  static boolean isGraph(HttpResponse<byte[]> answer) {
    String body = new String(answer.body(), StandardCharsets.UTF_8).stripTrailing();
    return isSuccess(answer) && body.contains(PROFILER) && body.endsWith(END);
  }

  /** Why an answer is no flame graph, after the time that a server takes to write one. */
  static String noGraph(HttpResponse<byte[]> answer) {
    return answer.headers().firstValue("Refresh").isPresent()
        ? "no output: async-profiler has failed; the log of the server, or"
            + " sysctl kernel.perf_event_paranoid there, may say why"
        : format("no output: the answer (status %d) is no flame graph", answer.statusCode());
  }

  private static boolean isSuccess(HttpResponse<byte[]> answer) {
    return answer.statusCode() / 100 == 2;
  }

  private static String problem(HttpResponse<byte[]> answer) {
    String body = new String(answer.body(), StandardCharsets.UTF_8);
    if (body.contains(MANUAL)) {
      return "async-profiler is not installed (ASYNC_PROFILER_HOME of the server)";
    }
    String text =
        body.replaceAll("(?s)<(style|script|head).*?</\\1>|<[^>]*>", " ")
            .lines()
            .map(line -> line.replaceAll("[\\p{Cc}\\s]+", " ").strip())
            .filter(line -> !line.isEmpty())
            .findFirst()
            .orElse("");
    return format(
        "/prof answers %d%s",
        answer.statusCode(), text.isEmpty() ? "" : ": " + StringUtils.abbreviate(text, MAX_TEXT));
  }
}
