package io.hbench.rundir;

import static io.hbench.figure.Format.format;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A limit of the requests to a table, as the action {@code set-quota} sets it for all servers
 * together. HBase counts each row of a batch as a request, and each call of a scan.
 *
 * @param requests which of them count
 * @param perSecond at most so many in a second
 */
public record QuotaLimit(Requests requests, long perSecond) {
  /** Operands of the action, as a regular expression: {@code 1k}, {@code writes 500}. */
  public static final String OPERANDS = "(?:(reads|writes) +)?([1-9]\\d{0,8})([kM]?)";

  private static final Pattern OPERAND = Pattern.compile(OPERANDS);

  public enum Requests {
    ALL("requests"),
    READS("reads"),
    WRITES("writes");

    private final String label;

    Requests(String label) {
      this.label = label;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /** The limit of an operand; empty if the text is none. */
  public static Optional<QuotaLimit> parse(String operand) {
    Matcher matcher = OPERAND.matcher(operand);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Requests requests =
        matcher.group(1) == null
            ? Requests.ALL
            : "reads".equals(matcher.group(1)) ? Requests.READS : Requests.WRITES;
    long factor = matcher.group(3).isEmpty() ? 1 : "k".equals(matcher.group(3)) ? 1_000 : 1_000_000;
    return Optional.of(new QuotaLimit(requests, factor * Long.parseLong(matcher.group(2))));
  }

  /** The limit for people: {@code 1,000 writes/s}. */
  @Override
  public String toString() {
    return format("%,d %s/s", perSecond, requests);
  }
}
