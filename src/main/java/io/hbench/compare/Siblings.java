package io.hbench.compare;

import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The runs beside a baseline and a candidate that have the same run identity, as further repeats of
 * each side. Where both sides have the same identity, a run belongs to the side on which it is in
 * time, and none that started between the two to either: what is compared changed between them.
 */
public final class Siblings {
  /** The nearest in time count; the others may be of long ago. */
  static final int MAX = 20;

  private record Neighbour(Measured facts, Instant started) {
    static Neighbour read(RunDirectory directory) throws IOException {
      Measured facts = Measured.read(directory);
      try {
        return new Neighbour(facts, OffsetDateTime.parse(facts.started()).toInstant());
      } catch (DateTimeException | NullPointerException e) {
        throw new IOException("its report does not say when it started", e);
      }
    }

    Path path() {
      return facts.directory().path();
    }

    boolean isLike(Neighbour other) {
      return facts.identity().isSame(other.facts.identity()) && table().equals(other.table());
    }

    private String table() {
      return String.valueOf(facts.report().settings().get(Settings.TABLE.name()));
    }

    Duration from(Neighbour other) {
      return Duration.between(other.started, started).abs();
    }
  }

  private final Configuration conf;
  private final Neighbour own;
  private final Neighbour other;
  private final List<String> excluded = new ArrayList<>();

  private Siblings(Configuration conf, Neighbour own, Neighbour other) {
    this.conf = conf;
    this.own = own;
    this.other = other;
  }

  /**
   * Finds the siblings of both sides.
   *
   * @return baseline and candidate, each with its siblings
   * @throws UsageException if one of them is not the directory of a run
   */
  public static List<RunSet> of(Configuration conf, RunDirectory baseline, RunDirectory candidate)
      throws IOException {
    Neighbour from = named(baseline);
    Neighbour to = named(candidate);
    return List.of(new Siblings(conf, from, to).set(), new Siblings(conf, to, from).set());
  }

  private static Neighbour named(RunDirectory directory) throws IOException {
    if (!directory.has(RunDirectory.PLAN)) {
      throw new UsageException(
          "--with-siblings: "
              + directory.path()
              + " is not the directory of a run; leave out --with-siblings");
    }
    try {
      return Neighbour.read(directory);
    } catch (IOException e) {
      throw new UsageException(
          "compare: " + directory.path() + " cannot be read: " + FailureText.of(e));
    }
  }

  private RunSet set() throws IOException {
    List<Neighbour> found = new ArrayList<>();
    RunDirectory above = new RunDirectory(conf, own.path().getParent());
    for (RunDirectory directory : above.directories()) {
      Path path = directory.path();
      if (!path.equals(own.path())
          && !path.equals(other.path())
          && directory.has(RunDirectory.PLAN)) {
        try {
          Neighbour neighbour = Neighbour.read(directory);
          if (neighbour.isLike(own) && isOnThisSide(neighbour)) {
            found.add(neighbour);
          }
        } catch (IOException | UsageException e) {
          excluded.add(path + " cannot be read: " + FailureText.of(e));
        }
      }
    }
    found.sort(Comparator.comparing(neighbour -> neighbour.from(own)));
    List<RunDirectory> siblings =
        found.stream().limit(MAX).map(neighbour -> neighbour.facts.directory()).toList();
    found.stream()
        .skip(MAX)
        .forEach(
            neighbour ->
                excluded.add(
                    "%s is not among the %d siblings nearest in time"
                        .formatted(neighbour.path(), MAX)));
    return new RunSet("", List.of(own.facts.directory()), siblings, excluded);
  }

  private boolean isOnThisSide(Neighbour neighbour) {
    if (!neighbour.isLike(other)) {
      return true;
    }
    boolean first = own.started.isBefore(other.started);
    boolean here = first == neighbour.started.isBefore(own.started);
    boolean there = first == neighbour.started.isAfter(other.started);
    if (!here && !there) {
      excluded.add(neighbour.path() + " started between baseline and candidate");
    }
    return here;
  }
}
