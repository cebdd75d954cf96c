package io.hbench.op;

import java.io.Closeable;
import java.io.IOException;

/** One connection for all threads of a task: one each costs a quarter of the throughput. */
public interface Clients extends Closeable {
  /** A client for one thread. */
  Client open() throws IOException;

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
