package io.hbench.spec;

import io.hbench.client.ClientType;
import io.hbench.settings.Arrival;
import io.hbench.settings.CatchUp;
import io.hbench.settings.Rate;
import io.hbench.settings.Settings;
import java.time.Duration;
import java.util.Optional;

/**
 * The load model: a closed loop with a fixed concurrency, or an open loop with a rate.
 *
 * @param threads number of threads of each task
 * @param connections number of connections of each task, shared by its threads
 * @param inFlight maximum of requests in flight per thread
 * @param inFlightPerServer maximum of requests in flight of each task for one region server; 0
 *     without one
 * @param rate requests per second of all tasks; empty in a closed loop
 * @param thinkTime maximum pause before each request of a closed loop
 */
public record LoadModel(
    int threads,
    ClientType client,
    int connections,
    int inFlight,
    int inFlightPerServer,
    Optional<Rate> rate,
    Arrival arrival,
    CatchUp catchUp,
    Duration thinkTime) {
  private static final int MAX_THREADS = 10_000;
  private static final int MAX_IN_FLIGHT = 100_000;

  public LoadModel {
    if (inFlight > 1 && client == ClientType.BLOCKING) {
      throw Settings.IN_FLIGHT.bad(inFlight, "needs the async client", "--client async");
    }
    if (inFlight > MAX_IN_FLIGHT) {
      throw Settings.IN_FLIGHT.bad(inFlight, "more than 100000 for one thread", "--in-flight 64");
    }
    if (rate.isEmpty() && arrival != Arrival.CONSTANT) {
      throw Settings.ARRIVAL.bad(arrival, "needs a rate", "--rate 5k --arrival " + arrival);
    }
    if (rate.isEmpty() && !catchUp.equals(CatchUp.UNBOUNDED)) {
      throw Settings.CATCHUP.bad(catchUp, "needs a rate", "--rate 5k --catchup " + catchUp);
    }
    if (connections > threads) {
      throw Settings.CONNECTIONS.bad(
          connections, "more than the " + threads + " threads of a task", "--connections 1");
    }
    if (!thinkTime.isZero() && rate.isPresent()) {
      throw Settings.THINK_TIME.bad(
          thinkTime.toMillis() + "ms",
          "contradicts --rate, which determines when requests are sent",
          "--rate " + rate.get() + " alone");
    }
    if (threads > MAX_THREADS) {
      throw Settings.THREADS.bad(threads, "more than 10000 in one task", "--threads 16");
    }
  }
}
