package io.hbench.report.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.outage.OutageReport;
import io.hbench.report.outage.Availability;
import io.hbench.rundir.ServerEvent;
import io.hbench.rundir.ServerEvent.Kind;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Recoveries in a window of 100 s that starts at 1,000 s of the clock. */
class RecoveryTest {
  private static final double START_MS = 1_000_000;
  private static final Offset<Double> EXACT = within(1e-9);

  private static ServerEvent event(Kind kind, String server, double t) {
    return new ServerEvent(START_MS + 1_000 * t, kind, 4, "", server);
  }

  private static OutageReport outage(String server, double from, double to, boolean ended) {
    return outage(server, from, to, ended, ended ? 3.0 : null);
  }

  private static OutageReport outage(
      String server, double from, double to, boolean ended, Double firstBack) {
    return new OutageReport(server, 4, List.of(), from, to, ended, firstBack, null, 1, Map.of());
  }

  private static List<Recovery> of(List<OutageReport> outages, Double back, ServerEvent... events) {
    return Recovery.of(
        List.of(events),
        START_MS,
        100,
        new Availability(1, 0, 0, null, outages.size(), 0.0, 0.0, 0, 0, 0, outages),
        (from, to) -> back != null && back >= from && back < to ? back : null);
  }

  @Test
  void eachPartIsTheTimeFromTheStop() {
    List<Recovery> all =
        of(
            List.of(outage("rs1:1", 39.5, 50, true), outage("rs2:1", 39.7, 45, true)),
            60.0,
            event(Kind.SERVER_STOPPED, "rs1:1", 40),
            event(Kind.SERVER_LEFT, "rs1:1", 42),
            event(Kind.REGIONS_OPEN, "rs1:1", 43));
    assertThat(all).hasSize(1);
    Recovery one = all.get(0);
    assertThat(one.server()).isEqualTo("rs1:1");
    assertThat(one.regions()).isEqualTo(4);
    assertThat(one.t()).isCloseTo(40, EXACT);
    assertThat(one.noticedSeconds()).isCloseTo(2, EXACT);
    assertThat(one.openSeconds()).isCloseTo(3, EXACT);
    assertThat(one.firstAnswerSeconds()).isCloseTo(2.5, EXACT);
    assertThat(one.allAnswerSeconds()).isCloseTo(10, EXACT);
    assertThat(one.backSeconds()).isCloseTo(20, EXACT);
  }

  @Test
  void aServerThatIsStoppedTwiceHasTwoRecoveries() {
    List<Recovery> all =
        of(
            List.of(outage("rs1:1", 10, 15, true), outage("rs1:1", 50, 58, true)),
            null,
            event(Kind.SERVER_STOPPED, "rs1:1", 10),
            event(Kind.SERVER_STOPPED, "rs2:1", 11),
            event(Kind.SERVER_STOPPED, "rs1:1", 50),
            event(Kind.SERVER_LEFT, "rs1:1", 51));
    assertThat(all).extracting(Recovery::server).containsExactly("rs1:1", "rs2:1", "rs1:1");
    assertThat(all.get(0).noticedSeconds()).isNull();
    assertThat(all.get(0).allAnswerSeconds()).isCloseTo(5, EXACT);
    assertThat(all.get(1).noticedSeconds()).isNull();
    assertThat(all.get(1).allAnswerSeconds()).isNull();
    assertThat(all.get(2).noticedSeconds()).isCloseTo(1, EXACT);
    assertThat(all.get(2).allAnswerSeconds()).isCloseTo(8, EXACT);
  }

  @Test
  void anOutageThatTheStopHasNotCausedIsNotItsOwn() {
    List<OutageReport> others =
        List.of(outage("rs1:1", 8.9, 30, true), outage("rs1:1", 80, 83, true));
    for (ServerEvent[] events :
        List.of(
            new ServerEvent[] {
              event(Kind.SERVER_STOPPED, "rs1:1", 10),
              event(Kind.REGIONS_OPEN, "rs1:1", 11),
              event(Kind.SERVER_LEFT, "rs1:1", 12)
            },
            new ServerEvent[] {
              event(Kind.SERVER_STOPPED, "rs1:1", 10), event(Kind.SERVER_LEFT, "rs1:1", 12)
            },
            new ServerEvent[] {event(Kind.SERVER_STOPPED, "rs1:1", 10)})) {
      Recovery one = of(others, null, events).get(0);
      assertThat(one.firstAnswerSeconds()).isNull();
      assertThat(one.allAnswerSeconds()).isNull();
    }
  }

  /** The outage begins with a request that was sent before the stop. */
  @Test
  void anAnswerBeforeTheStopTookNoTimeFromIt() {
    Recovery one =
        of(
                List.of(outage("rs1:1", 9.1, 14, true, 0.5)),
                null,
                event(Kind.SERVER_STOPPED, "rs1:1", 10))
            .get(0);
    assertThat(one.firstAnswerSeconds()).isZero();
    assertThat(one.allAnswerSeconds()).isCloseTo(4, EXACT);
  }

  /** In a rolling restart the first stop would have the time of all. */
  @Test
  void theReturnAfterALaterEventIsNotThatOfTheStop() {
    ServerEvent[] rolling = {
      event(Kind.SERVER_STOPPED, "rs1:1", 20),
      event(Kind.REGIONS_OPEN, "rs1:1", 22),
      event(Kind.SERVER_STOPPED, "rs2:1", 40),
      event(Kind.REGIONS_OPEN, "rs2:1", 43),
      new ServerEvent(START_MS + 50_000, Kind.HOOK, 1, "restart-server all done after 30 s: all")
    };
    assertThat(of(List.of(), 30.0, rolling))
        .extracting(Recovery::backSeconds)
        .containsExactly(10.0, null);
    assertThat(of(List.of(), 60.0, rolling))
        .extracting(Recovery::backSeconds)
        .containsExactly(null, 20.0);
    rolling[4] = new ServerEvent(START_MS + 50_000, Kind.HOOK, 1, "compact");
    assertThat(of(List.of(), 60.0, rolling))
        .extracting(Recovery::backSeconds)
        .containsExactly(null, null);
  }

  @Test
  void whatTheRunDidNotSeeIsUnknown() {
    Recovery one =
        of(
                List.of(outage("rs1:1", 90, 100, false), outage("rs1:1", 1, 5, true)),
                20.0, // before the stop
                event(Kind.SERVER_STOPPED, "rs1:1", 90))
            .get(0);
    assertThat(one.noticedSeconds()).isNull();
    assertThat(one.openSeconds()).isNull();
    assertThat(one.firstAnswerSeconds()).isNull();
    assertThat(one.allAnswerSeconds()).isNull();
    assertThat(one.backSeconds()).isNull();
  }

  @Test
  void stopsOutsideTheWindowAndOtherEventsAreLeftOut() {
    assertThat(
            of(
                List.of(),
                null,
                event(Kind.SERVER_STOPPED, "rs1:1", -1),
                event(Kind.SERVER_STOPPED, "rs1:1", 100),
                event(Kind.SERVER_LEFT, null, 50)))
        .isEmpty();
  }
}
