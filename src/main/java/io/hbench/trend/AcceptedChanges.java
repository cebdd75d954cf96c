package io.hbench.trend;

import io.hbench.report.FormatVersion;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/**
 * The changes of a trend that somebody has accepted: the file {@code accepted.json} beside the
 * nights. Component names are the fields of the file.
 *
 * @param version of hbench that wrote it
 * @param accepted in the order in which they were accepted
 */
public record AcceptedChanges(String schema, String version, List<Accepted> accepted) {
  private static final String FILE = "accepted.json";
  private static final String SCHEMA = "hbench.accepted/1";

  /**
   * All changes before an instant are accepted.
   *
   * @param before the instant
   * @param because reason, for others
   * @param by user who has accepted them
   * @param at when that was
   */
  public record Accepted(String before, String because, String by, String at) {
    private boolean isComplete() {
      try {
        Instant.parse(before);
        return because != null && by != null && at != null;
      } catch (DateTimeException | NullPointerException e) {
        return false;
      }
    }
  }

  /**
   * Reads those of a directory.
   *
   * @throws IOException if the file is damaged; without it, nothing is accepted
   * @throws UsageException if another version of hbench wrote it
   */
  static AcceptedChanges read(RunDirectory nights) throws IOException {
    if (!nights.has(FILE)) {
      return new AcceptedChanges(SCHEMA, Version.hbench(), List.of());
    }
    Path file = new Path(nights.path(), FILE);
    AcceptedChanges there =
        nights
            .readJson(FILE, AcceptedChanges.class)
            .orElseThrow(() -> new IOException(file + " is empty"));
    FormatVersion.check(file, String.valueOf(there.schema), SCHEMA, there.version);
    if (there.accepted == null
        || !there.accepted.stream().allMatch(one -> one != null && one.isComplete())) {
      throw new IOException(file + " is not complete");
    }
    return there;
  }

  /**
   * Adds one to the file of a directory, or makes the file.
   *
   * @throws IOException as {@link #read}; the file stays as it is, then
   */
  public static void add(RunDirectory nights, Accepted accepted) throws IOException {
    List<Accepted> all = new ArrayList<>(read(nights).accepted());
    all.add(accepted);
    nights.writeJson(FILE, new AcceptedChanges(SCHEMA, Version.hbench(), all));
  }

  /** The instant before which changes are accepted; empty if none are. */
  Optional<Instant> before() {
    return accepted.stream().map(one -> Instant.parse(one.before())).max(Comparator.naturalOrder());
  }
}
