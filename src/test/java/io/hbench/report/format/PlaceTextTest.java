package io.hbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.report.server.ByServer;
import io.hbench.report.server.MadeRegionServers;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlaceTextTest {
  private static final double DELAY_NANOS = 3_000_000;

  @Test
  void aSlowServerIsNamedWithHowMuchAndHowSure() {
    String text = PlaceText.of(MadeRegionServers.NOISY.run(1, 0, DELAY_NANOS, 10));
    assertThat(text).contains("\nrs00:16020  ").contains("× the others\n");
    assertThat(text)
        .containsPattern(
            "slow server: rs00:16020: service times [34]\\.\\d\\d × those of the others"
                + " \\(\\d\\.\\d\\d to \\d\\.\\d\\d\\), [23]\\.\\d+ ms more; by chance: p [<=] 0");
  }

  @Test
  void aHotServerIsNamedAsSkew() {
    String text = PlaceText.of(MadeRegionServers.UNEQUAL.run(1, 0, DELAY_NANOS, 10));
    assertThat(text)
        .contains("skew: hot server rs00:16020: 91 % of the requests, where an equal share is 50")
        .contains("; under this load, service times ")
        .doesNotContain("slow server:");
  }

  @Test
  void aServerThatHoldsSlotsIsNamed() {
    ByServer.Held held = new ByServer.Held("rs1:16020", 64, 3_904);
    ByServer places = new ByServer(List.of(), List.of(), List.of(), List.of(), List.of(held), 0);
    assertThat(PlaceText.of(places))
        .isEqualTo("slots held by rs1:16020: 64 requests of 1 s or longer, for 61.0 s each\n");
    assertThat(PlaceText.held(new ByServer.Held("rs1:16020", 1, 1.6)))
        .isEqualTo("slots held by rs1:16020: 1 request of 1 s or longer, for 1.6 s each");
  }

  @Test
  void withheldRequestsAreNamedWithTheirServer() {
    ByServer places =
        new ByServer(
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(new ByServer.Withheld("rs2:16020", 12_000)),
            0);
    assertThat(PlaceText.of(places))
        .isEqualTo(
            "withheld: 12,000 requests for rs2:16020, whose slots were all in use"
                + " (--in-flight-per-server)\n");
  }

  @Test
  void aRunWithoutServersHasNoLines() {
    assertThat(PlaceText.of(null)).isEmpty();
  }
}
