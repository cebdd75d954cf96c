package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.DataTable;
import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.report.slow.ExplainedRequest;
import io.hbench.report.slow.SlowRequests;
import java.util.Locale;
import java.util.stream.Collectors;

/** The slowest requests, and what took their time. */
final class SlowView {
  private SlowView() {}

  /** The causes, if any request has a known one. */
  static void summary(SlowRequests slow, Document document) {
    if (slow.list().stream().allMatch(one -> one.cause() == null)) {
      return;
    }
    document.fact(
        "slow causes",
        "%s of the %,d slowest requests (%s to %s)",
        causes(slow),
        slow.list().size(),
        Unit.MICROS.text(slow.list().get(slow.list().size() - 1).service()),
        Unit.MICROS.text(slow.list().get(0).service()));
  }

  private static String causes(SlowRequests slow) {
    return slow.causes().entrySet().stream()
        .map(e -> label(e.getKey(), slow) + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Among the slowest requests, {@code not-slow} reads as a contradiction. */
  private static String label(String cause, SlowRequests slow) {
    return cause.equals("not-slow") ? "below " + Unit.MICROS.text(slow.slowMicros()) : cause;
  }

  static void section(SlowRequests slow, Document document) {
    document.section("Slowest requests");
    document.fact(
        "causes",
        "%s of the %,d slowest by service time; in slow logs: %,d; by metrics pages: %,d",
        causes(slow),
        slow.list().size(),
        slow.logged(),
        slow.byPage());
    document.fact(
        "cause",
        "the largest part of the service time, if that was "
            + Unit.MICROS.text(slow.slowMicros())
            + " or more");
    if (slow.log() != null) {
      document.fact("slow logs", slow.log());
    }
    document.fold(format("The %,d slowest requests", slow.list().size()), table(slow));
  }

  private static DataTable<ExplainedRequest> table(SlowRequests slow) {
    return DataTable.of(slow.list())
        .name(Label.OPERATION, ExplainedRequest::operation)
        .figure(Label.AT, Unit.SECONDS, ExplainedRequest::t)
        .figure("waited", Unit.MICROS, ExplainedRequest::waited)
        .figure("service", Unit.MICROS, ExplainedRequest::service)
        .figure("hiccups", Unit.MICROS, ExplainedRequest::hiccups)
        .figure("network", Unit.MICROS, ExplainedRequest::network)
        .figure("queue", Unit.MICROS, ExplainedRequest::queue)
        .figure("handler", Unit.MICROS, ExplainedRequest::handler)
        .figure("file system", Unit.MICROS, ExplainedRequest::fileSystem)
        .name("cause", one -> cause(slow, one))
        .name("known from", SlowView::knownFrom)
        .name(Label.SERVER, ExplainedRequest::server)
        .name(Label.TASK, one -> one.task() + " on " + one.host())
        .name(Label.FAILURE, ExplainedRequest::failure);
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
}
