package io.hbench.client;

import io.hbench.latency.Side;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.commons.lang3.function.FailableSupplier;

/**
 * The connections of a task, which open a client for each thread. Threads share one connection by
 * default: a connection for each thread costs a quarter of the throughput.
 */
public interface ClientFactory extends Closeable {
  /** Opens a client for one thread. */
  Client open() throws IOException;

  /** The look-up of the regions that have these keys, for all connections. */
  default RegionPages regions(KeySpan keys) {
    return RegionPages.NONE;
  }

  /** The connections of a side of a duet; the same for both sides if it is none. */
  default ClientFactory of(Side side) {
    return this;
  }

  /**
   * A factory of connections.
   *
   * @param connections are closed with it
   * @param lookUp makes the look-up of the regions of some keys
   */
  static ClientFactory of(
      Closeable connections,
      FailableSupplier<Client, IOException> opener,
      Function<KeySpan, RegionPages> lookUp) {
    return new ClientFactory() {
      @Override
      public Client open() throws IOException {
        return opener.get();
      }

      @Override
      public RegionPages regions(KeySpan keys) {
        return lookUp.apply(keys);
      }

      @Override
      public void close() throws IOException {
        connections.close();
      }
    };
  }

  /** The connections of both sides of a duet; {@code open} gives clients of the baseline. */
  static ClientFactory duet(ClientFactory baseline, Connector connector) throws IOException {
    ClientFactory candidate;
    try {
      candidate = connector.connect();
    } catch (IOException | RuntimeException e) {
      baseline.close();
      throw e;
    }
    return new ClientFactory() {
      @Override
      public Client open() throws IOException {
        return baseline.open();
      }

      @Override
      public RegionPages regions(KeySpan keys) {
        return RegionPages.of(List.of(baseline.regions(keys), candidate.regions(keys)));
      }

      @Override
      public ClientFactory of(Side side) {
        return side == Side.BASELINE ? baseline : candidate;
      }

      @Override
      public void close() throws IOException {
        try (baseline) {
          candidate.close();
        }
      }
    };
  }

  /** Opens a connection. */
  @FunctionalInterface
  interface Connector {
    ClientFactory connect() throws IOException;
  }

  /** A factory with several connections, which threads get in turn. */
  static ClientFactory pooled(int connections, Connector connector) throws IOException {
    List<ClientFactory> all = new ArrayList<>();
    AtomicInteger next = new AtomicInteger();
    ClientFactory pool =
        of(
            () -> {
              for (ClientFactory one : all) {
                one.close();
              }
            },
            () -> all.get(next.getAndIncrement() % all.size()).open(),
            keys -> RegionPages.of(all.stream().map(one -> one.regions(keys)).toList()));
    try {
      for (int i = 0; i < connections; i++) {
        all.add(connector.connect());
      }
      return pool;
    } catch (IOException | RuntimeException e) {
      pool.close();
      throw e;
    }
  }

  /** The same connections for a step of a search, or a task of several: its end closes none. */
  static ClientFactory ofStep(ClientFactory clients) {
    return of(() -> {}, clients::open, clients::regions);
  }

  /** A factory without a connection, for operations that send nothing. */
  static ClientFactory unconnected() {
    return of(() -> {}, () -> Client.NONE, keys -> RegionPages.NONE);
  }
}
