package io.hbench.job;

import io.hbench.bulk.HFileClients;
import io.hbench.client.ClientFactory;
import io.hbench.client.ClientType;
import io.hbench.client.MissingRight;
import io.hbench.data.KeyRange;
import io.hbench.data.KeySample;
import io.hbench.row.CopiedRows;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.spec.CopySpec;
import io.hbench.spec.DuetReader;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.codec.KeyValueCodecWithTags;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.io.netty.util.ResourceLeakDetector;

/** Connector of a task's clients. */
final class TaskClients {
  private TaskClients() {}

  /**
   * Connects to what the task's requests go to, of a duet to what both sides go to. Those of a
   * tenant go to one table.
   */
  static ClientFactory connect(RunSpec spec, TaskSpec task, Container container, RunDirectory run)
      throws IOException {
    TaskHeap.leaveRoom();
    Configuration conf = container.context.getConfiguration();
    ClientFactory clients = connectSide(spec, task, conf, container, run);
    if (spec.candidate().isEmpty() || spec.tenant().isPresent()) {
      return clients;
    }
    Configuration candidate = DuetReader.candidate(conf);
    return ClientFactory.duet(
        clients, () -> connectSide(spec.candidate().get(), task, candidate, container, run));
  }

  private static ClientFactory connectSide(
      RunSpec spec, TaskSpec task, Configuration conf, Container container, RunDirectory run)
      throws IOException {
    if (!spec.needsTable()) {
      return ClientFactory.unconnected();
    }
    if (spec.bulk()) {
      try {
        return HFileClients.connect(
            conf,
            spec.keys().format(),
            spec.target(),
            task.keySpan(spec, spec.rowRequests()),
            new Path(run.path(), RunDirectory.HFILES));
      } catch (IOException e) {
        TableName table = TableName.valueOf(spec.target());
        throw MissingRight.named(e, spec.user(), table, spec.command().toString());
      }
    }
    // it takes a stack trace of each 128th network buffer to find leaks: 1.5 % of the client's CPU
    // time
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
    ClientType client = spec.load().client();
    AtomicInteger number = new AtomicInteger();
    return ClientFactory.pooled(
        spec.load().connections(),
        () ->
            container.connect(
                connection(spec, number.incrementAndGet()),
                spec.target(),
                () -> client.connect(of(conf, spec), spec.user())));
  }

  /**
   * What tells connections apart.
   *
   * @param number of the connection, of those of a task
   */
  static List<Object> connection(RunSpec spec, int number) {
    return List.of(
        number, spec.load().client(), spec.user(), StageCalls.stages(spec) > 0, isTagged(spec));
  }

  private static boolean isTagged(RunSpec spec) {
    return spec.data().cells().tags() > 0;
  }

  private static Configuration of(Configuration conf, RunSpec spec) {
    Configuration own = new Configuration(conf);
    if (StageCalls.stages(spec) > 0) {
      StageCalls.enable(own);
    }
    if (isTagged(spec)) {
      // HBase's own default leaves tags out on their way to the servers
      own.set(HConstants.RPC_CODEC_CONF_KEY, KeyValueCodecWithTags.class.getName());
    }
    return own;
  }

  /** Reads the rows of a task from the table that the run copies. */
  static CopiedRows read(Configuration conf, RunSpec spec, KeySample keys, KeyRange rows)
      throws IOException {
    CopySpec copy = spec.data().copy().orElseThrow();
    TableName source = TableName.valueOf(copy.table());
    List<byte[]> families = spec.data().cells().families().stream().map(Bytes::toBytes).toList();
    try (Connection connection = spec.user().connect(conf);
        Table table = connection.getTable(source)) {
      int neighbours = CopySpec.neighbours(keys.size());
      return CopiedRows.read(table, keys, rows, families, neighbours, copy.replacesValues());
    } catch (IOException e) {
      throw MissingRight.named(e, spec.user(), source, Settings.COPY_OF.flag());
    }
  }
}
