package io.hbench.engine;

import io.hbench.client.ClientFactory;
import io.hbench.op.OperationType;
import io.hbench.replay.TaskRequests;
import io.hbench.row.RowRequests;
import io.hbench.spec.Alternation;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The load of a task: all of it, or one side of a duet. Each side has threads of its own, which
 * send in the intervals of that side.
 *
 * @param clients connections to what the requests go to
 * @param alternation the intervals of the side; empty unless the run is a duet
 * @param recorded the requests of a replay; empty if requests are drawn
 */
public record SideLoad(
    RunSpec spec,
    TaskSpec task,
    RowRequests rowRequests,
    ClientFactory clients,
    Optional<Alternation> alternation,
    Optional<TaskRequests> recorded) {

  /**
   * The loads of a task: two of a duet, else one.
   *
   * @param rows takes keys or rows of a table in place of those that a side makes
   */
  public static List<SideLoad> of(
      RunSpec run,
      TaskSpec task,
      UnaryOperator<RowRequests> rows,
      Optional<TaskRequests> recorded,
      ClientFactory clients) {
    return run.sides().entrySet().stream()
        .map(
            side ->
                new SideLoad(
                    side.getValue(),
                    task,
                    rows.apply(side.getValue().rowRequests()),
                    clients.of(side.getKey()),
                    run.alternation(side.getKey()),
                    recorded))
        .toList();
  }

  /** The name under which requests of an operation are recorded: each side has names of its own. */
  String nameOf(OperationType operation) {
    String name = operation.toString();
    return alternation.map(intervals -> intervals.side().nameOf(name)).orElse(name);
  }
}
