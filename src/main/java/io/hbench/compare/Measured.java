package io.hbench.compare;

import io.hbench.compare.Comparison.RunLine;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;

/** A result that can be compared with others of its kind: a run, or a search of findmax. */
sealed interface Measured permits MeasuredRun, MeasuredSearch {

  /**
   * Reads a result without the records of a run.
   *
   * @throws IOException if a file is missing or damaged, or a search is not complete
   * @throws io.hbench.settings.UsageException if this hbench does not read its version
   */
  static Measured read(RunDirectory directory) throws IOException {
    return directory.has(RunDirectory.FINDMAX)
        ? MeasuredSearch.read(directory)
        : MeasuredRun.read(directory);
  }

  /**
   * Reads every record once: a damaged file is found before figures are made of it.
   *
   * @throws IOException if a file is damaged
   */
  default void checkRecords() throws IOException {}

  RunDirectory directory();

  RunIdentity identity();

  /** The report of the run; of a search that of the step that shows the result. */
  RunReport report();

  /** ISO 8601; null if unknown. */
  String started();

  /**
   * The line of the result.
   *
   * @param sibling whether it was taken because it lies beside the one that was named
   */
  default RunLine line(boolean sibling) {
    return new RunLine(
        directory().path().getName(),
        directory().path().toString(),
        started(),
        report().verdict(),
        sibling);
  }
}
