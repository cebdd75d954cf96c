package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.client.ClientType;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation against a real HBase: a new one is tested the moment it is in the register. */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class EveryOperationIT {
  private static final int ROWS = 1_000;

  @TempDir static Path dir;
  private static Hbench hbench;

  @BeforeAll
  static void start() {
    hbench = new Hbench(HBaseFixture.conf(), dir);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "VERIFY") // it ends with the last row
  void itRunsWithoutErrorsAndIsCountedExactlyWithEitherClient(Operations operation)
      throws IOException {
    if (operation.effect() != OperationType.Effect.WRITES_META) {
      runs(operation);
      return;
    }
    HBaseFixture.META.lock();
    try {
      runs(operation);
    } finally {
      HBaseFixture.META.unlock();
    }
  }

  private static void runs(Operations operation) throws IOException {
    String shape = " --families 2 --columns 3 --value-size 20 ";
    boolean writes = operation.effect().changesTheTable();
    String table = writes ? load("every-" + operation, shape) : tableToRead(shape);
    int rows = ROWS;
    for (ClientType client : ClientType.values()) {
      assertThat(
              hbench.job(
                  "run "
                      + operation
                      + "@2 --ops 500 --warmup 0s --threads 3 --scan-rows 5 --rate 2k --client "
                      + client
                      + " --in-flight 1 --write-buffer 1KB --i-know-this-writes-to-meta"
                      // of two threads on one row, one finds what the other has left
                      + (operation.isOneAtATime() ? " --keys sequential" : "")
                      + shape
                      + "--rows "
                      + rows
                      + " --table "
                      + table))
          .hasExitCode(0);

      // checks are preceded by puts, which are recorded apart
      Json whole = hbench.last().report();
      Json report = whole.isNull("total") ? whole.at("operations.0") : whole.at("total");
      // what makes a run degraded, CPU or overlap, depends on the machine
      assertThat(whole).isNotInvalid().has("operations.0.operation", operation.toString());
      assertThat(report).hasCount(500).hasNoErrors().has("response.count", 500).hasNotFound(0);
      if (operation != Operations.SCAN_FILTERED) { // any number of rows may have the value
        assertThat(report).count("rows").isGreaterThanOrEqualTo(500);
      }
      if (!List.of(Operations.EXISTS, Operations.LOCATE, Operations.NOOP).contains(operation)) {
        assertThat(report).count("bytes").isPositive();
      }
      rows += operation.rows() == OperationType.Rows.NEW ? ROWS : 0; // inserts leave gaps
    }
  }

  /** One for all operations that leave it as it is. */
  private static String tableToRead(String shape) throws IOException {
    try (Connection connection = ConnectionFactory.createConnection(HBaseFixture.conf());
        Admin admin = connection.getAdmin()) {
      return admin.tableExists(TableName.valueOf("every-read"))
          ? "every-read"
          : load("every-read", shape);
    }
  }

  private static String load(String table, String more) {
    assertThat(
            hbench.job(
                "load --table "
                    + table
                    + " --rows "
                    + ROWS
                    + " --tasks 2 --threads 2"
                    + more.stripTrailing()))
        .hasExitCode(0);
    return table;
  }
}
