package io.hbench.spec;

import io.hbench.client.HBaseUser;
import io.hbench.data.KeyDistributionType;
import io.hbench.data.KeyRange;
import io.hbench.data.Seeds;
import io.hbench.figure.Figure;
import io.hbench.latency.Side;
import io.hbench.latency.Window;
import io.hbench.op.OperationType;
import io.hbench.op.OperationType.Effect;
import io.hbench.row.RowRequests;
import io.hbench.settings.Command;
import io.hbench.settings.UsageException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;

/**
 * The specification of a run: each part checks itself, and its reader checks their combinations.
 *
 * @param bulk whether a load writes HFiles instead of sending puts
 * @param local whether tasks are threads of the submitter's JVM
 * @param replay the recorded requests that the run sends; empty if requests are drawn
 * @param candidate the other side of a duet, of which this is the baseline
 * @param tenant name of the run among {@link Tenants}; empty if its job has no other run
 * @param neighbourOf draw seed of the tenant whose intervals of the candidate are those in which
 *     the run drives load; empty if it drives load in all of them
 */
public record RunSpec(
    Command command,
    TableSpec tableSpec,
    List<Assignment> assignments,
    LoadModel load,
    KeySpec keys,
    DataSpec data,
    Limit limit,
    Measurement measurement,
    RunPolicies policies,
    PreparationSpec preparation,
    boolean bulk,
    boolean local,
    Optional<ReplaySpec> replay,
    Optional<RunSpec> candidate,
    Optional<String> tenant,
    Optional<Long> neighbourOf) {

  private static final double NANOS = 1e9;

  /** Distinguishes the seed of the sides' order from those of the tasks, which are 0 or more. */
  private static final long ORDER_OF_SIDES = Long.MIN_VALUE;

  /**
   * Reads the settings.
   *
   * @throws UsageException for the first setting that is wrong, contradicts another one, or asks
   *     for more than the site allows
   */
  public static RunSpec from(Configuration conf) {
    return DuetReader.read(conf);
  }

  public RunSpec {
    assignments = List.copyOf(assignments);
  }

  /** The command with its assignments: {@code run get:95,put:5@40}. */
  public String commandText() {
    return command + " " + StringUtils.join(assignments, " ");
  }

  /** The sides that drive load: both of a duet; one of any other run, which is the run itself. */
  public SortedMap<Side, RunSpec> sides() {
    if (neighbourOf.isPresent()) {
      return new TreeMap<>(Map.of(Side.CANDIDATE, this));
    }
    SortedMap<Side, RunSpec> sides = new TreeMap<>(Map.of(Side.BASELINE, this));
    candidate.ifPresent(other -> sides.put(Side.CANDIDATE, other));
    return sides;
  }

  /** The intervals of a side; empty unless the run is a duet. */
  public Optional<Alternation> alternation(Side side) {
    long seed = Seeds.derive(neighbourOf.orElse(data.drawSeed()), ORDER_OF_SIDES);
    int guards = tenant.isPresent() ? Alternation.OF_TENANTS : Alternation.OF_A_DUET;
    return candidate.map(other -> new Alternation(side, window(), seed, guards));
  }

  /**
   * Time in seconds in which requests of an operation count, in a part of the window. That is all
   * of the part, unless the run is a duet.
   *
   * @param recorded name of the operation in the files of the run
   * @param length of the part in seconds: of a duet, an interval that has the operation, or several
   *     pairs
   */
  public double measuredSeconds(String recorded, double length) {
    Optional<Alternation> alternation = alternation(Side.BASELINE);
    if (alternation.isEmpty()) {
      return length;
    }
    double intervals = Math.rint(length * NANOS / measurement.interval().toNanos());
    boolean ofOneSide = neighbourOf.isPresent() || Side.of(recorded).isPresent();
    return (ofOneSide && intervals > 1 ? intervals / 2 : intervals)
        * alternation.get().measuredSeconds();
  }

  public String table() {
    return tableSpec.name();
  }

  /** As whom HBase is asked. */
  public HBaseUser user() {
    return tableSpec.user();
  }

  /** The start keys of all regions but the first, of a table that the run creates. */
  public byte[][] splitPoints() {
    return keys.regions()
        .map(
            weights ->
                weights.ranges(keys.range()).stream()
                    .skip(1)
                    .map(region -> keys.format().key(region.first()))
                    .toArray(byte[][]::new))
        .orElseGet(() -> keys.format().splitPoints(keys.range(), tableSpec.presplit().orElse(1)));
  }

  /** Whether tasks keep an acknowledged-rows log; in random order its list would be too long. */
  public boolean logsAcknowledgedRows() {
    return command == Command.LOAD && keys.distribution().type() != KeyDistributionType.PERMUTED;
  }

  /** The rows of a range that the run processes: a continued load skips acknowledged rows. */
  public List<KeyRange> rowsToProcess(KeyRange part) {
    return command == Command.LOAD && data.acknowledged().isPresent()
        ? data.acknowledged().get().missingFrom(part)
        : List.of(part);
  }

  /** The seed of a task, from which its threads draw rows, operations and intended times. */
  public long taskSeed(int task) {
    return Seeds.derive(data.drawSeed(), task);
  }

  public int tasks() {
    return assignments.stream().mapToInt(Assignment::tasks).sum();
  }

  public long totalThreads() {
    return (long) tasks() * load.threads();
  }

  public long rows() {
    return keys.range().size();
  }

  /** The table that requests go to. */
  public String target() {
    return writesMeta() ? TableName.META_TABLE_NAME.getNameAsString() : table();
  }

  public boolean writesMeta() {
    return operations().anyMatch(o -> o.effect() == Effect.WRITES_META);
  }

  public Stream<OperationType> operations() {
    return assignments.stream()
        .flatMap(a -> a.mix().shares().stream())
        .map(Mix.Share::operation)
        .distinct();
  }

  List<String> operationNames() {
    return operations().map(Object::toString).toList();
  }

  /** Whether objectives on such figures count the requests of every operation. */
  public boolean judges(Predicate<Figure> figures) {
    return operationNames().stream()
        .allMatch(
            name ->
                policies.objectives().stream()
                    .anyMatch(one -> figures.test(one.figure()) && one.counts(name)));
  }

  /** Whether any operation sends requests to HBase. */
  public boolean needsTable() {
    return operations().anyMatch(o -> o.effect() != Effect.NONE);
  }

  public Window window() {
    long start = measurement.warmup().toNanos();
    return new Window(
        start,
        limit.time().map(t -> Math.addExact(start, t.toNanos())).orElse(Long.MAX_VALUE),
        measurement.interval().toNanos());
  }

  public RowRequests rowRequests() {
    return RowRequests.of(
        keys.format(),
        data.cells(),
        data.reads(),
        data.scans(),
        data.writes(),
        data.batch(),
        data.seed(),
        data.properties(),
        data.expected());
  }
}
