package io.hbench.client;

import java.io.IOException;
import java.util.Locale;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;

/** The type of HBase client that sends the requests. */
public enum ClientType {
  BLOCKING,
  ASYNC;

  /**
   * Opens a connection.
   *
   * @return clients of a table, by its name: the end of any of them closes the connection
   */
  public Function<String, ClientFactory> connect(Configuration conf, HBaseUser user)
      throws IOException {
    return switch (this) {
      case BLOCKING -> BlockingClient.connect(conf, user);
      case ASYNC -> AsyncClient.connect(conf, user);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
