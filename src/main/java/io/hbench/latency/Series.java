package io.hbench.latency;

import java.util.Locale;
import org.apache.commons.lang3.StringUtils;

/**
 * Name of one histogram of a run: the key of a record in its SequenceFiles.
 *
 * <p>On disk it is a {@link org.apache.hadoop.io.Text}, {@code get service ok} for the whole window
 * and {@code 0000000012 get service ok} for the thirteenth interval: readable as it stands, and
 * sorted by time without a comparator of hbench. The requests of one region server are {@code get
 * service ok @host:port}, for the whole window alone; the series without a server have them, too.
 *
 * @param outcome {@link #OK}, or the kind of the failure
 * @param interval counted from the start of the window, or {@link #WHOLE}
 * @param server {@code host:port} of a region server, or {@link ServerRecording#OTHERS}; empty for
 *     all requests
 */
public record Series(String operation, Timing timing, String outcome, int interval, String server)
    implements Comparable<Series> {
  public static final String OK = "ok";

  /** Outcome of dropped requests (never sent): they have a response time and no service time. */
  public static final String DROPPED = "Dropped";

  /** Outcome of requests that were in flight when the run ended. */
  public static final String UNFINISHED = "Unfinished";

  public static final int WHOLE = -1;

  /** Digits of the largest interval. */
  private static final int DIGITS = 10;

  private static final String ALL_SERVERS = "";
  private static final String AT = "@";

  public static Series of(String operation, Timing timing, String outcome) {
    return new Series(operation, timing, outcome, WHOLE, ALL_SERVERS);
  }

  public Series at(int newInterval) {
    return new Series(operation, timing, outcome, newInterval, server);
  }

  /** The same of one region server. */
  Series ofServer(String newServer) {
    return new Series(operation, timing, outcome, interval, newServer);
  }

  /** The same of an operation. */
  public Series of(String newOperation) {
    return new Series(newOperation, timing, outcome, interval, server);
  }

  /** The same of all servers together. */
  public Series ofAllServers() {
    return ofServer(ALL_SERVERS);
  }

  /** Whether it is of one region server. */
  public boolean isByServer() {
    return !server.isEmpty();
  }

  public boolean isOk() {
    return outcome.equals(OK);
  }

  /**
   * Whether its times are latencies of a kind: response times of all requests, or service times of
   * successful ones.
   */
  public boolean isLatency(Timing wanted) {
    return timing == wanted && (wanted == Timing.RESPONSE || isOk());
  }

  public boolean isWhole() {
    return interval == WHOLE;
  }

  /**
   * The inverse of {@link #toString}.
   *
   * @throws IllegalArgumentException if the text is not a series
   */
  public static Series parse(String text) {
    boolean whole = !Character.isDigit(text.isEmpty() ? ' ' : text.charAt(0));
    String[] words = (whole ? WHOLE + " " + text : text).split(" ", -1);
    boolean byServer = words.length == 5 && words[4].startsWith(AT) && words[4].length() > 1;
    if (words.length != 4 && !byServer) {
      throw new IllegalArgumentException("not a series: '" + text + "'");
    }
    return new Series(
        words[1],
        Timing.valueOf(words[2].toUpperCase(Locale.ROOT)),
        words[3],
        Integer.parseInt(words[0]),
        byServer ? words[4].substring(AT.length()) : ALL_SERVERS);
  }

  /** Order of the keys of a file. */
  @Override
  public int compareTo(Series other) {
    return toString().compareTo(other.toString());
  }

  @Override
  public String toString() {
    String name =
        operation + " " + timing + " " + outcome + (isByServer() ? " " + AT + server : "");
    return isWhole()
        ? name
        : StringUtils.leftPad(Integer.toString(interval), DIGITS, '0') + " " + name;
  }
}
