package io.hbench.client;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** The type of HBase client that sends the requests. */
public enum ClientType {
  BLOCKING,
  ASYNC;

  public ClientFactory connect(Configuration conf, HBaseUser user, String table)
      throws IOException {
    return switch (this) {
      case BLOCKING -> BlockingClient.connect(conf, user, table);
      case ASYNC -> AsyncClient.connect(conf, user, table);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
