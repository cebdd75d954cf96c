package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Prometheus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of a site whose Prometheus has the machines that no task tells of: virtual ones. */
class SitePrometheusTest {
  private static final String RUN = "run noop --rate 100 --for 30s --warmup 0s --quiet ";

  @TempDir private Path dir;

  private Hbench.Result run(String url) {
    return new Hbench(dir).job("a", RUN + "-D hbench.prometheus.url=" + url);
  }

  private static String host(Hbench.Result run) {
    return run.report().list("machines.hosts").get(0).text("host");
  }

  @Test
  void machinesWithoutAnotherSourceAreThoseOfPrometheus() throws IOException {
    Hbench.Result same = new Hbench(dir).job("without", RUN);
    Instant start = OffsetDateTime.parse(same.report().text("window.started")).toInstant();
    try (Prometheus prometheus = new Prometheus(start, host(same))) {
      Hbench.Result run = run(prometheus.url());
      assertThat(run).hasExitCode(0);
      Json host = run.report().list("machines.hosts").get(0);
      assertThat(host.text("source")).isEqualTo("prometheus");
      assertThat(host.number("machine.window.cpu")).isBetween(0.99, 1.0);
      assertThat(host.list("machine.window.disks").get(0).text("name")).isEqualTo("vda");
      assertThat(run.out())
          .contains("1 host of clients; CPU 99.75 % (before 0 %); network 1.00 MB");
      Hbench.Result details = new Hbench(dir).run("report --details " + run.dir());
      assertThat(details.out()).containsPattern("\n\\S+ +clients +Prometheus +2 ");
    }
  }

  @Test
  void aPrometheusWithoutAnAnswerIsOneLineOfAValidRun() {
    Hbench.Result run = run("http://localhost:1");
    assertThat(run).hasExitCode(0);
    assertThat(run.report().text("verdict.status")).isEqualTo("valid");
    assertThat(run.report().list("machines.missing")).hasSize(2);
    assertThat(new Hbench(dir).run("report --details " + run.dir()).out())
        .contains("machines by hbench.prometheus.url unknown: ConnectException");
  }

  @Test
  void anAddressThatIsNoneIsRefused() {
    for (String url :
        List.of(
            "prom:9090",
            "http://me:secret@prom:9090",
            "ftp://prom",
            "http://my_prom:9090",
            "http://prom:99999")) {
      assertThat(run(url)).hasExitCode(2);
      assertThat(run(url).err())
          .contains("not the address of a server")
          .contains("http://prometheus.example.org:9090");
    }
  }
}
