package io.hbench.report.slow;

import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.text;

import io.hbench.html.Cell;
import io.hbench.html.Numbers;
import io.hbench.html.Page;
import io.hbench.html.Table;
import java.util.Locale;
import java.util.stream.Collectors;

/** The slowest requests, as text and as a section of the page. */
public final class SlowText {
  private static final int SHOWN = 5;
  private static final double MICROS_PER_MILLI = 1e3;

  private SlowText() {}

  /**
   * The text, in lines; empty if no cause is known.
   *
   * @param slow null for none
   */
  public static String of(SlowRequests slow) {
    if (slow == null || slow.list().stream().allMatch(one -> one.cause() == null)) {
      return "";
    }
    StringBuilder text = new StringBuilder("slowest requests: " + summary(slow) + "\n");
    text.append(
        format(
            "  %-10s%10s%12s%11s%11s%11s%11s  %-12s%s\n",
            "operation",
            "at",
            "service",
            "hiccups",
            "network",
            "queue",
            "handler",
            "cause",
            "server"));
    slow.list().stream()
        .limit(SHOWN)
        .forEach(
            one ->
                text.append(
                        format(
                                "  %-10s%8.1f s%12s%11s%11s%11s%11s  %-12s%s",
                                one.operation(),
                                one.t(),
                                millis(one.service()),
                                millis(one.hiccups()),
                                millis(one.network()),
                                millis(one.queue()),
                                millis(one.handler()),
                                cause(slow, one),
                                one.server() == null ? "" : one.server())
                            .stripTrailing())
                    .append('\n'));
    text.append("  times in milliseconds; " + rule(slow) + "\n");
    if (slow.log() != null) {
      text.append("  slow logs of the servers: ").append(slow.log()).append('\n');
    }
    return text.toString();
  }

  private static String summary(SlowRequests slow) {
    String causes =
        slow.causes().entrySet().stream()
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining(", "));
    return format(
        "causes of the %,d slowest by service time: %s; in slow logs: %,d; by metrics pages: %,d",
        slow.list().size(), causes, slow.logged(), slow.byPage());
  }

  private static String rule(SlowRequests slow) {
    return format(
        "cause: the largest part of the service time, if that was %s ms or more",
        millis(slow.slowMicros()));
  }

  /**
   * Adds the section to a page.
   *
   * @param slow null for none
   */
  public static void add(SlowRequests slow, Page page) {
    if (slow == null) {
      return;
    }
    page.section("Slowest requests");
    String log = slow.log() == null ? "" : " Slow logs of the servers: " + slow.log() + ".";
    page.text(
        "Slowest requests: "
            + summary(slow)
            + ". Times in milliseconds; "
            + rule(slow)
            + "."
            + log);
    page.fold(Numbers.format("The %,d slowest requests", slow.list().size()), table(slow));
  }

  private static Table table(SlowRequests slow) {
    Table table =
        Table.of("operation", "cause", "known from", "server", "task", "failure")
            .figures(
                "at", "waited", "service", "hiccups", "network", "queue", "handler", "file system");
    for (ExplainedRequest one : slow.list()) {
      table.row(
          text(one.operation()),
          text(cause(slow, one)),
          text(knownFrom(one)),
          text(one.server() == null ? "" : one.server()),
          text(one.task() + " on " + one.host()),
          text(one.failure() == null ? "" : one.failure()),
          figure(format("%.1f s", one.t()), one.t()),
          cell(one.waited()),
          cell(one.service()),
          cell(one.hiccups()),
          cell(one.network()),
          cell(one.queue()),
          cell(one.handler()),
          cell(one.fileSystem()));
    }
    return table;
  }

  private static Cell cell(Double micros) {
    return figure(millis(micros), micros);
  }

  private static String cause(SlowRequests slow, ExplainedRequest one) {
    return one.cause() != null
        ? one.cause().toString()
        : one.service() < slow.slowMicros() ? "not slow" : "unknown";
  }

  private static String knownFrom(ExplainedRequest one) {
    return one.knownFrom() == null
        ? ""
        : one.knownFrom().toString().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String millis(Double micros) {
    return micros == null ? "-" : format("%,.1f", micros / MICROS_PER_MILLI);
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
