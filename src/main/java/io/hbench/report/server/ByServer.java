package io.hbench.report.server;

import static io.hbench.figure.Format.format;

import io.hbench.latency.LatencySummary;
import java.util.List;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The requests of a run by the region server that they were meant for, by the locations that the
 * clients knew when they sent them.
 *
 * @param servers the figures of each server, sorted by name
 * @param slow servers that are slower than the others by more than chance, the slowest first
 * @param skews servers and regions with far more requests than an equal share, the largest first
 * @param regions regions with the most requests, the most errors and the slowest requests; the most
 *     requested ones first
 * @param held servers that held slots for long, in the window and in the warm-up, the longest first
 * @param withheld requests of the window that were withheld, because all slots of their server were
 *     in use ({@code in-flight-per-server}); the most first
 * @param regionCount regions that had requests, as far as the tasks have named them
 */
public record ByServer(
    List<Server> servers,
    List<SlowServer> slow,
    List<Skew> skews,
    List<Region> regions,
    List<Held> held,
    List<Withheld> withheld,
    long regionCount) {

  public long allWithheld() {
    return withheld.stream().mapToLong(Withheld::requests).sum();
  }

  /** Requests that were withheld from a server. */
  public long withheldFrom(String server) {
    return withheld.stream()
        .filter(w -> w.server().equals(server))
        .mapToLong(Withheld::requests)
        .sum();
  }

  /** Time for which requests of a second or longer held slots of a server. */
  public double slotSecondsOf(String server) {
    return held.stream()
        .filter(h -> h.server().equals(server))
        .mapToDouble(Held::slotSeconds)
        .sum();
  }

  /** Whether a server as a whole had far more requests than an equal share. */
  public boolean isSkewed(String server) {
    return skews.stream().anyMatch(s -> s.region() == null && s.server().equals(server));
  }

  /** Servers that held slots or were withheld from, and had no request in the window; sorted. */
  public Stream<Server> withoutRequests() {
    return Stream.concat(held.stream().map(Held::server), withheld.stream().map(Withheld::server))
        .filter(name -> servers.stream().noneMatch(s -> s.server().equals(name)))
        .distinct()
        .sorted()
        .map(Server::without);
  }

  /**
   * A region server.
   *
   * @param server {@code host:port}, or {@code others} for those beyond 200
   * @param count requests that were meant for it, including failed ones
   * @param share of the requests of all servers, 0 to 1
   * @param service service times of successful requests
   * @param response response times of all requests, or null if the run had no rate
   * @param level its level of latency beside that of the others; null if it could not be tested
   * @param operations the same figures by operation, sorted by name
   */
  public record Server(
      String server,
      long count,
      double share,
      long errors,
      LatencySummary service,
      LatencySummary response,
      Level level,
      List<Operation> operations) {

    /** Response times if the run had a rate, else service times. */
    public LatencySummary latency() {
      return response == null ? service : response;
    }

    /** A server without requests in the window: it has one operation without a name. */
    private static Server without(String name) {
      LatencySummary none = LatencySummary.of(new Histogram(3));
      List<Operation> operations = List.of(new Operation("", 0, 0, none, null));
      return new Server(name, 0, 0, 0, none, null, null, operations);
    }
  }

  /**
   * The requests of an operation at a server; see {@link Server}.
   *
   * @param response null if the run had no rate
   */
  public record Operation(
      String operation, long count, long errors, LatencySummary service, LatencySummary response) {}

  /**
   * Geometric mean of a server's service times beside that of all other servers, for the same
   * operations and at the same times.
   *
   * @param ratio of the two means; 1 if they are alike
   * @param low lower end of its 95 % confidence interval
   * @param high upper end of it
   * @param excess difference of the two means in microseconds
   * @param pValue probability of such a ratio, or a larger one, at a server that is like the
   *     others: corrected for the number of servers
   */
  public record Level(double ratio, double low, double high, double excess, double pValue) {}

  /** A server that is slow: its level is the reason. */
  public record SlowServer(String server, Level level) {}

  /**
   * A server or a region with far more requests than an equal share.
   *
   * @param region encoded name; null if it is the server as a whole
   * @param start first key of the region, or null
   * @param server {@code host:port}
   * @param share of all requests, 0 to 1
   * @param equalShare the share if all servers, or all regions, had the same
   * @param level of the server, if it is slower than the others by more than chance; else null
   */
  public record Skew(
      String region, String start, String server, double share, double equalShare, Level level) {}

  /**
   * Slots that a server has held: with requests of a second or longer, and those without an answer.
   *
   * @param requests number of such requests
   * @param slotSeconds time that they held their slots, added up
   */
  public record Held(String server, long requests, double slotSeconds) {
    /** The server and the time, for people. */
    public String text() {
      return format(
          "%s: %,d %s of 1 s or longer, for %,.1f s each",
          server, requests, requests == 1 ? "request" : "requests", slotSeconds / requests);
    }
  }

  /** Requests that were withheld from a server, because all its slots were in use. */
  public record Withheld(String server, long requests) {}

  /**
   * A region.
   *
   * @param region encoded name
   * @param start its first key, as HBase's shell prints it
   * @param server {@code host:port} of the server that had it last
   * @param count requests that were meant for it, including failed ones; a lower bound in runs with
   *     so many tasks and regions that tasks name some of their regions only
   * @param share of the requests of all servers, 0 to 1
   * @param slowest longest service time in microseconds
   */
  public record Region(
      String region,
      String start,
      String server,
      long count,
      double share,
      long errors,
      double slowest) {}
}
