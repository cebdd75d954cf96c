package io.hbench.client;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** The type of HBase client that sends the requests. */
public enum ClientType {
  BLOCKING {
    @Override
    public ClientFactory connect(Configuration conf, String table) throws IOException {
      return BlockingClient.connect(conf, table);
    }
  },
  ASYNC {
    @Override
    public ClientFactory connect(Configuration conf, String table) throws IOException {
      return AsyncClient.connect(conf, table);
    }
  };

  /** Connects. */
  public abstract ClientFactory connect(Configuration conf, String table) throws IOException;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
