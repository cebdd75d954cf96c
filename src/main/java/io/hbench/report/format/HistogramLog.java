package io.hbench.report.format;

import io.hbench.latency.LatencyRecord;
import io.hbench.report.RunRecords;
import io.hbench.report.RunReport;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.io.OutputStream;
import java.time.OffsetDateTime;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * HdrHistogram log of a run, format 1.3, for HdrHistogram's {@code HistogramLogProcessor} and log
 * analyzers: for each interval a line without a tag for all operations, and a line for each series,
 * tagged {@code get.response.ok}.
 *
 * @see <a href="https://github.com/HdrHistogram/HdrHistogram">HistogramLogWriter</a>
 */
public final class HistogramLog {
  private static final double NANOS_PER_MILLI = 1e6;

  private HistogramLog() {}

  /** Writes the log of a run into its directory; none if no task has started. */
  public static void write(RunDirectory directory, RunReport report) throws IOException {
    if (report.window().started() != null) {
      double start = OffsetDateTime.parse(report.window().started()).toInstant().toEpochMilli();
      double seconds = report.timeline().intervalSeconds();
      directory.replace(
          RunDirectory.HLOG, out -> write(RunRecords.read(directory), start, seconds, out));
    }
  }

  private static void write(RunRecords records, double startMillis, double seconds, OutputStream to)
      throws IOException {
    HistogramLogWriter log = new HistogramLogWriter(to);
    log.outputComment("[hbench: latencies in nanoseconds, Interval_Max in milliseconds]");
    log.outputComment(
        "[untagged: all operations; response times if the run had a rate, else service times of"
            + " successful requests]");
    log.outputLogFormatVersion();
    log.outputStartTime((long) startMillis);
    log.outputLegend();
    records.eachInterval(
        (interval, set) -> {
          double start = startMillis / 1_000 + interval * seconds;
          line(log, null, set.latency(), start, seconds);
          set.records()
              .forEach(
                  (series, record) ->
                      line(log, series.toString().replace(' ', '.'), record, start, seconds));
        });
    log.close();
  }

  private static void line(
      HistogramLogWriter log, String tag, LatencyRecord record, double start, double seconds) {
    Histogram latencies = record.latencies();
    latencies.setTag(tag);
    log.outputIntervalHistogram(start, start + seconds, latencies, NANOS_PER_MILLI);
  }
}
