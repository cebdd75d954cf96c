package io.hbench.rundir;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Unit;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.StringUtils;

/**
 * A limit that the action {@code set-quota} sets for all servers together. HBase counts each row of
 * a batch as a request, and each call of a scan; bytes are those of cells.
 *
 * @param requests which of them count
 * @param bytes whether their bytes are limited, in place of their number
 * @param perSecond at most so many in a second
 */
public record QuotaLimit(Target target, Requests requests, boolean bytes, long perSecond) {
  /** Operands of the action, as a regular expression: {@code 1k}, {@code user web writes 5MB}. */
  public static final String OPERANDS =
      "(?:(?<target>"
          + Target.OPERANDS
          + ") +)?(?:(?<requests>reads|writes) +)?(?<number>[1-9]\\d{0,8})(?<factor>[kM]?|[KMG]B)";

  /** In the result of the action, if the run is not that of the limit's user. */
  public static final String OTHER_USER = ", who is not the user of the run";

  /** In the result of the action, if no server throttles. */
  public static final String SWITCHED_OFF = ", but HBase's throttling is switched off";

  private static final Pattern OPERAND = Pattern.compile(OPERANDS);

  /** As in reports: a megabyte is a million bytes. */
  private static final Map<String, Long> FACTORS =
      Map.of(
          "", 1L,
          "k", 1_000L,
          "M", 1_000_000L,
          "KB", 1_000L,
          "MB", 1_000_000L,
          "GB", 1_000_000_000L);

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

  /**
   * What a limit is of.
   *
   * @param text {@code table}, {@code namespace}, {@code user web}, {@code user web on table}:
   *     table and namespace are those of the run
   */
  public record Target(String text) {
    /** Operands, as a regular expression; the run's table has none. */
    public static final String OPERANDS =
        "namespace|user +(?!(?:reads|writes) )[^\\s]+(?: +on +table)?";

    static final Target TABLE = new Target("table");

    /** The target of an operand, which may be null or empty. */
    public static Target of(String operand) {
      return operand == null || operand.isEmpty()
          ? TABLE
          : new Target(operand.trim().replaceAll(" +", " "));
    }

    public Optional<String> user() {
      return text.startsWith("user ") ? Optional.of(StringUtils.split(text)[1]) : Optional.empty();
    }

    /** Whether it concerns more than the run's table. */
    public boolean isWide() {
      return !equals(TABLE) && !text.endsWith(" on table");
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** The limit of an operand; empty if the text is none. */
  public static Optional<QuotaLimit> parse(String operand) {
    Matcher matcher = OPERAND.matcher(operand);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String which = matcher.group("requests");
    Requests requests =
        which == null ? Requests.ALL : "reads".equals(which) ? Requests.READS : Requests.WRITES;
    String factor = matcher.group("factor");
    return Optional.of(
        new QuotaLimit(
            Target.of(matcher.group("target")),
            requests,
            factor.endsWith("B"),
            FACTORS.get(factor) * Long.parseLong(matcher.group("number"))));
  }

  /** The limit for people: {@code 1,000 writes/s}, {@code 5.00 MB/s of writes}. */
  @Override
  public String toString() {
    return bytes
        ? Unit.BYTES_PER_SECOND.text((double) perSecond) + " of " + requests
        : format("%,d %s/s", perSecond, requests);
  }
}
