package io.hbench.op;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the threads of a task connect by: one connection for all of them unless somebody wants more,
 * because one each costs a quarter of the throughput.
 */
public interface Clients extends Closeable {
  /** A client for one thread. */
  Client open() throws IOException;

  /** Makes a connection. */
  @FunctionalInterface
  interface Connector {
    Clients connect() throws IOException;
  }

  /** Threads take turns with so many connections. */
  static Clients pooled(int connections, Connector connector) throws IOException {
    List<Clients> all = new ArrayList<>();
    Clients pool =
        new Clients() {
          private int next;

          @Override
          public Client open() throws IOException {
            return all.get(next++ % all.size()).open();
          }

          @Override
          public void close() throws IOException {
            for (Clients one : all) {
              one.close();
            }
          }
        };
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

  /** The same ones, for somebody who must not close them. */
  static Clients lent(Clients clients) {
    return new Clients() {
      @Override
      public Client open() throws IOException {
        return clients.open();
      }

      @Override
      public void close() {}
    };
  }

  /** For operations that send nothing. */
  static Clients unconnected() {
    return new Clients() {
      @Override
      public Client open() {
        return BlockingClient.unconnected();
      }

      @Override
      public void close() {}
    };
  }
}
