package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.hbench.rundir.RunDirectory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run in containers that ends when its figures are precise enough. */
@Tag("soak")
@Sandbox.Shared
class PreciseRunIT {
  @Test
  void containersEndWhenTheSubmitterSaysSoAndTheReportIsThatOfTheWindow() throws Exception {
    Shell.Result run =
        Runs.hbench(
            "precise",
            "run noop@3 --threads 2 --rate 3k --warmup 1s --interval 250ms --for 8s..10m"
                + " --until 'throughput +- 10%'");
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out())
        .containsPattern("precision: +throughput \\+- 10%: ± ")
        .doesNotContain("invalid");

    JsonObject window = Runs.report("precise").getAsJsonObject("window");
    assertThat(window.get("seconds").getAsDouble()).isBetween(8.0, 60.0);
    assertThat(window.getAsJsonObject("length").get("outcome").getAsString()).isEqualTo("precise");
    JsonObject noop = Runs.operation("precise", 0);
    assertThat(noop.get("opsPerSecond").getAsDouble()).isBetween(2_900.0, 3_100.0);
    long recorded =
        Sandbox.json(Runs.dir("precise") + "/" + RunDirectory.JOB)
            .getAsJsonObject("status")
            .getAsJsonObject("counters")
            .get("REQUESTS")
            .getAsLong();
    assertThat(recorded).isGreaterThan(noop.get("count").getAsLong()).isLessThan(3_000 * 90);
    assertThat(Sandbox.hbench("report " + Runs.dir("precise")).out()).isEqualTo(run.out());
  }
}
