package io.hbench.report.phase;

import com.google.gson.annotations.SerializedName;
import java.util.Locale;

/**
 * One phase of a run, of all operations together.
 *
 * @param t seconds from the start of the window to its start
 * @param count sent requests, including failed ones
 * @param dropped scheduled requests that were never sent
 * @param opsPerSecond successful requests per second
 * @param goodput successful requests per second within the limit, by the same times as p50
 * @param p50 in microseconds, as p99 and p99.9: response times if the run had a rate, else service
 *     times of successful requests
 */
public record RunPhase(
    Name phase,
    double t,
    double seconds,
    long count,
    long errors,
    long dropped,
    PhaseFigure opsPerSecond,
    PhaseFigure goodput,
    PhaseFigure p50,
    PhaseFigure p99,
    @SerializedName("p99.9") PhaseFigure p999) {

  public enum Name {
    BEFORE,
    DURING,
    RECOVERED;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Share of the requests that failed or were dropped. */
  public double errorShare() {
    long all = count + dropped;
    return all == 0 ? 0 : (double) (errors + dropped) / all;
  }
}
