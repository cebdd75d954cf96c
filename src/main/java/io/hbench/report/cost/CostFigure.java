package io.hbench.report.cost;

import io.hbench.rundir.server.ServerCounter;
import java.util.Arrays;
import java.util.Optional;

/** The register of what an operation may cost. */
public enum CostFigure {
  SERVER_CPU("server-cpu", Unit.MICROS, ServerCounter.CPU_SECONDS, "CPU time of the servers"),
  CLIENT_CPU("client-cpu", Unit.MICROS, null, "CPU time of the clients"),
  SERVER_GC(
      "server-gc", Unit.MICROS, ServerCounter.GC_SECONDS, "pauses of the servers for collections"),
  GC_PAUSES("gc-pauses", Unit.NUMBER, ServerCounter.GC_PAUSES, "number of these pauses"),
  ALLOCATED(
      "allocated", Unit.BYTES, ServerCounter.ALLOCATED_BYTES, "memory that the servers allocated"),
  RPC_CALLS("rpc-calls", Unit.NUMBER, ServerCounter.RPC_CALLS, "calls"),
  RPC_IN("rpc-in", Unit.BYTES, ServerCounter.RPC_BYTES_IN, "received by calls"),
  RPC_OUT("rpc-out", Unit.BYTES, ServerCounter.RPC_BYTES_OUT, "sent as answers"),
  RPC_TIME("rpc-time", Unit.MICROS, ServerCounter.RPC_SECONDS, "time in handlers"),
  QUEUE_TIME("queue-time", Unit.MICROS, ServerCounter.QUEUE_SECONDS, "time in queues"),
  CACHE_HITS("cache-hits", Unit.NUMBER, ServerCounter.CACHE_HITS, "blocks from the block cache"),
  CACHE_MISSES(
      "cache-misses", Unit.NUMBER, ServerCounter.CACHE_MISSES, "blocks that the cache lacked"),
  FILE_READS("file-reads", Unit.NUMBER, ServerCounter.FILE_READS, "reads of files, in sequence"),
  FILE_SEEKS(
      "file-preads",
      Unit.NUMBER,
      ServerCounter.FILE_POSITIONED_READS,
      "reads of files, by position"),
  WAL_APPENDS("wal-appends", Unit.NUMBER, ServerCounter.WAL_APPENDS, "appends to the WAL"),
  WAL_SYNCS("wal-syncs", Unit.NUMBER, ServerCounter.WAL_SYNCS, "syncs of the WAL"),
  WAL_SYNC_TIME(
      "wal-sync-time", Unit.MICROS, ServerCounter.WAL_SYNC_SECONDS, "time of these syncs"),
  FLUSHED("flushed", Unit.BYTES, ServerCounter.FLUSHED_BYTES, "written by flushes"),
  COMPACTED_IN("compacted-in", Unit.BYTES, ServerCounter.COMPACTED_BYTES_IN, "read by compactions"),
  COMPACTED_OUT(
      "compacted-out", Unit.BYTES, ServerCounter.COMPACTED_BYTES_OUT, "written by compactions");

  /** Unit of the cost of an operation. */
  public enum Unit {
    MICROS("us", 1e6),
    BYTES("bytes", 1),
    NUMBER("number", 1);

    private final String label;

    /** From the unit of the counter. */
    private final double factor;

    Unit(String label, double factor) {
      this.label = label;
      this.factor = factor;
    }

    double of(double counter) {
      return factor * counter;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  private final String label;
  private final Unit unit;
  private final String counter;
  private final String help;

  CostFigure(String label, Unit unit, String counter, String help) {
    this.label = label;
    this.unit = unit;
    this.counter = counter;
    this.help = help;
  }

  /** The figure of a name; empty if this version has none such. */
  public static Optional<CostFigure> named(String name) {
    return Arrays.stream(values()).filter(figure -> figure.label.equals(name)).findFirst();
  }

  public Unit unit() {
    return unit;
  }

  /** The counter of the servers; empty if it is no counter of theirs. */
  Optional<String> counter() {
    return Optional.ofNullable(counter);
  }

  /** The figure in words. */
  public String help() {
    return help;
  }

  @Override
  public String toString() {
    return label;
  }
}
