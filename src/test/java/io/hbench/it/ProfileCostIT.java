package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * What a profile of ten minutes costs the servers: their CPU time and calls with it, less those of
 * five minutes before it and five after it, which tell the error, too. They have no other load, in
 * whose noise the cost would vanish. The figures stay in {@code target/twin/cost.txt}.
 */
@Tag("soak")
@Isolated("what else computes is in its figures")
@Sandbox.Alone
class ProfileCostIT {
  private static final String TABLE = "cost-" + Long.toString(System.currentTimeMillis(), 36);
  private static final List<String> SERVERS = List.of("regionserver1", "regionserver2", "master");
  private static final int MINUTES = 10;

  /**
   * A thread that serves, a handler, an event loop, or one of Jetty, with its CPU time. The kernel
   * tells that of each to 10 ms, which is as much as most of them need in minutes.
   */
  private static final Pattern THREAD =
      Pattern.compile("(?m)^(\"(?:RpcServer|[RM]S-EventLoop|qtp).*?\" #\\d+) .* cpu=([0-9.]+)ms");

  /** Until a page has the calls of before. */
  private static final int PAGE_SECONDS = 12;

  /**
   * What the servers spent in some time.
   *
   * @param cpuMs in each minute
   */
  private record Spent(List<Double> cpuMs, double calls) {
    private double perMinute() {
      return sum() / cpuMs.size();
    }

    private double sum() {
      return cpuMs.stream().mapToDouble(v -> v).sum();
    }

    private double variance() {
      double mean = perMinute();
      return cpuMs.stream().mapToDouble(v -> (v - mean) * (v - mean)).sum() / (cpuMs.size() - 1);
    }

    private Spent and(Spent later) {
      return new Spent(
          Stream.concat(cpuMs.stream(), later.cpuMs.stream()).toList(), calls + later.calls);
    }
  }

  @Test
  void aProfileCostsFewCallsAndLittleCpu(@TempDir Path dir) throws Exception {
    warm(dir);
    IntPredicate halfOfThem = minute -> minute < MINUTES / 2;
    Spent before = spent(() -> halfOfThem);
    Spent with =
        spent(
            () -> {
              CompletableFuture<Void> profile =
                  CompletableFuture.runAsync(() -> profile(dir.resolve("twin"), MINUTES + "m"));
              return minute -> !profile.isDone() || profile.join() != null;
            });
    Spent idle = before.and(spent(() -> halfOfThem));

    int minutes = with.cpuMs().size(); // the command takes longer than it observes
    double ofIdle = (double) minutes / idle.cpuMs().size();
    double calls = (with.calls() - ofIdle * idle.calls()) / (MINUTES * 60);
    double percent = 100 / (MINUTES * 60e3 * Runtime.getRuntime().availableProcessors());
    double cpu = percent * (with.sum() - ofIdle * idle.sum());
    double error = percent * Math.sqrt(idle.variance() * minutes * (1 + ofIdle));
    String text =
        String.format(
            Locale.ROOT,
            "calls a second: %.2f%nCPU: %.4f %%, standard error %.4f%nms in minutes with it: %s%nwithout: %s%n",
            calls,
            cpu,
            error,
            rounded(with.cpuMs()),
            rounded(idle.cpuMs()));
    Files.writeString(Files.createDirectories(Path.of("target/twin")).resolve("cost.txt"), text);
    assertThat(calls).as(text).isBetween(0.1, 10.0);
    assertThat(cpu + 2 * error).as(text).isLessThan(0.1);
  }

  private static List<Long> rounded(List<Double> values) {
    return values.stream().map(Math::round).toList();
  }

  /** Servers of a table that is worth a profile answer requests, and have compiled their code. */
  private static void warm(Path dir) throws IOException {
    run(
        "load --rows 20k --columns 3 --presplit 8 --tasks 1 --local --flush --yes --out /it/%s"
            .formatted(TABLE));
    run(
        "run get:50,scan:50@1 --scan-rows 20 --rows 20k --columns 3 --threads 8 --local --warmup 0s"
            + " --for 2m --out /it/%s-warm".formatted(TABLE));
    for (int i = 0; i < 3; i++) {
      profile(dir.resolve("warm" + i), "10s");
    }
  }

  private static void profile(Path out, String length) {
    run("profile --for %s --sample 1000 --out %s".formatted(length, out));
  }

  private static void run(String words) {
    try {
      Shell.Result result = Sandbox.hbench(words + " --table " + TABLE);
      assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param start starts what is measured, and tells whether a minute of some number is of it
   */
  private static Spent spent(Supplier<IntPredicate> start) throws Exception {
    double calls = calls();
    List<Double> cpuMs = new ArrayList<>();
    Map<String, Double> last = cpuMs();
    IntPredicate goesOn = start.get();
    while (goesOn.test(cpuMs.size())) {
      TimeUnit.MINUTES.sleep(1);
      Map<String, Double> before = last;
      last = cpuMs();
      cpuMs.add(
          last.entrySet().stream()
              .mapToDouble(one -> one.getValue() - before.getOrDefault(one.getKey(), 0.0))
              .sum());
    }
    return new Spent(cpuMs, calls() - calls);
  }

  /** CPU time by thread of those that answer calls and show pages. */
  private static Map<String, Double> cpuMs() throws Exception {
    Map<String, Double> cpuMs = new HashMap<>();
    for (String server : SERVERS) {
      Shell.Result threads = Shell.run("jcmd %s Thread.print".formatted(Sandbox.pid(server)));
      assertThat(threads.exitCode()).as(threads.err()).isZero();
      THREAD
          .matcher(threads.out())
          .results()
          .forEach(one -> cpuMs.put(server + one.group(1), Double.valueOf(one.group(2))));
    }
    return cpuMs;
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
