package io.hbench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.profile.ServerChoice.Chosen;
import io.hbench.rundir.server.ServerCounter;
import io.hbench.rundir.server.ServerSamples.Reading;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerChoiceTest {
  private final ServerChoice choice = new ServerChoice();

  /**
   * A reading of a server.
   *
   * @param calls since its start
   * @param millis time of all these calls in handlers
   */
  private void read(String server, double calls, double millis) {
    choice.add(
        List.of(
            new Reading(
                server,
                "RPC",
                0,
                1,
                Map.of(
                    ServerCounter.RPC_CALLS,
                    calls,
                    ServerCounter.RPC_SECONDS,
                    millis / 1e3,
                    ServerCounter.QUEUED_CALLS,
                    calls,
                    ServerCounter.QUEUE_SECONDS,
                    0.0))));
  }

  private void cpu(String server, double seconds) {
    choice.add(
        List.of(new Reading(server, "JVM", 0, 1, Map.of(ServerCounter.CPU_SECONDS, seconds))));
  }

  private List<String> chosen() {
    return choice.choose().stream().map(one -> one.role() + " " + one.server()).toList();
  }

  @Test
  void theServerWhoseCallsTookLongestIsTheSlowestAndTheMiddleOneIsMedian() {
    for (int i = 0; i < 5; i++) {
      read("rs" + i, 1_000, 50_000); // before the run
    }
    read("rs0", 2_000, 51_000);
    read("rs1", 2_000, 54_000);
    read("rs2", 2_000, 59_000);
    read("rs3", 2_000, 52_000);
    read("rs4", 2_000, 53_000);
    assertThat(chosen()).containsExactly("slowest rs2", "median rs4");
    Chosen slowest = choice.choose().get(0);
    assertThat(slowest.callMicros()).isCloseTo(9_000, within(0.1));
  }

  @Test
  void ofTwoServersBothAreProfiledAndOfOneThatOne() {
    read("rs1", 0, 0);
    read("rs1", 100, 100);
    assertThat(chosen()).containsExactly("slowest rs1");
    read("rs2", 0, 0);
    read("rs2", 100, 300);
    assertThat(chosen()).containsExactly("slowest rs2", "median rs1");
  }

  @Test
  void aServerWithoutMuchOfTheLoadIsNotTheSlowest() {
    read("rs1", 0, 0);
    read("rs1", 10_000, 10_000);
    read("rs2", 0, 0);
    read("rs2", 8_000, 9_000);
    read("idle", 0, 0);
    read("idle", 10, 5_000);
    assertThat(chosen()).containsExactly("slowest rs2", "median rs1");
  }

  @Test
  void whereCallsTakeEquallyLongTheCpuTimeDecides() {
    for (String server : List.of("rs1", "rs2", "rs3")) {
      read(server, 0, 0);
      read(server, 1_000, 0);
      cpu(server, 10);
    }
    cpu("rs1", 11);
    cpu("rs2", 15);
    cpu("rs3", 12);
    assertThat(chosen()).containsExactly("slowest rs2", "median rs3");
  }

  @Test
  void aServerThatRestartedIsLeftOut() {
    read("rs1", 0, 0);
    read("rs1", 1_000, 1_000);
    read("rs2", 500_000, 9_000_000);
    read("rs2", 100, 900);
    assertThat(chosen()).containsExactly("slowest rs1");
  }

  @Test
  void withoutPagesNoServerIsChosen() {
    choice.add(List.of(new Reading("rs1", "RPC", 0, 1, Map.of())));
    assertThat(chosen()).isEmpty();
  }

  @Test
  void serversOfALargeClusterThatWereReadOnceAreNotCompared() {
    cpu("rs1", 10);
    cpu("rs2", 20);
    cpu("rs3", 30);
    assertThat(chosen()).isEmpty();
    cpu("rs2", 21);
    assertThat(chosen()).containsExactly("slowest rs2");
  }

  @Test
  void aServerWhoseTimesMayLackAPartHasNone() {
    read("rs1", 0, 0);
    choice.add(
        List.of(
            new Reading(
                "rs1",
                "RPC",
                0,
                1,
                Map.of(ServerCounter.RPC_CALLS, 100.0, ServerCounter.QUEUED_CALLS, 100.0))));
    assertThat(choice.choose()).containsExactly(new Chosen("rs1", "slowest", null));
  }
}
