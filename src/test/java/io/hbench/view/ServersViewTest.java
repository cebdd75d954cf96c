package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.MadeRegionServers;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServersViewTest {
  private static final double DELAY_NANOS = 3_000_000;

  private static String summary(ByServer servers) {
    Document document = new Document("report", "t");
    ServersView.summary(servers, document);
    return TextRenderer.summary(document).replaceAll("\n +", " ");
  }

  @Test
  void aSlowServerIsNamedWithHowMuchAndHowSure() {
    assertThat(summary(MadeRegionServers.NOISY.run(1, 0, DELAY_NANOS, 10)))
        .containsPattern(
            "slow server:  rs00:16020: service times [34]\\.\\d\\d × those of the others"
                + " \\(\\d\\.\\d\\d to \\d\\.\\d\\d\\), [23]\\.\\d+ ms more; by chance: p [<=] 0");
  }

  @Test
  void aHotServerIsNamedAsSkew() {
    assertThat(summary(MadeRegionServers.UNEQUAL.run(1, 0, DELAY_NANOS, 10)))
        .containsPattern(
            "skew:  hot server rs00:16020: 9[01].\\d % of the requests, where an equal share is 50")
        .contains("; under this load, service times ")
        .doesNotContain("slow server:");
  }

  @Test
  void aServerThatHoldsSlotsIsNamed() {
    ByServer.Held many = new ByServer.Held("rs1:16020", 64, 3_904);
    ByServer.Held one = new ByServer.Held("rs2:16020", 1, 1.6);
    ByServer servers =
        new ByServer(List.of(), List.of(), List.of(), List.of(), List.of(many, one), List.of(), 0);
    assertThat(summary(servers))
        .contains("slots held:  by rs1:16020: 64 requests of 1 s or longer, for 61.0 s each\n")
        .contains("slots held:  by rs2:16020: 1 request of 1 s or longer, for 1.6 s each\n");
  }

  @Test
  void withheldRequestsAreNamedWithTheirServer() {
    ByServer.Withheld withheld = new ByServer.Withheld("rs2:16020", 12_000);
    assertThat(
            summary(
                new ByServer(
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(withheld), 0)))
        .contains(
            "withheld:  12,000 requests for rs2:16020, whose slots were all in use"
                + " (--in-flight-per-server)\n");
  }

  @Test
  void thatNoServerIsSlowIsSaidWhereItWasJudged() {
    assertThat(ServersView.noneSlow(MadeRegionServers.NOISY.run(1, 0, 0, 10)))
        .isEqualTo(", none slow");
    assertThat(ServersView.noneSlow(MadeRegionServers.NOISY.run(1, 0, DELAY_NANOS, 10))).isEmpty();
    assertThat(ServersView.noneSlow(null)).isEmpty();
  }
}
