package io.hbench.report;

import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.Version;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** The check of the version and the schema of a file that hbench wrote. */
public final class FormatVersion {
  /** Start of the versions whose run directories this hbench does not read. */
  private static final String UNREADABLE = "0.1.";

  private static final String UNREADABLE_SCHEMA = "hbench.report/1";

  /**
   * The version of hbench in {@code job.json}.
   *
   * @param hbenchVersion where hbench 0.1 wrote it
   * @param job where later versions write it
   */
  private record JobVersion(String hbenchVersion, Job job) {
    private record Job(String hbenchVersion) {}

    Optional<String> version() {
      return Optional.ofNullable(job == null ? hbenchVersion : job.hbenchVersion);
    }
  }

  private FormatVersion() {}

  /**
   * Checks the version in {@code job.json}, if there is such a file.
   *
   * @throws UsageException if this hbench does not read the files of that version
   * @throws IOException if the file cannot be read
   */
  public static void check(RunDirectory directory) throws IOException {
    Optional<String> version =
        directory.readJson(RunDirectory.JOB, JobVersion.class).flatMap(JobVersion::version);
    if (version.isPresent() && version.get().startsWith(UNREADABLE)) {
      throw refusal(directory.path(), version.get(), UNREADABLE_SCHEMA, RunReport.SCHEMA);
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
      throw refusal(where, version == null ? "of another version" : version, schema, readable);
    }
  }

  private static UsageException refusal(
      Path where, String version, String schema, String readable) {
    return new UsageException(
        "%s: written by hbench %s (%s); this is hbench %s, which reads %s: use hbench %s for it"
            .formatted(where, version, schema, Version.hbench(), readable, version));
  }
}
