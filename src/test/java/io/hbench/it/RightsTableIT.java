package io.hbench.it;

import io.hbench.house.MarkedPage;
import io.hbench.kit.Turns;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of {@code src/docs/rights.md}; {@code -Dreadme.update} writes it anew. */
@Tag("soak")
@Order(Turns.ALONE)
@HBaseFixture.Alone
class RightsTableIT {
  @TempDir Path dir;

  @Test
  void eachCommandDoesWithEachRightWhatThePageSays() throws Exception {
    try (GuardedHBase hbase = new GuardedHBase(HBaseFixture.conf())) {
      new MarkedPage(Path.of("src/docs/rights.md"))
          .holds("rights", new RightsTable(hbase, dir).text());
    }
  }
}
