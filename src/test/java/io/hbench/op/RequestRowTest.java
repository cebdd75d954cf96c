package io.hbench.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.row.RowRequests;
import io.hbench.spec.RunSpec;
import io.hbench.spec.ServerChecks;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The row by which a request counts for a region and its server. */
class RequestRowTest {
  private static final long FIRST = 3;
  private static final KeyRange RANGE = new KeyRange(FIRST, 9);

  private final RowRequests requests = requests(1);

  private static RowRequests requests(int batch) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get@1");
    conf.set("hbench.rows", "10");
    conf.set("hbench.ops", "100");
    conf.set("hbench.batch", Integer.toString(batch));
    return RunSpec.from(conf).rowRequests();
  }

  private static KeySequence rows() {
    return new KeySequence() {
      private long next = FIRST;

      @Override
      public boolean hasNext() {
        return next < RANGE.end();
      }

      @Override
      public long next() {
        return next++;
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationSaysItsRowIfItHasOne(Operations type) {
    Request request = type.create(requests, RANGE).next(rows());
    byte[] row = request.row();
    assertThat(request.isForSeveralRegions())
        .isEqualTo(ServerChecks.OF_SEVERAL_ROWS.contains(type));
    if (ServerChecks.WITHOUT_ROW.contains(type)) {
      assertThat(row).isNull();
    } else {
      boolean backwards = type == Operations.SCAN_ALL_REVERSED;
      assertThat(row).isEqualTo(requests.key(backwards ? RANGE.end() - 1 : FIRST));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GET", "EXISTS", "PUT"})
  void aBatchMayBeLateBecauseOfAnotherRegion(Operations type) {
    assertThat(type.create(requests, RANGE).next(rows()).isForSeveralRegions()).isFalse();
    assertThat(type.create(requests(2), RANGE).next(rows()).isForSeveralRegions()).isTrue();
  }

  /** Else every scan that takes longer than --outage-after would be an outage of its region. */
  @ParameterizedTest
  @EnumSource(names = {"SCAN", "SCAN_RANGE", "SCAN_ALL", "SCAN_ALL_REVERSED", "VERIFY"})
  void aScanMayTakeLongWhateverItsRegionDoes(Operations type) {
    assertThat(type.create(requests, RANGE).next(rows()).isForSeveralRegions()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"CHECK_AND_PUT", "CHECK_AND_MUTATE", "CHECK_AND_DELETE"})
  void theSecondRequestOfACheckIsForTheSameRow(Operations type) throws Exception {
    try (Operation operation = type.create(requests, RANGE)) {
      KeySequence rows = rows();
      byte[] row = operation.next(rows).row();
      assertThat(operation.next(rows).row()).isEqualTo(row);
    }
  }
}
