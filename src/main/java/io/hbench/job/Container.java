package io.hbench.job;

import io.hbench.client.ClientFactory;
import io.hbench.engine.HiccupMonitor;
import io.hbench.rundir.TaskRecord;
import io.hbench.spec.RunSpec;
import io.hbench.spec.Tenants;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.commons.lang3.function.FailableSupplier;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * The process of one task, or of some tasks of several tenants. These share what there is once in a
 * process: connections, one for each user, with the regions of all tables; and the hiccup monitor.
 */
final class Container implements Closeable {
  final Mapper<NullWritable, NullWritable, Text, TaskRecord>.Context context;
  final RunSpec job;
  final Optional<Tenants> tenants;

  /** The numbers of its tasks in the job. */
  final List<Integer> tasks;

  /** Size of the records that its tasks have not written yet, in bytes. */
  final AtomicLong pending = new AtomicLong();

  private final Map<Object, Function<String, ClientFactory>> connections = new HashMap<>();
  private final List<ClientFactory> opened = new ArrayList<>();
  private final AtomicBoolean failed = new AtomicBoolean();
  private HiccupMonitor monitor;

  Container(Mapper<NullWritable, NullWritable, Text, TaskRecord>.Context context) {
    this.context = context;
    this.job = RunSpec.from(context.getConfiguration());
    this.tenants = Tenants.of(context.getConfiguration());
    this.tasks = TaskInputFormat.tasks(context, job.tasks());
  }

  /** Whether its process has no other tasks: a local job has all in that of the submitter. */
  boolean isOfOneTask() {
    return job.tasks() == 1 || (tasks.size() == 1 && !LoadJob.isLocal(context.getConfiguration()));
  }

  /**
   * Clients of a table.
   *
   * @param connection tells connections apart: the first task that asks for one opens it
   */
  synchronized ClientFactory connect(
      Object connection,
      String table,
      FailableSupplier<Function<String, ClientFactory>, IOException> opener)
      throws IOException {
    if (tasks.size() == 1) {
      return opener.get().apply(table);
    }
    Function<String, ClientFactory> known = connections.get(connection);
    if (known == null) {
      known = opener.get();
      connections.put(connection, known);
      opened.add(known.apply(table));
    }
    return ClientFactory.ofStep(known.apply(table));
  }

  /** The monitor of a window, which all its tasks have. */
  synchronized HiccupMonitor monitor(Supplier<HiccupMonitor> starter) {
    if (tasks.size() == 1) { // whose steps have a window each
      return starter.get();
    }
    monitor = monitor == null ? starter.get() : monitor;
    return monitor;
  }

  /** Called by a task that fails: whether none has failed before, which would be the reason. */
  boolean isFirstFailure() {
    return !failed.getAndSet(true);
  }

  /** Closes the connections that its tasks have shared. */
  @Override
  public void close() throws IOException {
    for (ClientFactory one : opened) {
      one.close();
    }
  }
}
