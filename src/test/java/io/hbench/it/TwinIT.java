package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.doc.TextRenderer;
import io.hbench.twin.Twin;
import io.hbench.twin.TwinComparison;
import io.hbench.twin.TwinComparison.Line;
import io.hbench.view.TwinView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Made-up productions: each is profiled, and its twin loaded, run and profiled. Their rates are
 * such that nine of ten requests are theirs, as the servers' figures are unknown else. The
 * comparisons stay in {@code target/twin}.
 */
@Tag("soak")
@Isolated("what else computes is in its figures")
@Sandbox.Shared
class TwinIT {
  private static final String ID = Long.toString(System.currentTimeMillis(), 36);

  /** After which a page that another program has read shows new figures. */
  private static final int PAGE_SECONDS = 11;

  private static final int START_SECONDS = 60;

  /** Requests of a run that sends at its rate. */
  private static final int STARTED = 200;

  /**
   * @param load flags of the original's load, in six regions
   * @param run operations and flags of its run
   * @param unknown figures that may be so: those of servers, where the table has too few requests
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "time-series | --rows 60k --value-size 400 | get:40,insert:60 --keys latest --rate 300 |",
        "wide-rows | --rows 3k --columns 100 --value-size 60 | get:70,put:30 --rate 160 | hit ratio, CPU a call",
        "scans-and-puts | --rows 60k --value-size 400 | scan:30,put:70 --scan-rows 20 --rate 80 |",
        "tenants | --rows 60k --columns 3 --value-size 100 --value-lengths uniform | get:50,put:15,scan:15,"
            + "increment:10,append:5,checkAndPut:5 --scan-rows 5 --keys hotspot:33.3%:60% --rate 300 |",
        "hot-region | --rows 60k --columns 2 --value-size 200"
            + " | get:80,put:20 --keys hotspot:16.6%:70% --rate 300 |"
      })
  void aTwinIsLikeItsOriginal(String name, String load, String run, String unknown)
      throws Exception {
    Path dir = Files.createDirectories(Path.of("target/twin", name));
    String original = name + "-" + ID;
    String table = " --table %s --tasks 1 --local ".formatted(original);
    hbench("load --presplit 6 --flush" + table + load);
    Path first = profiled(original, "run " + run.replaceFirst(" ", table + load + " "), dir);
    String like = " --like %s --table %s-twin --tasks 1 --local".formatted(first, original);
    hbench("load --flush" + like);
    Path second = profiled(original + "-twin", "run" + like, dir);
    TwinComparison comparison = TwinComparison.of(twin(first), twin(second));
    String text = TextRenderer.summary(TwinView.of(comparison));
    Files.writeString(dir.resolve("comparison.txt"), text);
    assertThat(comparison.outside()).extracting(Line::figure).as(text).isEmpty();
    assertThat(comparison.unknown())
        .extracting(Line::figure)
        .as(text)
        .isSubsetOf(unknown == null ? List.of() : List.of(unknown.split(", ")));
  }

  /** The twin of a table under a load. */
  private static Path profiled(String table, String run, Path dir) throws Exception {
    hbench(run + " --warm --warmup 0s --for 1s"); // a production has its blocks in the caches
    CompletableFuture<Void> load;
    try (Connection connection = Sandbox.hbase();
        Admin admin = connection.getAdmin()) {
      long before = requests(admin, table);
      load = CompletableFuture.runAsync(() -> hbench(run + " --warmup 0s --for 2m"));
      for (int i = 0; requests(admin, table) < before + STARTED; i++) {
        assertThat(i).as("seconds without requests").isLessThan(START_SECONDS);
        TimeUnit.SECONDS.sleep(1);
      }
    }
    TimeUnit.SECONDS.sleep(PAGE_SECONDS);
    Path twin = dir.resolve(table);
    hbench("profile --table %s --for 40s --sample 500 --out %s".formatted(table, twin));
    load.get(5, TimeUnit.MINUTES);
    return twin;
  }

  private static long requests(Admin admin, String table) throws IOException {
    long requests = 0;
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server, TableName.valueOf(table))) {
        requests += region.getRequestCount();
      }
    }
    return requests;
  }

  private static Twin twin(Path directory) throws IOException {
    return Twin.parse(Files.readString(directory.resolve(Twin.FILE)));
  }

  private static void hbench(String words) {
    try {
      String out = words.startsWith("profile") ? "" : " --yes --out /it/twin-" + System.nanoTime();
      Shell.Result result = Sandbox.hbench(words + out);
      assertThat(result.exitCode()).as(words + "\n" + result.out() + result.err()).isZero();
      assertThat(result.err())
          .as("stages of a constant rate, of which a profile of a part of the run sees others")
          .doesNotContainPattern("--rate [0-9.]+,");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
