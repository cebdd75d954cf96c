package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What a profile of eight minutes costs the servers: their CPU time and calls with it, less those
 * of as much time without it, whose minutes tell the error. They have no other load, in whose noise
 * the cost would vanish. The figures stay in {@code target/twin/cost.txt}.
 */
@Tag("soak")
@Isolated("what else computes is in its figures")
@Sandbox.Alone
class ProfileCostIT {
  private static final String TABLE = "cost-" + Long.toString(System.currentTimeMillis(), 36);
  private static final List<String> SERVERS = List.of("regionserver1", "regionserver2", "master");
  private static final int MINUTES = 8; // a command has ten

  /** User and system time of a thread that serves: of its handlers, event loops, and of Jetty. */
  private static final Pattern STAT =
      Pattern.compile("\\((?:RpcServer|[RM]S-EventLoop|qtp).*\\)(?: \\S+){11} (\\d+) (\\d+) ");

  private static final double TICKS_PER_SECOND = 100; // of Linux, for programs

  /** Until a page has the calls of before. */
  private static final int PAGE_SECONDS = 12;

  /** What the servers spent in some time. */
  private record Spent(double seconds, double cpuSeconds, double calls) {}

  @Test
  void aProfileCostsFewCallsAndLittleCpu(@TempDir Path dir) throws Exception {
    Shell.Result load =
        Sandbox.hbench(
            "load --rows 20k --columns 3 --presplit 8 --tasks 1 --local --flush --yes --out /it/%s"
                    .formatted(TABLE)
                + " --table "
                + TABLE);
    assertThat(load.exitCode()).as(load.err()).isZero();
    warm(dir);
    Spent with = spent(() -> profile(dir.resolve("twin"), MINUTES + "m"));
    List<Double> minutes = new ArrayList<>(); // CPU without a profile
    Spent without =
        spent(
            () -> {
              for (int i = 0; i < MINUTES; i++) {
                double before = cpuSeconds();
                TimeUnit.MINUTES.sleep(1);
                minutes.add((cpuSeconds() - before) / 60);
              }
              return null;
            });
    double seconds = MINUTES * 60;
    double asLong = with.seconds() / without.seconds(); // the command takes longer than it observes
    double calls = (with.calls() - asLong * without.calls()) / seconds;
    double percent = 100.0 / Runtime.getRuntime().availableProcessors();
    double cpu = percent * (with.cpuSeconds() - asLong * without.cpuSeconds()) / seconds;
    double error = percent * deviation(minutes) * Math.sqrt(2.0 / MINUTES);
    String text =
        String.format(
            Locale.ROOT,
            "calls a second: %.2f%nCPU: %.4f %% of %.0f processors, standard error %.4f%n",
            calls,
            cpu,
            100 / percent,
            error);
    Files.writeString(Files.createDirectories(Path.of("target/twin")).resolve("cost.txt"), text);
    assertThat(calls).as(text).isBetween(0.1, 10.0);
    assertThat(cpu + 2 * error).as(text).isLessThan(0.1);
  }

  /** Servers of a table that is worth a profile answer requests, and have compiled their code. */
  private static void warm(Path dir) throws Exception {
    Shell.Result run =
        Sandbox.hbench(
            "run get:50,scan:50@1 --scan-rows 20 --rows 20k --columns 3 --threads 8 --local --warmup 0s"
                + " --for 2m --out /it/%s-warm --table %s".formatted(TABLE, TABLE));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    for (int i = 0; i < 3; i++) {
      profile(dir.resolve("warm" + i), "10s");
    }
  }

  private static double deviation(List<Double> values) {
    double mean = values.stream().mapToDouble(v -> v).average().orElseThrow();
    return Math.sqrt(
        values.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum() / (values.size() - 1));
  }

  private static Void profile(Path out, String length) throws Exception {
    Shell.Result profile =
        Sandbox.hadoopJar(
            "profile --table %s --for %s --sample 1000 --out %s".formatted(TABLE, length, out));
    assertThat(profile.exitCode()).as(profile.err()).isZero();
    return null;
  }

  private static Spent spent(Callable<Void> work) throws Exception {
    double callsBefore = calls();
    double cpuBefore = cpuSeconds();
    long start = System.nanoTime();
    work.call();
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpu = cpuSeconds() - cpuBefore;
    return new Spent(seconds, cpu, calls() - callsBefore);
  }

  /** CPU time of the threads of the servers that answer calls and show pages. */
  private static double cpuSeconds() throws IOException {
    long ticks = 0;
    for (String server : SERVERS) {
      Path threads = Path.of("/proc", String.valueOf(Sandbox.pid(server)), "task");
      try (DirectoryStream<Path> all = Files.newDirectoryStream(threads)) {
        for (Path thread : all) {
          Matcher stat = STAT.matcher(Files.readString(thread.resolve("stat")));
          if (stat.find()) {
            ticks += Long.parseLong(stat.group(1)) + Long.parseLong(stat.group(2));
          }
        }
      }
    }
    return ticks / TICKS_PER_SECOND;
  }

  /** Calls that the servers have answered. */
  private static double calls() throws Exception {
    TimeUnit.SECONDS.sleep(PAGE_SECONDS);
    double sum = 0;
    for (String server : SERVERS) {
      String name = server.equals("master") ? "Master" : "RegionServer";
      String page =
          "http://localhost:%s/jmx?qry=Hadoop:service=HBase,name=%s,sub=IPC"
              .formatted(port(server + "_http"), name);
      String body =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(URI.create(page)).build(), BodyHandlers.ofString())
              .body();
      sum +=
          JsonParser.parseString(body)
              .getAsJsonObject()
              .getAsJsonArray("beans")
              .get(0)
              .getAsJsonObject()
              .get("ProcessCallTime_num_ops")
              .getAsDouble();
    }
    return sum;
  }

  private static String port(String name) throws IOException {
    Matcher port =
        Pattern.compile("(?m)^" + name + " (\\d+)")
            .matcher(Files.readString(Path.of("target/sandbox/conf/ports")));
    assertThat(port.find()).as(name).isTrue();
    return port.group(1);
  }
}
