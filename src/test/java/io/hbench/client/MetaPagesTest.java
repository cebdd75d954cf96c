package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.apache.hadoop.hbase.HBaseIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.junit.jupiter.api.Test;

class MetaPagesTest {
  private static RegionPages failing(IOException failure) {
    return new MetaPages(
        key -> {
          throw failure;
        },
        scan -> {
          throw new AssertionError("no page after that");
        },
        TableName.valueOf("t"),
        KeySpan.all(),
        found -> {});
  }

  @Test
  void aRegionThatNoServerHasEndsTheLookUp() throws IOException {
    RegionPages pages = failing(new HBaseIOException("No server address listed for region t,,1"));
    assertThat(pages.next(1)).isZero();
    assertThat(pages.isComplete()).isTrue();
    assertThat(pages.next(1)).isZero();
  }

  @Test
  void aTableThatIsNotThereFailsIt() {
    RegionPages pages = failing(new TableNotFoundException("t"));
    assertThatThrownBy(() -> pages.next(1)).isInstanceOf(TableNotFoundException.class);
  }
}
