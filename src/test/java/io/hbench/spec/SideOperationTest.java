package io.hbench.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.latency.Side;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.op.Request;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SideOperationTest {
  private static final KeyRange ROWS = new KeyRange(0, 10);

  @Test
  void bothRequestsOfACheckAreRecordedUnderTheSide() {
    OperationType check = new SideOperation(Operations.CHECK_AND_PUT, Side.CANDIDATE);
    KeySequence rows = KeySequence.cycle(ROWS);
    try (Operation operation = operation(check, 1)) {
      Request put = operation.next(rows);
      assertThat(check.recorded(put)).hasToString(Side.CANDIDATE.nameOf("put"));
      Request second = operation.next(rows);
      assertThat(check.recorded(second)).isSameAs(check);
    }
  }

  /** Else a slow region would count as an outage of that of the first row. */
  @Test
  void aBatchOfASideIsForSeveralRegions() {
    OperationType get = new SideOperation(Operations.GET, Side.BASELINE);
    KeySequence rows = KeySequence.cycle(ROWS);
    assertThat(operation(get, 2).next(rows).isForSeveralRegions()).isTrue();
  }

  private static Operation operation(OperationType type, int batch) {
    Configuration conf = new Configuration(false);
    conf.set("hbench.assignments", "get@1");
    conf.set("hbench.rows", "10");
    conf.set("hbench.ops", "100");
    conf.set("hbench.batch", Integer.toString(batch));
    return type.create(RunSpec.from(conf).rowRequests(), ROWS);
  }
}
