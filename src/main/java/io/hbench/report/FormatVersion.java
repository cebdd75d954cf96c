package io.hbench.report;

import io.hbench.rundir.Version;
import io.hbench.settings.UsageException;
import org.apache.hadoop.fs.Path;

/** The check of the schema of a file that hbench wrote. */
public final class FormatVersion {
  private FormatVersion() {}

  /**
   * Checks the schema of a file.
   *
   * @param where the directory of the file, for the message
   * @param schema that the file names; null passes
   * @param readable schema that this hbench reads
   * @param version of hbench that wrote the file, or null if the file does not name it
   * @throws UsageException if the two schemas differ
   */
  public static void check(Path where, String schema, String readable, String version) {
    if (schema != null && !schema.equals(readable)) {
      String by = version == null ? "of another version" : version;
      throw new UsageException(
          "%s: written by hbench %s (%s); this is hbench %s, which reads %s: use hbench %2$s for it"
              .formatted(where, by, schema, Version.hbench(), readable));
    }
  }
}
