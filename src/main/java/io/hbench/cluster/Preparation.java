package io.hbench.cluster;

import static io.hbench.figure.Format.format;

import io.hbench.client.MissingRight;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.data.KeySample;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.PreparedStep;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.spec.KeySpec;
import io.hbench.spec.PreparationSpec;
import io.hbench.time.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/**
 * Preparation of a table: flush, major compaction, wait for region moves and compactions, removal
 * of its blocks from the block caches, warm-up of these, sample of keys.
 */
public final class Preparation {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration REPORT_PERIOD = Duration.ofSeconds(5);

  /** Longest time for which a server may give no answer about its compactions. */
  private static final Duration MAX_SILENCE = Duration.ofMinutes(2);

  /** Consecutive polls without activity that are needed: one may fall between two compactions. */
  private static final int CALM_POLLS = 2;

  /** Maximum of requests for a major compaction: a busy store ignores a request. */
  private static final int ROUNDS = 3;

  private final Cluster cluster;
  private final TableName table;
  private final PreparationSpec spec;
  private final Consumer<String> progress;
  private final List<PreparedStep> steps = new ArrayList<>();

  /** Start of the current step. */
  private long started;

  private long lastReport;

  /** Servers of the table by the last read of its regions. */
  private Set<ServerName> servers = Set.of();

  private KeySample sample;
  private long firstInsert = -1;

  /**
   * @param progress consumer of a progress line every few seconds
   */
  public Preparation(
      Cluster cluster, String table, PreparationSpec spec, Consumer<String> progress) {
    this.cluster = cluster;
    this.table = TableName.valueOf(table);
    this.spec = spec;
    this.progress = progress;
  }

  /** The sample of keys, if the run draws from one. */
  public Optional<KeySample> sample() {
    return Optional.ofNullable(sample);
  }

  /** The row of the first insert, if it was searched. */
  public OptionalLong firstInsert() {
    return firstInsert < 0 ? OptionalLong.empty() : OptionalLong.of(firstInsert);
  }

  /** The steps so far, a failed one included. */
  public List<PreparedStep> steps() {
    return Collections.unmodifiableList(steps);
  }

  /**
   * Puts the table into the state that is asked for.
   *
   * @throws IOException for the first step that fails; the message names its flag
   */
  public void perform() throws IOException, InterruptedException {
    if (spec.flush()) {
      step(Settings.FLUSH, this::flush);
    }
    if (spec.majorCompact()) {
      step(Settings.MAJOR_COMPACT, this::compact);
    }
    if (spec.settle().isPresent()) {
      step(Settings.SETTLE, () -> settle(spec.settle().get()));
    }
    if (spec.clearCache()) {
      step(
          Settings.CLEAR_CACHE,
          () -> new Outcome(null, null, ClusterActions.clearCache(cluster.admin(), table)));
    }
    if (spec.warm().isPresent()) {
      step(Settings.WARM, this::warm);
    }
  }

  /**
   * Samples the keys of the run, and finds the row of its first insert: of a duet, those of the
   * baseline are for both sides.
   *
   * @throws IOException as {@link #perform}
   */
  public void findRows() throws IOException, InterruptedException {
    if (spec.sample().isPresent()) {
      step(Settings.KEYS, () -> pickKeys(spec.sample().get()));
    }
    if (spec.insertsBehind().isPresent()) {
      step(Settings.FIRST_INSERT, () -> findFirstInsert(spec.insertsBehind().get()));
    }
  }

  /** The outcome of a step: rows read, size on disk, and a note; each may be null. */
  private record Outcome(Long rows, Long bytes, String note) {}

  private void step(Setting<?> setting, Work<Outcome> work)
      throws IOException, InterruptedException {
    started = System.nanoTime();
    lastReport = started;
    progress.accept(setting.name() + " of table " + table);
    try {
      Outcome outcome = work.perform();
      steps.add(
          new PreparedStep(setting.name(), seconds(), outcome.rows, outcome.bytes, outcome.note));
    } catch (IOException e) {
      String reason = FailureText.of(MissingRight.named(e, cluster.user(), table, setting.flag()));
      steps.add(new PreparedStep(setting.name(), seconds(), null, null, "failed: " + reason));
      throw new IOException(setting.flag() + ": " + reason, e);
    }
  }

  private double seconds() {
    return (System.nanoTime() - started) / 1e9;
  }

  private Outcome flush() throws IOException, InterruptedException {
    cluster.admin().flush(table);
    return spec.majorCompact() ? new Outcome(null, null, null) : sized(Stream.empty());
  }

  /** The outcome of a step that has written files. */
  private Outcome sized(Stream<String> notes) throws InterruptedException {
    TableSize size = TableSize.measure(cluster, table);
    String all =
        Stream.concat(notes, Stream.ofNullable(size.note())).collect(Collectors.joining("; "));
    return new Outcome(null, size.bytes(), all.isEmpty() ? null : all);
  }

  private Outcome compact() throws IOException, InterruptedException {
    TableActivity now = null;
    for (int round = 0; round < ROUNDS && (now == null || now.scattered() > 0); round++) {
      cluster.admin().majorCompact(table);
      now = activity(Map.of());
      long heard = System.nanoTime();
      while (now.isCompacting()) {
        heard = now.silent() == 0 ? System.nanoTime() : heard;
        if (System.nanoTime() - heard > MAX_SILENCE.toNanos()) {
          throw new IOException(
              format("no answer for %,d s; %s", MAX_SILENCE.toSeconds(), now.toString()));
        }
        report(Settings.MAJOR_COMPACT, now.toString());
        cluster.paces().calls().sleep(POLL);
        now = activity(Map.of());
      }
    }
    return sized(
        now.scattered() == 0
            ? Stream.empty()
            : Stream.of(
                format("regions with more than one file in a store: %,d", now.scattered())));
  }

  private Outcome settle(Duration limit) throws IOException, InterruptedException {
    Map<ServerName, Integer> ports = cluster.servers().ports();
    int calmPolls = 0;
    while (true) {
      TableActivity now = activity(ports);
      calmPolls = now.isCalm() ? calmPolls + 1 : 0;
      if (calmPolls == CALM_POLLS) {
        return new Outcome(
            null,
            null,
            now.unknownQueues() == 0
                ? null
                : format("servers with unknown compaction queues: %,d", now.unknownQueues()));
      }
      if (seconds() > limit.toMillis() / 1e3) {
        throw new IOException(
            format(
                "table %s is not calm after %s: %s",
                table,
                SettingType.text(limit),
                now.isCalm() ? "calm for less than two polls" : now));
      }
      report(Settings.SETTLE, now.toString());
      cluster.paces().calls().sleep(POLL);
    }
  }

  private Outcome warm() throws IOException, InterruptedException {
    long rows =
        new WarmPass(cluster, table, spec.warm().orElseThrow())
            .read(text -> report(Settings.WARM, text));
    return new Outcome(rows, null, null);
  }

  private Outcome pickKeys(int keys) throws IOException, InterruptedException {
    sample =
        new SamplePass(cluster, table, keys, 1, spec.sampleSeed())
            .pick(text -> report(Settings.KEYS, text));
    return new Outcome((long) sample.size(), null, null);
  }

  private Outcome findFirstInsert(KeySpec keys) throws IOException {
    long last = new LastRow(cluster.connection(), table, keys).before(keys.range().end());
    firstInsert = keys.row(last + 1);
    return new Outcome(null, null, format("inserts begin at row %,d", firstInsert));
  }

  /** The activity now. A large table's servers are looked up less often. */
  private TableActivity activity(Map<ServerName, Integer> ports) throws IOException {
    if (servers.isEmpty() || cluster.paces().rows().isDue()) {
      servers = Cluster.servers(cluster.locations(table));
    }
    return TableActivity.of(cluster, table, servers, ports);
  }

  private void report(Setting<?> step, String text) {
    if (System.nanoTime() - lastReport > REPORT_PERIOD.toNanos()) {
      lastReport = System.nanoTime();
      progress.accept(format("%s, %.0f s: %s", step.name(), seconds(), text));
    }
  }
}
