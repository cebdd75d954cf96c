package io.hbench.cluster;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * Mark of ownership in the descriptor of a table that hbench created. Snapshots and copies of a
 * schema inherit all values of a descriptor, so the mark names the table and its cluster: it counts
 * for that table alone.
 *
 * <p>Limit: a table that was dropped, and created again by hand under the same name with a copy of
 * the whole descriptor, can't be told from the table before.
 *
 * @param table name with its namespace
 * @param created time of creation, ISO 8601
 * @param user who created it; {@link #UNKNOWN} in marks of older versions
 * @param run directory of the run that created it, likewise
 */
record TableMark(
    String version, String table, String cluster, String created, String user, String run) {
  /** Key in the descriptor. */
  static final String KEY = "HBENCH";

  /** In place of a mark that a table lacks; the cluster's id follows. */
  static final String NONE = "none cluster=";

  /** In place of a mark that the user may not read. */
  static final String UNKNOWN = "unknown";

  private static final Pattern TEXT =
      Pattern.compile(
          "version=(\\S+) table=(\\S+) cluster=(\\S+) created=(\\S+)(?: user=(\\S+) run=(.+))?");

  /** The mark of a descriptor; empty if it has none, or none of this form. */
  static Optional<TableMark> of(TableDescriptor table) {
    return Optional.ofNullable(table.getValue(KEY))
        .map(TEXT::matcher)
        .filter(Matcher::matches)
        .map(
            text ->
                new TableMark(
                    text.group(1),
                    text.group(2),
                    text.group(3),
                    text.group(4),
                    Objects.requireNonNullElse(text.group(5), UNKNOWN),
                    Objects.requireNonNullElse(text.group(6), UNKNOWN)));
  }

  boolean fits(TableName name, String clusterId) {
    return table.equals(fullName(name)) && cluster.equals(clusterId);
  }

  TableMark at(Instant now) {
    return new TableMark(version, table, cluster, now.toString(), user, run);
  }

  /** Whether the table was created so long ago; false if the mark has no such instant. */
  boolean isOlder(Duration age, Instant now) {
    try {
      return Instant.parse(created).plus(age).isBefore(now);
    } catch (DateTimeParseException e) {
      return false;
    }
  }

  static String fullName(TableName name) {
    return name.getNamespaceAsString() + ":" + name.getQualifierAsString();
  }

  /** Who created a table with this mark, and where. */
  String describe(TableName name) {
    return user.equals(UNKNOWN)
        ? "an older version of hbench created table %s, and did not note for whom".formatted(name)
        : "user %s created table %s in %s".formatted(user, name, run);
  }

  @Override
  public String toString() {
    return "version=%s table=%s cluster=%s created=%s user=%s run=%s"
        .formatted(version, table, cluster, created, user, run);
  }
}
