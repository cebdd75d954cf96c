package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Written;
import io.hbench.doc.Document;
import io.hbench.figure.Figure;
import io.hbench.figure.Unit;
import io.hbench.report.phase.Band;
import io.hbench.report.phase.PhaseFigure;
import io.hbench.report.phase.QuotaEffect;
import io.hbench.report.phase.Recovery;
import io.hbench.report.phase.RunPhase;
import io.hbench.report.phase.RunPhases;
import java.util.function.Function;

/** The phases of a run with events, and the recoveries of stopped servers. */
final class PhaseView {
  private PhaseView() {}

  /** Adds the phases, the recoveries of servers, and when the figures were as before. */
  static void summary(RunPhases phases, Document document) {
    document
        .table(phases(phases))
        .table(recoveries(phases))
        .table(quotas(phases, false))
        .table(quotas(phases, true));
    if (phases.band() != null) {
      document.fact("recovery", back(phases));
    }
  }

  /** The phases; each figure with its ratio to before. */
  private static DataTable<RunPhase> phases(RunPhases phases) {
    return DataTable.of(phases.phases())
        .name("phase", RunPhase::phase)
        .figure(Label.FROM, Unit.SECONDS, RunPhase::t)
        .figure("for", Unit.SECONDS, RunPhase::seconds)
        .figure("unserved", Unit.SHARE, RunPhase::errorShare)
        .count("ops (ratio)", of(Unit.PER_SECOND, RunPhase::opsPerSecond))
        .count(Label.GOODPUT, of(Unit.PER_SECOND, RunPhase::goodput))
        .count(Figure.P50.toString(), of(Unit.MICROS, RunPhase::p50))
        .count(Figure.P99.toString(), of(Unit.MICROS, RunPhase::p99))
        .count(Figure.P999.toString(), of(Unit.MICROS, RunPhase::p999));
  }

  private static Function<RunPhase, Object> of(Unit unit, Function<RunPhase, PhaseFigure> figure) {
    return phase -> {
      PhaseFigure f = figure.apply(phase);
      return f.value() == null
          ? null
          : new Written(
              unit.text(f.value()) + (f.ratio() == null ? "" : format(" (%.2f)", f.ratio())),
              f.value());
    };
  }

  /** What became of the servers that actions stopped; without rows if none was. */
  private static DataTable<Recovery> recoveries(RunPhases phases) {
    DataTable<Recovery> table =
        DataTable.of(phases.recoveries())
            .name("stopped server", Recovery::server)
            .count(Label.REGIONS, Recovery::regions)
            .figure(Label.AT, Unit.SECONDS, Recovery::t);
    for (Recovery.Part part : Recovery.PARTS) {
      table.figure(
          part.name(),
          Unit.SECONDS,
          recovery -> {
            Double seconds = part.seconds().apply(recovery);
            return seconds == null ? new Written("not seen", null) : seconds;
          });
    }
    return table;
  }

  /** What limits of requests, or of their bytes, did; without rows if none was set. */
  private static DataTable<QuotaEffect> quotas(RunPhases phases, boolean bytes) {
    Unit unit = bytes ? Unit.BYTES_PER_SECOND : Unit.PER_SECOND;
    return DataTable.of(phases.quotas().stream().filter(q -> q.bytes() == bytes).toList())
        .name(bytes ? "bytes of" : Label.REQUESTS, QuotaEffect::requests)
        .name("for", QuotaEffect::target)
        .figure("quota", unit, QuotaEffect::limit)
        .figure(Label.AT, Unit.SECONDS, QuotaEffect::t)
        .name("effect", QuotaEffect::verdict)
        .figure("bites after", Unit.SECONDS, QuotaEffect::bitesSeconds)
        .figure("served", unit, QuotaEffect::served)
        .figure("of the quota", Unit.SHARE, QuotaEffect::accuracy)
        .figure("lets go after", Unit.SECONDS, QuotaEffect::releaseSeconds);
  }

  private static String back(RunPhases phases) {
    return phases.backSeconds() == null
        ? format(
            "not seen: no ten intervals like those of before in the %s after the last event",
            Unit.SECONDS.text(end(phases) - phases.lastEvent()))
        : format(
            "recovered %s after the first event, %s after the last; %,d of %,d later intervals"
                + " are out of the band",
            Unit.SECONDS.text(phases.backSeconds()),
            Unit.SECONDS.text(phases.backAfterLastSeconds()),
            phases.outOfBand(),
            phases.intervals());
  }

  private static double end(RunPhases phases) {
    RunPhase last = phases.phases().get(phases.phases().size() - 1);
    return last.t() + last.seconds();
  }

  /** The terms of phases, and the confidence intervals of their ratios. */
  static void notes(RunPhases phases, double intervalSeconds, Document document) {
    document.note(
        "Phases: values, and ratios to before in brackets. The charts shade the time during the"
            + " event. Confidence intervals of 95 % of the ratios:");
    document.table(
        DataTable.of(
                phases.phases().stream().filter(p -> p.opsPerSecond().ratio() != null).toList())
            .name("phase", RunPhase::phase)
            .name(Figure.THROUGHPUT.toString(), p -> interval(p.opsPerSecond()))
            .name(Label.GOODPUT, p -> interval(p.goodput()))
            .name(Figure.P50.toString(), p -> interval(p.p50()))
            .name(Figure.P99.toString(), p -> interval(p.p99()))
            .name(Figure.P999.toString(), p -> interval(p.p999())));
    Band band = phases.band();
    document.fact(
        "band",
        band == null
            ? "none: too few intervals with requests are before the first event"
            : format(
                "an interval of %s with at least %s, %s up to %s, errors up to %s",
                Unit.SECONDS.text(intervalSeconds),
                Unit.PER_SECOND.text(band.minOpsPerSecond()),
                band.percentile(),
                Unit.MICROS.text(band.maxLatencyUs()),
                Unit.SHARE.text(band.maxErrorShare())));
    document.fact(
        Label.GOODPUT,
        Unit.MICROS.text(
            "successful requests per second with a latency of at most %s",
            phases.goodputLimitUs()));
  }

  private static String interval(PhaseFigure figure) {
    return figure.ratioLow() == null
        ? "-"
        : format("%.2f to %.2f", figure.ratioLow(), figure.ratioHigh());
  }
}
