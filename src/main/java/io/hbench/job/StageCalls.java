package io.hbench.job;

import io.hbench.latency.Window;
import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.settings.Rate;
import io.hbench.spec.RunSpec;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;

/**
 * Failed RPC calls of a task by stage of the rate, from a sample each second of the metrics of
 * HBase's client. The client sends a request again after such a call, without a word to its caller,
 * until its retries are exhausted. HBase has no public API for that number; its metrics are public
 * by JMX, if {@code hbase.client.metrics.enable} is true.
 */
final class StageCalls {
  private static final String ENABLED = "hbase.client.metrics.enable";

  /** Of all connections of the JVM. */
  private static final String CALLS = "metrics:name=*.MetricsConnection.rpcCount_*,*";

  private static final String FAILED = "metrics:name=*.MetricsConnection.rpcTotalExceptions*,*";

  private static final Set<OperationType> BATCHES =
      Set.of(Operations.BUFFERED_PUT, Operations.BUFFERED_DELETE, Operations.CHECK_AND_MUTATE);

  private final Supplier<OptionalLong> total;
  private final Window window;
  private final List<Long> failed;
  private OptionalLong last = OptionalLong.empty();

  /**
   * @param stages number of stages; 0 for nothing to count
   */
  StageCalls(int stages, Window window, Supplier<OptionalLong> total) {
    this.total = total;
    this.window = window;
    this.failed = new ArrayList<>(Collections.nCopies(stages, 0L));
  }

  /**
   * Those of a task's JVM.
   *
   * @param alone whether the JVM has no other task
   */
  static StageCalls of(RunSpec spec, boolean alone) {
    return new StageCalls(
        alone && !sendsBatches(spec) ? stages(spec) : 0, spec.window(), StageCalls::total);
  }

  /**
   * Whether calls have several actions, whose refusals are in the answer of a call that succeeds.
   */
  private static boolean sendsBatches(RunSpec spec) {
    return spec.data().batch() > 1 || spec.operations().anyMatch(BATCHES::contains);
  }

  /** Number of stages of a run; 0 without stages. */
  static int stages(RunSpec spec) {
    return spec.load()
        .rate()
        .filter(rate -> !rate.isConstant() && !rate.ramp())
        .map(Rate::levels)
        .map(List::size)
        .orElse(0);
  }

  /**
   * Adds the calls since the last sample to the stage of now.
   *
   * @param now nanoseconds since the common start
   */
  synchronized void sample(long now) {
    if (failed.isEmpty()) {
      return;
    }
    OptionalLong next = total.get();
    if (next.isPresent() && last.isPresent() && now >= window.start()) {
      long length = (window.end() - window.start()) / failed.size();
      int stage = (int) Math.min(failed.size() - 1, (now - window.start()) / length);
      failed.set(stage, failed.get(stage) + next.getAsLong() - last.getAsLong());
    }
    last = next.isPresent() ? next : last;
  }

  /** Failed calls by stage; null if they are unknown. */
  synchronized List<Long> failed() {
    return last.isPresent() ? List.copyOf(failed) : null;
  }

  /** Switches the client's metrics on, unless the user has switched them off. */
  static void enable(Configuration conf) {
    conf.setIfUnset(ENABLED, "true");
  }

  /** Number of calls of this JVM that failed so far; empty without metrics. */
  private static OptionalLong total() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    try {
      if (beans.queryNames(new ObjectName(CALLS), null).isEmpty()) {
        return OptionalLong.empty(); // the counter of failed calls is there after the first one
      }
      long total = 0;
      Set<ObjectName> counters = beans.queryNames(new ObjectName(FAILED), null);
      for (ObjectName counter : counters) {
        total += ((Number) beans.getAttribute(counter, "Count")).longValue();
      }
      return OptionalLong.of(total);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    } catch (JMException e) {
      return OptionalLong.empty(); // a connection was closed meanwhile
    }
  }
}
