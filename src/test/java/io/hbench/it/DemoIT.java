package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/hbench demo} on a terminal, with a sandbox of its own. */
@Tag("soak")
class DemoIT {
  private static final String ELSEWHERE =
      "export HBENCH_SANDBOX=target/sandbox-of-demo HBENCH_SANDBOX_PORT_BASE=27000; ";

  private static final Path PAGE = Path.of("target/demo/report.html");

  @AfterEach
  void stop() throws Exception {
    Shell.run(ELSEWHERE + "bin/sandbox stop --clean; rm -rf $HBENCH_SANDBOX");
  }

  @Test
  void theDemoLeavesItsPageAndOffersThreeCommandsThatWork(@TempDir Path dir) throws Exception {
    Files.deleteIfExists(PAGE);
    Shell.Result demo =
        Shell.run(ELSEWHERE + "script -qec 'bin/hbench demo' %s/shown >&2".formatted(dir));
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    assertThat(demo.err())
        .containsPattern("daemons ready: [1-7] of 7")
        .contains("no application master yet", PAGE.toString());
    assertThat(Files.readString(PAGE)).contains("run get:90,put:10@4");
    assertThat(Shell.run(ELSEWHERE + "bin/sandbox status").out()).doesNotContain(" up ");

    List<String> offered =
        demo.err()
            .lines()
            .dropWhile(line -> !line.startsWith("To try next"))
            .filter(line -> line.startsWith("  "))
            .toList();
    assertThat(offered).hasSize(3);
    Shell.Result tried =
        Shell.run(ELSEWHERE + offered.stream().collect(Collectors.joining(" && ")));
    assertThat(tried.exitCode()).as(tried.err()).isZero();
    assertThat(tried.out()).contains("hbench load put@2", "hbench run get:90,put:10@2");
  }
}
