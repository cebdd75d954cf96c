package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.client.Get;
import org.junit.jupiter.api.Test;

class AsyncClientTest {
  /** Without tables, each call throws before it is sent. */
  private final Client client = new AsyncClient(null, null, TableRegions.NONE);

  @Test
  void whatIsThrownBeforeACallIsSentIsInItsFuture() {
    byte[] key = {1};
    assertThat(client.get(new Get(key))).isCompletedExceptionally();
    assertThat(client.locate(key)).isCompletedExceptionally();
  }
}
