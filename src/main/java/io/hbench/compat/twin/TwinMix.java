package io.hbench.compat.twin;

import static io.hbench.figure.Format.format;

import io.hbench.op.Operations;
import io.hbench.spec.Mix;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Calls;
import io.hbench.twin.Twin.Kind;
import io.hbench.twin.Twin.Region;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.math3.util.ArithmeticUtils;

/** The operations that make the calls of a twin, and what no operation makes. */
final class TwinMix {
  /** Sum of the weights. */
  private static final int PARTS = 10_000;

  private final Twin twin;
  private final double calls;
  private final Map<Operations, Double> rates = new EnumMap<>(Operations.class);
  private final Map<Operations, Double> rows = new EnumMap<>(Operations.class);
  private final List<String> notes = new ArrayList<>();

  /** The mix of a twin; where its calls are unknown, reads are gets and writes are puts. */
  TwinMix(Twin twin) {
    this.twin = twin;
    this.calls = twin.calls().stream().mapToDouble(Calls::rate).sum();
    if (twin.calls().stream().allMatch(kind -> kind.perSecond() == null)) {
      notes.add(
          "calls are unknown%s: each row read is a get, and each row written a put"
              .formatted(
                  Optional.ofNullable(twin.unknown().get("calls")).map(r -> ", " + r).orElse("")));
      add(Operations.GET, twin.sum(Region::reads) / twin.seconds());
      add(Operations.PUT, twin.sum(Region::writes) / twin.seconds());
    } else {
      Optional.ofNullable(twin.unknown().get("calls"))
          .ifPresent(why -> notes.add("calls are those of some of the time: " + why));
      twin.calls().forEach(this::add);
      takePutsOfChecks();
    }
    long filtered = twin.sum(Region::filtered);
    if (filtered > 0) {
      notes.add(
          format(
              "not carried: rows that a filter dropped, or that were deleted or expired: %.1f %% of the"
                  + " rows read",
              100.0 * filtered / (filtered + twin.sum(Region::reads))));
    }
  }

  /** Rows that HBase has read for writes, and counted as reads. */
  static double readsOfWrites(Twin twin) {
    return twin.seconds()
        * Stream.of(Kind.APPEND, Kind.INCREMENT, Kind.CHECK_AND_MUTATE)
            .mapToDouble(kind -> twin.calls(kind).rate())
            .sum();
  }

  private void add(Calls kind) {
    if (kind.perSecond() == null) {
      notes.add(
          "not carried: %s, as it is unknown: %s"
              .formatted(
                  kind.kind(),
                  twin.unknown().getOrDefault("calls." + kind.kind(), "no reason given")));
    } else if (kind.perSecond() > 0) {
      addKnown(kind);
    }
  }

  private void addKnown(Calls kind) {
    double rate = kind.perSecond();
    switch (kind.kind()) {
      case GET -> add(Operations.GET, rate);
      case SCAN -> addOfRows(Operations.SCAN, kind);
      case PUT -> add(Operations.PUT, rate);
      case PUT_BATCH -> addOfRows(Operations.BUFFERED_PUT, kind);
      case DELETE -> add(Operations.DELETE, rate);
      case APPEND -> add(Operations.APPEND, rate);
      case INCREMENT -> add(Operations.INCREMENT, rate);
      case CHECK_AND_MUTATE -> add(Operations.CHECK_AND_PUT, 2 * rate); // every other is a put
      case MULTI_GET -> {
        if (twin.calls(Kind.GET).rate() + twin.calls(Kind.PUT).rate() > 0) {
          addOneByOne(Operations.GET, kind);
        } else {
          addOfRows(Operations.GET, kind); // by a batch, which gets and puts share
        }
      }
      case DELETE_BATCH -> {
        if (twin.calls(Kind.PUT_BATCH).rate() > 0) { // which has the buffer
          addOneByOne(Operations.DELETE, kind);
        } else {
          addOfRows(Operations.BUFFERED_DELETE, kind);
        }
      }
    }
  }

  private void add(Operations operation, double perSecond) {
    if (perSecond > 0) {
      rates.merge(operation, perSecond, Double::sum);
    }
  }

  private void addOfRows(Operations operation, Calls kind) {
    add(operation, kind.perSecond());
    rows.put(operation, count(kind));
  }

  private void addOneByOne(Operations operation, Calls kind) {
    add(operation, kind.perSecond() * count(kind));
    notes.add("not carried: " + kind.kind() + share(kind.perSecond()) + ": row by row instead");
  }

  private double count(Calls kind) {
    if (kind.rows() == null) {
      notes.add("rows of each " + kind.kind() + share(kind.perSecond()) + ": 1, as it is unknown");
    }
    return kind.rows() == null ? 1 : Math.max(1, kind.rows());
  }

  private String share(double perSecond) {
    return format(", %.1f %% of the calls", 100 * perSecond / calls);
  }

  /** The operation puts a cell before it checks it: a call that is one of the twin's puts. */
  private void takePutsOfChecks() {
    double checks = rates.getOrDefault(Operations.CHECK_AND_PUT, 0.0) / 2;
    double puts = rates.getOrDefault(Operations.PUT, 0.0);
    if (checks == 0) {
      return;
    }
    rates.remove(Operations.PUT);
    add(Operations.PUT, puts - checks);
    if (checks > puts) {
      notes.add("added: a put before each check" + share(checks - puts) + " of the twin");
    }
  }

  /** Requests per second of all operations. */
  double perSecond() {
    return rates.values().stream().mapToDouble(rate -> rate).sum();
  }

  /** Rows of each request of an operation; empty if the mix lacks it, or it has one. */
  Optional<Double> rows(Operations operation) {
    return Optional.ofNullable(rows.get(operation));
  }

  /** What the mix lacks, with its share of the calls; a line each. */
  List<String> notes() {
    return notes;
  }

  /** The assignment: {@code get:95,put:5}. */
  @Override
  public String toString() {
    double all = perSecond();
    Map<Operations, Long> weights = new EnumMap<>(Operations.class);
    rates.forEach((o, rate) -> weights.put(o, Math.max(1, Math.round(PARTS * rate / all))));
    long divisor = weights.values().stream().reduce(0L, ArithmeticUtils::gcd);
    return new Mix(
            weights.entrySet().stream()
                .map(e -> new Mix.Share(e.getKey(), (int) (e.getValue() / divisor)))
                .toList())
        .toString();
  }
}
