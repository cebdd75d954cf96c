package io.hbench.compat.pe;

import io.hbench.client.ClientType;
import io.hbench.compat.Translation;
import io.hbench.compat.pe.PeWorkload.Attribute;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.op.Operations;
import io.hbench.settings.Command;
import io.hbench.settings.KeyScope;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Durability;

/** Translation of a command line of PerformanceEvaluation into settings of hbench. */
public final class PeTranslation extends Translation {
  private final Configuration options = new Configuration(false);
  private final Configuration conf;
  private final Map<Setting<?>, String> given;

  /** Null for a user-defined operation. */
  private final PeWorkload test;

  private final int clients;

  /**
   * @param conf of the file systems
   * @param given values of options of {@link PeOptions} and of hbench's own settings
   * @param command name of a {@link PeWorkload}, or class of a user-defined operation
   * @throws UsageException for the first wrong value
   */
  public PeTranslation(
      Configuration conf, Map<Setting<?>, String> given, String command, String clients) {
    this.conf = conf;
    this.given = given;
    this.test = command.contains(".") ? null : PeWorkload.named(command);
    this.clients = count(clients);
    given.forEach(
        (setting, text) -> {
          if (PeOptions.all().contains(setting)) {
            setting.set(options, text);
            setting.get(options);
          }
        });
    check();
    translate(command);
    given.forEach(
        (setting, text) -> {
          if (!PeOptions.all().contains(setting)) {
            set(setting, text);
          }
        });
    note();
  }

  private static int count(String clients) {
    return SettingType.SMALL_COUNT
        .find(clients)
        .orElseThrow(
            () ->
                new UsageException(
                    "pe " + clients + ": not a number of clients; try pe randomRead 10"));
  }

  private <T> T value(Setting<T> option) {
    return option.get(options);
  }

  private boolean has(Setting<?> option) {
    return given.containsKey(option);
  }

  private boolean is(Attribute attribute) {
    return test != null && test.is(attribute);
  }

  private boolean createsNoTable() {
    return test != null && test.reads();
  }

  /** Whether the command accepts an option; a user-defined operation accepts all. */
  private boolean accepts(Predicate<PeWorkload> condition) {
    return test == null || condition.test(test);
  }

  private void check() {
    if (value(PeOptions.VALUE_RANDOM) && value(PeOptions.VALUE_ZIPF)) {
      throw new UsageException("--valueZipf: contradicts --valueRandom; leave out one of the two");
    }
    if (value(PeOptions.ONE_CON) && has(PeOptions.CONN_COUNT) && value(PeOptions.CONN_COUNT) > 1) {
      throw new UsageException("--connCount: contradicts --oneCon; leave out one of the two");
    }
    if (value(PeOptions.MULTI_PUT) > 0 && !value(PeOptions.AUTO_FLUSH)) {
      throw new UsageException(
          "--multiPut: needs --autoFlush=true, else all puts go through one buffer; try"
              + " --multiPut=100 --autoFlush=true");
    }
  }

  private void note() {
    for (Setting<?> option : PeOptions.withoutEffect()) {
      if (has(option)) {
        note(option.flag() + " has " + option.help());
      }
    }
    boolean local = value(PeOptions.NOMAPRED);
    for (Setting<?> option : List.of(PeOptions.ONE_CON, PeOptions.CONN_COUNT)) {
      if (has(option) && !local) {
        note(option.flag() + " has no effect without --nomapred: each task has its own connection");
      }
    }
    if (has(PeOptions.PRESPLIT) && createsNoTable()) {
      note("--presplit has no effect: " + test + " creates no table");
    }
  }

  private void translate(String command) {
    set(Settings.COMMAND, Command.RUN);
    set(Settings.ASSIGNMENTS, test == null ? command : operation().toString());
    set(Settings.TABLE, value(PeOptions.TABLE), has(PeOptions.TABLE));
    clients();
    rows();
    table();
    cells();
    reads();
    writes();
    set(Settings.WARMUP, "0s", false);
    if (value(PeOptions.LATENCY_THRESHOLD) > 0) {
      set(Settings.LATENCY_THRESHOLD, value(PeOptions.LATENCY_THRESHOLD) + "ms");
    }
    if (accepts(t -> t.is(Attribute.POINT) || t == PeWorkload.META_RANDOM_READ)
        && value(PeOptions.RANDOM_SLEEP) > 0) {
      int rows = test == null ? 1 : Math.max(1, value(PeOptions.MULTI_GET)); // it sleeps for each
      set(Settings.THINK_TIME, (long) rows * value(PeOptions.RANDOM_SLEEP) + "ms");
    }
    if (has(PeOptions.COMMAND_PROPERTIES_FILE)) {
      set(Settings.OPERATION_PROPERTIES, read(value(PeOptions.COMMAND_PROPERTIES_FILE)));
    }
  }

  private Operations operation() {
    boolean flush = value(PeOptions.AUTO_FLUSH);
    return switch (test.operation()) {
      case BUFFERED_PUT -> flush ? Operations.PUT : Operations.BUFFERED_PUT;
      case BUFFERED_DELETE -> flush ? Operations.DELETE : Operations.BUFFERED_DELETE;
      default -> test.operation();
    };
  }

  private void clients() {
    boolean local = value(PeOptions.NOMAPRED);
    set(Settings.TASKS, local ? 1 : clients);
    set(Settings.THREADS, local ? clients : 1);
    if (local) {
      set(Settings.LOCAL, true);
      int connections =
          value(PeOptions.ONE_CON)
              ? 1
              : has(PeOptions.CONN_COUNT) ? value(PeOptions.CONN_COUNT) : clients;
      set(Settings.CONNECTIONS, Math.min(connections, clients));
    }
    if (is(Attribute.ASYNC)) {
      set(Settings.CLIENT, ClientType.ASYNC);
      set(Settings.IN_FLIGHT, 1);
    }
  }

  private void rows() {
    boolean random = is(Attribute.RANDOM);
    boolean overlap = is(Attribute.OVERLAP);
    PeRowCounts rows = PeRowCounts.of(options, clients, random, is(Attribute.ROWS_OF_SIZE));
    double share = value(PeOptions.SAMPLE_RATE);
    if (share < 1 && !random) {
      set(Settings.STRIDE, rows.stride());
      if (rows.stride() == 1) {
        note("--sampleRate " + share + " has no effect: it rounds to a stride of one row");
      }
    }
    set(Settings.ROWS, rows.table());
    if (has(PeOptions.MEASURE_AFTER)) { // rows of a client, those that it leaves out included
      long after = value(PeOptions.MEASURE_AFTER);
      set(Settings.WARMUP_ROWS, random ? Math.round(after * share) : after / rows.stride());
    }
    if (!has(Settings.FOR) && !has(Settings.OPS) && !has(Settings.UNTIL)) {
      set(Settings.ROW_BUDGET, rows.requested());
    }
    set(Settings.KEYS, random ? KeyDistributionType.UNIFORM : KeyDistributionType.SEQUENTIAL);
    if ((random || overlap) && !has(Settings.KEYS)) {
      set(Settings.KEY_SCOPE, random ? KeyScope.TABLE_WIDE : KeyScope.SHARED);
    }
    if (!random && !overlap) {
      copyIfGiven(PeOptions.START_ROW, Settings.FIRST_ROW);
    }
  }

  private void table() {
    PeOptions.same().forEach(this::copyIfGiven);
    copyIfGiven(PeOptions.FAMILIES, Settings.FAMILIES);
    copyIfGiven(PeOptions.BLOOM_FILTER, Settings.BLOOM_FILTER);
    copyIfGiven(PeOptions.REPLICAS, Settings.REPLICAS);
    if (has(PeOptions.PRESPLIT) && value(PeOptions.PRESPLIT) > 0 && !createsNoTable()) {
      copy(PeOptions.PRESPLIT, Settings.PRESPLIT);
    }
  }

  private void cells() {
    copyIfGiven(PeOptions.VALUE_SIZE, Settings.VALUE_SIZE);
    if (value(PeOptions.VALUE_RANDOM)) {
      set(Settings.VALUE_LENGTHS, ValueLengths.UNIFORM);
    }
    if (value(PeOptions.VALUE_ZIPF)) {
      set(Settings.VALUE_LENGTHS, ValueLengths.ZIPFIAN);
    }
    if (accepts(PeWorkload::hasValues)) {
      set(Settings.VALUE_BYTES, ValueBytes.LETTERS);
    }
    if (value(PeOptions.USE_TAGS)) {
      copy(PeOptions.NUM_OF_TAGS, Settings.TAGS);
    }
  }

  private void reads() {
    if (accepts(t -> t.is(Attribute.POINT))) {
      if (value(PeOptions.MULTI_GET) > 0) {
        copy(PeOptions.MULTI_GET, Settings.BATCH);
      }
      if (value(PeOptions.REPLICAS) != 1) {
        set(Settings.CONSISTENCY, Consistency.TIMELINE);
      }
    }
    if (test != null && test.scanRows() > 0) {
      set(Settings.SCAN_ROWS, test.scanRows());
    }
    if (accepts(PeWorkload::scans)) {
      copy(PeOptions.CACHING, Settings.CACHING);
      // PerformanceEvaluation ignores it for gets
      copyIfGiven(PeOptions.CACHE_BLOCKS, Settings.CACHE_BLOCKS);
    }
    copyIfGiven(PeOptions.FILTER_ALL, Settings.FILTER_ALL);
    if (!value(PeOptions.ADD_COLUMNS)) {
      set(Settings.WHOLE_FAMILIES, true);
    }
  }

  private void writes() {
    if (accepts(PeWorkload::takesDurability)) {
      set(
          Settings.DURABILITY,
          value(PeOptions.WRITE_TO_WAL) ? Durability.SYNC_WAL : Durability.SKIP_WAL);
    }
    if (accepts(t -> t.is(Attribute.BATCHES)) && value(PeOptions.MULTI_PUT) > 0) {
      copy(PeOptions.MULTI_PUT, Settings.BATCH);
    }
  }

  private void copy(Setting<?> from, Setting<?> to) {
    set(to, value(from));
  }

  private void copyIfGiven(Setting<?> from, Setting<?> to) {
    if (has(from)) {
      copy(from, to);
    }
  }

  /** The text of a file or, as in PerformanceEvaluation, of a resource on the class path. */
  private String read(String name) {
    String flag = PeOptions.COMMAND_PROPERTIES_FILE.flag();
    try (InputStream resource =
        Thread.currentThread().getContextClassLoader().getResourceAsStream(name)) {
      return resource != null
          ? new String(resource.readAllBytes(), StandardCharsets.UTF_8)
          : UserFile.of(conf, flag, name, flag + " my.properties").read(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw UsageException.badValue(flag, name, "cannot be read", flag + " my.properties");
    }
  }

  /** PerformanceEvaluation's summary for the report of this run. */
  public PeSummary summary() {
    return new PeSummary(
        Optional.ofNullable(test),
        settings().get(Settings.ASSIGNMENTS),
        value(PeOptions.REPLICAS) > 1);
  }
}
