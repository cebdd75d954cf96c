package io.hbench.engine;

import io.hbench.client.Client;
import io.hbench.client.ClientFactory;
import io.hbench.client.TableRegions;
import io.hbench.kit.VirtualTime;
import io.hbench.latency.LatencyRecord;
import io.hbench.latency.Recording;
import io.hbench.replay.TaskRequests;
import io.hbench.settings.Command;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.conf.Configuration;

/** Runs a load loop with a fake client, and keeps its records and counters. */
abstract class LoadLoopFixture {
  /** A task is there before its start: it would skip what it misses. */
  private static final long BEFORE_START_NANOS = 1_000_000;

  final Map<String, LatencyRecord> recorded = new TreeMap<>();
  final TaskCounters counters = new TaskCounters();

  /** Settings of Hadoop. */
  final Configuration site = new Configuration(false);

  /** End that is set when the run has started; none if that is the window's. */
  long endAt = Long.MAX_VALUE;

  /** Time at which it is set. */
  long endKnownAt = Long.MIN_VALUE;

  /** Requests that were not sent, by server. */
  final Map<String, Long> withheld = new TreeMap<>();

  /** Client that implements one method. */
  static <Q, A> Client client(String verb, Function<Q, A> server) {
    return client(verb, server, () -> {});
  }

  /**
   * Client that implements one method.
   *
   * @param end called by each thread when it has sent its last request
   */
  static <Q, A> Client client(String verb, Function<Q, A> server, Runnable end) {
    return client(verb, server, end, TableRegions.NONE);
  }

  /** The same for a table with these regions. */
  @SuppressWarnings("unchecked") // the type of the verb's argument
  static <Q, A> Client client(
      String verb, Function<Q, A> server, Runnable end, TableRegions regions) {
    return (Client)
        Proxy.newProxyInstance(
            Client.class.getClassLoader(),
            new Class<?>[] {Client.class},
            (proxy, method, args) -> {
              if (method.getName().equals("finish")) {
                end.run();
                return false;
              }
              if (method.getName().equals("regions")) {
                return regions;
              }
              return method.getName().equals("close") ? null : server.apply((Q) args[0]);
            });
  }

  void drive(Clock on, Client client, String... settings) throws Exception {
    drive(on, () -> client, settings);
  }

  /** Drives a client in virtual time. */
  void drive(Client client, String... settings) throws Exception {
    drive(() -> client, settings);
  }

  /** Drives clients in virtual time, one for each thread. */
  void drive(Supplier<Client> next, String... settings) throws Exception {
    drive(new VirtualTime(Instant.EPOCH), next, settings);
  }

  void drive(VirtualTime time, Supplier<Client> next, String... settings) throws Exception {
    time.play(
        () -> {
          drive(Clock.startingAt(time, time.nanos() + BEFORE_START_NANOS), next, settings);
          return null;
        });
  }

  /**
   * Drives clients, one for each thread.
   *
   * @param next opens the next one
   */
  void drive(Clock on, Supplier<Client> next, String... settings) throws Exception {
    Configuration conf = new Configuration(site);
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      conf.set(Setting.PREFIX + setting.substring(0, equals), setting.substring(equals + 1));
    }
    if (Settings.COMMAND.get(conf) != Command.REPLAY) {
      conf.setIfUnset("hbench.assignments", "get@1");
    }
    RunSpec spec = RunSpec.from(conf);
    Optional<TaskRequests> requests =
        spec.replay().isEmpty()
            ? Optional.empty()
            : Optional.of(
                new TaskRequests(
                    on.time(), conf, spec.replay().get().load(), 0, spec.load().threads(), 1));
    Recording recording =
        new Recording(
            spec.window(),
            (series, record) ->
                recorded.computeIfAbsent(series.toString(), s -> new LatencyRecord()).add(record));
    ClientFactory clients =
        new ClientFactory() {
          @Override
          public Client open() {
            return next.get();
          }

          @Override
          public void close() {}
        };
    try (recording;
        TaskRun run =
            TaskRun.start(
                SideLoad.of(spec, TaskSpec.plan(spec).get(0), rows -> rows, requests, clients),
                on,
                recording,
                counters)) {
      if (endAt < Long.MAX_VALUE) {
        on.waitUntil(endKnownAt);
        run.endAt(endAt);
      }
      run.await();
      withheld.putAll(recording.servers().withheld());
    }
  }

  Histogram latencies(String series) {
    return recorded.get(series).latencies();
  }
}
