package io.hbench.it;

import io.hbench.cluster.action.ActionEnvironment;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.PendingUndo;
import io.hbench.cluster.action.Undo;
import io.hbench.json.JsonFormat;
import io.hbench.rundir.ServerEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.net.Address;

/** The undos of actions, as texts: another process could perform them. No shell. */
class Undos implements ActionEnvironment {
  private final Deque<AtomicReference<String>> all = new ArrayDeque<>();

  @Override
  public void run(String line) throws IOException {
    throw new IllegalStateException(line);
  }

  @Override
  public PendingUndo undoAtTheEnd(Undo undo) {
    AtomicReference<String> text = new AtomicReference<>(JsonFormat.LINE.toJson(undo));
    all.push(text);
    return (UnaryOperator<Undo> change) ->
        text.updateAndGet(known -> JsonFormat.LINE.toJson(change.apply(read(known))));
  }

  @Override
  public void noticed(ServerEvent.Kind kind, Address server, int count, String text) {}

  boolean isEmpty() {
    return all.isEmpty();
  }

  void performLast(ClusterActions actions) throws IOException, InterruptedException {
    actions.undo(read(all.pop().get()), this);
  }

  void perform(ClusterActions actions) throws IOException, InterruptedException {
    while (!all.isEmpty()) {
      performLast(actions);
    }
  }

  private static Undo read(String text) {
    return JsonFormat.LINE.fromJson(text, Undo.class);
  }
}
