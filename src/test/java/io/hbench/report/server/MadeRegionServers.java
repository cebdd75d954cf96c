package io.hbench.report.server;

import io.hbench.latency.MadeServerRegion;
import io.hbench.latency.Recorder;
import io.hbench.latency.Recording;
import io.hbench.latency.Sample;
import io.hbench.latency.Series;
import io.hbench.latency.SeriesSet;
import io.hbench.latency.ServerRegion;
import io.hbench.latency.Window;
import io.hbench.rundir.ServerRegionFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler.NormalizedGaussian;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Runs against made servers, whose latencies depend on those of the moment before: a simulation of
 * how often a server is named that is like the others, and how often one that is slow.
 */
public enum MadeRegionServers {
  CALM("2 servers, calm", 2, 1, 0, 0.1, false),
  NOISY("2 servers, noise of 1 s", 2, 1, 1, 0.2, false),
  LONG("2 servers, noise of 5 s", 2, 1, 5, 0.3, false),
  UNEQUAL("2 servers, loads 1 to 10, noise of 2 s", 2, 10, 2, 0.2, false),
  MANY("20 servers, loads 1 to 10, noise of 2 s", 20, 10, 2, 0.2, false),
  TAILS("5 servers, heavy tails, noise of 2 s", 5, 3, 2, 0.2, true),
  /** What the test assumes does not hold: noise as long as a third of the run. */
  BEYOND("2 servers, noise of 20 s", 2, 1, 20, 0.3, false);

  private static final long SECOND = 1_000_000_000L;
  private static final double MICRO = 1e3;
  private static final int SECONDS = 60;
  private static final int STEPS_A_SECOND = 10;
  private static final int REQUESTS_A_SECOND = 500;

  /** Of the usual latencies. */
  private static final double MEDIAN_NANOS = 1_000 * MICRO;

  private static final double SPREAD = 0.4;
  private static final double TAIL = 0.02;
  private static final double TAIL_SHAPE = 1.1;

  private final String text;
  private final int servers;
  private final double unequal;
  private final double noiseSeconds;
  private final double noise;
  private final boolean tails;

  /**
   * @param unequal how many times the requests of the last server the first one has
   * @param noiseSeconds time in which a server's noise fades
   * @param noise standard deviation of the logarithm of a server's level
   */
  MadeRegionServers(
      String text, int servers, double unequal, double noiseSeconds, double noise, boolean tails) {
    this.text = text;
    this.servers = servers;
    this.unequal = unequal;
    this.noiseSeconds = noiseSeconds;
    this.noise = noise;
    this.tails = tails;
  }

  @Override
  public String toString() {
    return text;
  }

  static String name(int server) {
    return String.format(Locale.ROOT, "rs%02d:16020", server);
  }

  /**
   * A run, recorded as a task records it, and read as a report reads it.
   *
   * @param slow the number of a server
   * @param delayNanos what each request of that server takes longer
   * @param seconds length of the run
   */
  public ByServer run(long seed, int slow, double delayNanos, int seconds) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    NormalizedGaussian normal = NormalizedGaussian.of(random);
    Window window = new Window(0, seconds * SECOND, seconds * SECOND);
    Map<String, SeriesSet> records = new TreeMap<>();
    Recording recording =
        new Recording(
            window,
            (series, record) -> {
              if (series.isByServer()) {
                records
                    .computeIfAbsent(series.server(), s -> new SeriesSet())
                    .add(series.ofAllServers(), record);
              }
            });
    List<ServerRegion> places =
        IntStream.range(0, servers)
            .mapToObj(s -> MadeServerRegion.of(name(s), "region" + s))
            .toList();
    double[] level = new double[servers];
    double kept = noiseSeconds == 0 ? 0 : Math.exp(-1 / (noiseSeconds * STEPS_A_SECOND));
    Sample sample = new Sample();
    try (Recorder recorder = recording.recorder(false)) {
      for (int step = 0; step < seconds * STEPS_A_SECOND; step++) {
        for (int s = 0; s < servers; s++) {
          level[s] =
              step == 0
                  ? noise * normal.sample()
                  : kept * level[s] + noise * Math.sqrt(1 - kept * kept) * normal.sample();
          double load = Math.pow(unequal, -(double) s / (servers - 1));
          double requests = load * REQUESTS_A_SECOND / STEPS_A_SECOND;
          int whole = (int) requests + (random.nextDouble() < requests % 1 ? 1 : 0);
          for (int i = 0; i < whole; i++) {
            double nanos = latency(random, normal, level[s]) + (s == slow ? delayNanos : 0);
            recorder.record(
                sample
                    .of("get", Series.OK)
                    .to(places.get(s))
                    .times(step * SECOND / STEPS_A_SECOND, (long) nanos, Sample.NONE)
                    .amounts(1, 0, 1));
          }
        }
      }
    }
    try {
      recording.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ServerFigures.of(records, List.of(ServerRegionFacts.of(recording.servers(), 0, 1)), 0);
  }

  private double latency(UniformRandomProvider random, NormalizedGaussian normal, double level) {
    double usual = MEDIAN_NANOS * Math.exp(level + SPREAD * normal.sample());
    return tails && random.nextDouble() < TAIL
        ? Math.min(60.0 * SECOND, 10 * usual * Math.pow(1 - random.nextDouble(), -1 / TAIL_SHAPE))
        : usual;
  }

  /** Whether a run of equal servers names one. */
  boolean isWrong(long seed, int seconds) {
    return !run(seed, 0, 0, seconds).slow().isEmpty();
  }

  /** Whether a run names the server that is slower, and no other one: that with fewest requests. */
  boolean isRight(long seed, double delayNanos, int seconds) {
    List<ByServer.SlowServer> slow = run(seed, servers - 1, delayNanos, seconds).slow();
    return slow.size() == 1 && slow.get(0).server().equals(name(servers - 1));
  }

  /** A line for each kind of servers. */
  public static String table(int runs) {
    StringBuilder text =
        new StringBuilder(
            "| servers, 60 s | runs | equal servers: one is named | + 3 ms: it is named, alone |"
                + " + 0.5 ms |\n|---|---|---|---|---|\n");
    for (MadeRegionServers servers : values()) {
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %d | %.1f %% | %.1f %% | %.1f %% |%n",
              servers,
              runs,
              share(runs, seed -> servers.isWrong(seed, SECONDS)),
              share(runs, seed -> servers.isRight(seed, 3_000 * MICRO, SECONDS)),
              share(runs, seed -> servers.isRight(seed, 500 * MICRO, SECONDS))));
    }
    return text.toString();
  }

  private static double share(int runs, LongPredicate trial) {
    return 100.0 * LongStream.range(0, runs).parallel().filter(trial).count() / runs;
  }
}
