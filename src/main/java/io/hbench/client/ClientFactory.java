package io.hbench.client;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the threads of a task connect by: one connection for all of them unless somebody wants more,
 * because one each costs a quarter of the throughput.
 */
public interface ClientFactory extends Closeable {
  /** A client for one thread. */
  Client open() throws IOException;

  /** Makes a connection. */
  @FunctionalInterface
  interface Connector {
    ClientFactory connect() throws IOException;
  }

  /** Threads take turns with so many connections. */
  static ClientFactory pooled(int connections, Connector connector) throws IOException {
    List<ClientFactory> all = new ArrayList<>();
    ClientFactory pool =
        new ClientFactory() {
          private int next;

          @Override
          public Client open() throws IOException {
            return all.get(next++ % all.size()).open();
          }

          @Override
          public void close() throws IOException {
            for (ClientFactory one : all) {
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
  static ClientFactory lent(ClientFactory clients) {
    return new ClientFactory() {
      @Override
      public Client open() throws IOException {
        return clients.open();
      }

      @Override
      public void close() {}
    };
  }

  /** For operations that send nothing. */
  static ClientFactory unconnected() {
    return new ClientFactory() {
      @Override
      public Client open() {
        return BlockingClient.unconnected();
      }

      @Override
      public void close() {}
    };
  }
}
