package io.hbench.cluster.rights;

import io.hbench.op.OperationType;
import io.hbench.settings.Command;
import io.hbench.settings.Settings;
import io.hbench.spec.PreparationSpec;
import io.hbench.spec.RunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.security.access.Permission.Action;

/**
 * A right that a run needs. Where HBase takes {@code CREATE} it takes {@code ADMIN}, too.
 *
 * @param action READ, WRITE, CREATE or ADMIN
 * @param what needs it: an operation, a command, a flag or an action
 * @param onEverything whether HBase wants it on everything, not on the table alone
 */
public record NeededRight(Action action, String what, boolean onEverything) {
  private NeededRight(Action action, String what) {
    this(action, what, false);
  }

  /** The rights that a run needs on a table that it takes as it is. */
  public static List<NeededRight> of(RunSpec spec) {
    List<NeededRight> needed = new ArrayList<>();
    reader(spec).ifPresent(what -> needed.add(new NeededRight(Action.READ, what)));
    if (spec.bulk()) {
      needed.add(new NeededRight(Action.CREATE, Settings.BULK.flag()));
    } else {
      writer(spec).ifPresent(what -> needed.add(new NeededRight(Action.WRITE, what)));
    }
    PreparationSpec preparation = spec.preparation();
    if (preparation.flush()) {
      needed.add(new NeededRight(Action.CREATE, Settings.FLUSH.flag()));
    }
    if (preparation.majorCompact()) {
      needed.add(new NeededRight(Action.CREATE, Settings.MAJOR_COMPACT.flag()));
    }
    if (preparation.clearCache()) {
      needed.add(new NeededRight(Action.ADMIN, Settings.CLEAR_CACHE.flag(), true));
    }
    return needed;
  }

  private static Optional<String> reader(RunSpec spec) {
    PreparationSpec preparation = spec.preparation();
    boolean resumes = spec.data().acknowledged().isPresent() && !spec.bulk();
    String inserts = "insert without " + Settings.FIRST_INSERT.flag();
    return Stream.of(
            spec.operations().filter(OperationType::readsCells).map(Object::toString),
            given(preparation.sample().isPresent(), "--keys " + spec.keys().distribution()),
            given(preparation.warm().isPresent(), Settings.WARM.flag()),
            given(preparation.insertsBehind().isPresent(), inserts),
            given(resumes, Settings.RESUME.flag()))
        .flatMap(reader -> reader)
        .findFirst();
  }

  private static Stream<String> given(boolean needed, String what) {
    return needed ? Stream.of(what) : Stream.empty();
  }

  private static Optional<String> writer(RunSpec spec) {
    return spec.operations()
        .filter(o -> o.effect().changesTheTable() || spec.writesMeta())
        .map(o -> spec.command() == Command.LOAD ? Command.LOAD.toString() : o.toString())
        .findFirst();
  }
}
