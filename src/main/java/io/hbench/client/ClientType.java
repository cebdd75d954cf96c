package io.hbench.client;

import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** Which of HBase's clients sends the requests. */
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

  /** Connects and looks up every region, so that no request has to. */
  public abstract ClientFactory connect(Configuration conf, String table) throws IOException;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
