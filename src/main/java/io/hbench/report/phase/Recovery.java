package io.hbench.report.phase;

import io.hbench.outage.OutageReport;
import io.hbench.report.outage.Availability;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The recovery from the stop of a region server, in its parts. All times are in seconds from the
 * stop, so that each says how long users waited for it; parts that the run did not see are null.
 *
 * @param server {@code host:port}
 * @param t seconds from the start of the window to the stop: the start of the site's command
 * @param regions of the table that the server had
 * @param noticedSeconds until the master took the server off its list: detection
 * @param openSeconds until all of its regions were open again: reassignment
 * @param firstAnswerSeconds until the first region of the outage had an answer in time again; null,
 *     as the next one, also if the clients saw no outage
 * @param allAnswerSeconds until all of them had
 * @param backSeconds until the figures of the run were back in the band of before, after the
 *     regions were open and before the next event that is not part of this recovery
 */
public record Recovery(
    String server,
    double t,
    long regions,
    Double noticedSeconds,
    Double openSeconds,
    Double firstAnswerSeconds,
    Double allAnswerSeconds,
    Double backSeconds) {
  private static final double MILLIS = 1e3;

  /**
   * A part of a recovery.
   *
   * @param label for programs
   * @param name for people
   */
  public record Part(String label, String name, Function<Recovery, Double> seconds) {}

  /** The parts in their order. */
  public static final List<Part> PARTS =
      List.of(
          new Part("noticed", "noticed by master", Recovery::noticedSeconds),
          new Part("regions_open", "regions open", Recovery::openSeconds),
          new Part("first_answer", "first answer", Recovery::firstAnswerSeconds),
          new Part("all_answer", "all answer", Recovery::allAnswerSeconds),
          new Part("back_in_band", "back in the band", Recovery::backSeconds));

  /** Actions whose starts and ends are part of a recovery; what they stop is an event as well. */
  private static final List<String> SERVER_ACTIONS =
      List.of("stop-server", "kill-server", "start-server", "restart-server");

  /** Search for the return to the band of before. */
  @FunctionalInterface
  public interface Back {
    /**
     * Seconds from the start of the window to the return.
     *
     * @param from seconds to the event after which it is
     * @param to seconds to the time before which it is
     * @return null if there is none
     */
    Double between(double from, double to);
  }

  /**
   * The recoveries from all stops in a window, by their times.
   *
   * @param startMs start of the window by the clock of the events
   * @param window its length in seconds
   * @param availability null if the run had no time limit of an answer
   */
  public static List<Recovery> of(
      List<ServerEvent> events,
      double startMs,
      double window,
      Availability availability,
      Back back) {
    List<At> all =
        events.stream()
            .map(event -> new At((event.atMs() - startMs) / MILLIS, event))
            .sorted(Comparator.comparing(At::t))
            .toList();
    return all.stream()
        .filter(at -> at.event.kind() == Kind.SERVER_STOPPED && at.t >= 0 && at.t < window)
        .map(stop -> of(stop, all, window, availability, back))
        .toList();
  }

  private static Recovery of(
      At stop, List<At> events, double window, Availability availability, Back back) {
    double t = stop.t;
    List<At> later = events.stream().filter(at -> at.t > t).toList();
    List<At> own =
        later.stream()
            .filter(at -> stop.event.stopped().equals(at.event.stopped()))
            .takeWhile(at -> at.event.kind() != Kind.SERVER_STOPPED)
            .toList();
    Optional<Double> noticed = first(own, Kind.SERVER_LEFT);
    Optional<Double> open = first(own, Kind.REGIONS_OPEN);
    Optional<OutageReport> outage =
        availability == null
            ? Optional.empty()
            : outage(stop, later, open.or(() -> noticed), availability);
    Double returned = null;
    if (open.isPresent() || stop.event.count() == 0) {
      double from = open.orElse(t);
      double to =
          later.stream()
              .filter(at -> at.t > from && at.t < window && at.disturbs(own))
              .mapToDouble(At::t)
              .findFirst()
              .orElse(window);
      returned = back.between(from, to);
    }
    return new Recovery(
        stop.event.stopped(),
        t,
        stop.event.count(),
        since(t, noticed),
        since(t, open),
        since(
            t,
            outage
                .filter(o -> o.firstBackSeconds() != null)
                .map(o -> o.from() + o.firstBackSeconds())),
        since(t, outage.filter(OutageReport::ended).map(OutageReport::to)),
        since(t, Optional.ofNullable(returned)));
  }

  /**
   * The outage that a stop has caused: it begins before the regions are open again. A request that
   * it has made late may have been sent before the stop, by the time limit of an answer.
   *
   * @param over when the regions were open or, if the run did not see that, the master knew
   */
  private static Optional<OutageReport> outage(
      At stop, List<At> later, Optional<Double> over, Availability availability) {
    String server = stop.event.stopped();
    double limit = availability.afterSeconds();
    double latest = over.orElse(stop.t + 2 * limit);
    double next =
        later.stream()
            .filter(at -> at.event.kind() == Kind.SERVER_STOPPED)
            .filter(at -> server.equals(at.event.stopped()))
            .mapToDouble(At::t)
            .findFirst()
            .orElse(Double.POSITIVE_INFINITY);
    return availability.list().stream()
        .filter(o -> server.equals(o.server()) && o.to() > stop.t)
        .filter(o -> o.from() >= stop.t - limit && o.from() <= latest && o.from() < next)
        .min(Comparator.comparing(OutageReport::from));
  }

  private static Optional<Double> first(List<At> events, Kind kind) {
    return events.stream().filter(at -> at.event.kind() == kind).map(At::t).findFirst();
  }

  private static Double since(double t, Optional<Double> time) {
    return time.map(at -> Math.max(0, at - t)).orElse(null);
  }

  /** An event, and its time in seconds from the start of the window. */
  private record At(double t, ServerEvent event) {
    /** Whether figures after it are not those of a recovery with these events alone. */
    boolean disturbs(List<At> own) {
      return switch (event.kind()) {
        case SERVER_STOPPED -> true;
        case REGIONS_OPEN -> !own.contains(this);
        case HOOK -> SERVER_ACTIONS.stream().noneMatch(event.description()::startsWith);
        default -> false;
      };
    }
  }
}
