package io.hbench.report;

import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** The check of the version and the schema of a file that hbench wrote. */
public final class FormatVersion {
  /**
   * The file {@code job.json}, which names no schema.
   *
   * @param hbenchVersion null in the files of this version, which name it in {@code job}
   */
  private record OldJob(String hbenchVersion) {}

  private FormatVersion() {}

  /**
   * Checks the version in {@code job.json}, if there is such a file.
   *
   * @throws UsageException if this hbench does not read the files of that version
   * @throws IOException if the file cannot be read
   */
  public static void check(RunDirectory directory) throws IOException {
    Optional<String> old =
        directory.readJson(RunDirectory.JOB, OldJob.class).map(OldJob::hbenchVersion);
    if (old.isPresent()) {
      check(directory.path(), "hbench.report/1", RunReport.SCHEMA, old.get());
    }
  }

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
