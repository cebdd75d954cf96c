package io.hbench.findmax;

import io.hbench.findmax.RateSearch.Probe;
import io.hbench.report.RunReport;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/** How near the results of searches are to the true rate: simulations of servers. */
public final class MadeSearches {
  private static final double START = 1_000;
  private static final double WARMUP = 5;
  private static final int INTERVALS = 20;

  static final Map<MadeServers, Double> TRUTHS = new ConcurrentHashMap<>();

  private MadeSearches() {}

  /**
   * Settings of a search.
   *
   * @param seconds of a step
   * @param confirm seconds of a confirmation; 0 for none
   */
  record Flags(double seconds, double precision, double confirm) {
    private static final List<Flags> SHOWN =
        List.of(
            new Flags(20, 0.02, 0),
            new Flags(20, 0.01, 0),
            new Flags(20, 0.02, 300),
            new Flags(20, 0.01, 300),
            new Flags(60, 0.01, 0));

    @Override
    public String toString() {
      return "%.0fs, %.0f %%%s"
          .formatted(
              seconds,
              100 * precision,
              confirm == 0 ? "" : ", confirm %.0fm".formatted(confirm / 60));
    }
  }

  /**
   * The result of a search.
   *
   * @param error of the rate as a share of the true one
   * @param isWithin whether the true rate is between the met and the missed rate
   */
  record Found(double error, boolean isWithin, int steps, double minutes) {}

  /** Table of many searches. */
  public static String table(int searches) {
    StringBuilder text =
        new StringBuilder(
            """
            | servers | step, precision | within 2 % | within 5 % | bias | interval holds | steps | minutes |
            |---|---|---|---|---|---|---|---|
            """);
    for (MadeServers servers : MadeServers.values()) {
      for (Flags flags : Flags.SHOWN) {
        text.append(row(servers, flags, searches)).append('\n');
      }
    }
    return text.toString();
  }

  static String row(MadeServers servers, Flags flags, int searches) {
    List<Found> found =
        LongStream.range(0, searches).parallel().mapToObj(i -> search(servers, flags, i)).toList();
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.0f %% | %.0f %% | %+.1f %% | %.0f %% | %.0f | %.0f |",
        servers,
        flags,
        100 * average(found.stream().map(f -> Math.abs(f.error()) <= 0.02 ? 1.0 : 0).toList()),
        100 * average(found.stream().map(f -> Math.abs(f.error()) <= 0.05 ? 1.0 : 0).toList()),
        100 * average(found.stream().map(Found::error).toList()),
        100 * average(found.stream().map(f -> f.isWithin() ? 1.0 : 0).toList()),
        average(found.stream().map(f -> (double) f.steps()).toList()),
        average(found.stream().map(Found::minutes).toList()));
  }

  private static double average(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /** One search with the real judgement. */
  static Found search(MadeServers servers, Flags flags, long seed) {
    MadeServers.Load load = servers.new Load(1_000 + seed);
    FindmaxRecord record = record(flags, load);
    double truth = TRUTHS.computeIfAbsent(servers, MadeServers::truth) * servers.drift(load.now());
    FindmaxRecord.Result result = record.result();
    return new Found(
        result.rate() == null ? -1 : result.rate() / truth - 1,
        orElse(result.highestMet(), 0) <= truth && truth <= orElse(result.lowestFailing(), 1e9),
        record.steps().size(),
        load.now() / 60);
  }

  private static double orElse(Double rate, double other) {
    return rate == null ? other : rate;
  }

  static FindmaxRecord record(Flags flags, MadeServers.Load load) {
    RateSearch search =
        new RateSearch(START, flags.precision(), 40, RateSearch.MAX_RATE, flags.confirm() > 0);
    Findmax findmax = new Findmax(search, 4, 1_000_000);
    int number = 0;
    for (Optional<Probe> probe = findmax.next(); probe.isPresent(); probe = findmax.next()) {
      double seconds = probe.get().confirmation() ? flags.confirm() : flags.seconds();
      double interval = flags.seconds() / INTERVALS;
      RunReport report = load.step(probe.get().rate(), WARMUP, seconds, interval);
      findmax.add("steps/%03d".formatted(++number), probe.get(), report);
    }
    return findmax.record("findmax get", "", "", List.of());
  }
}
