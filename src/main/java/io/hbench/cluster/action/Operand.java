package io.hbench.cluster.action;

import io.hbench.rundir.QuotaLimit;
import java.util.regex.Pattern;

/** The operand of an action: which texts it may be. */
enum Operand {
  NONE("", "", ""),
  COUNT("N", "[1-9]\\d{0,5}", "5"),
  COUNT_AND_SERVER("N [SERVER]", "[1-9]\\d{0,5}( +" + Operand.HOST + ")?", "5"),
  /** A region's name holds the table, a start key, and an encoded name, which stands alone, too. */
  COUNT_OR_REGION("N|REGION", "[1-9]\\d{0,5}|[0-9a-f]{32}|\\S+,.*\\.[0-9a-f]{32}\\.", "2"),
  LIMIT(
      Operand.TARGET + " [reads|writes] N|SIZE",
      QuotaLimit.OPERANDS,
      "user web on table writes 5MB"),
  QUOTA_TARGET(Operand.TARGET, "|" + QuotaLimit.Target.OPERANDS, "namespace"),
  SERVER("[SERVER]", "|" + Operand.HOST, "rs1.example.org:16020"),
  SERVER_OR_ALL("[SERVER|all]", "|all|" + Operand.HOST, "all");

  private static final String TARGET = "[TARGET]";
  private static final String HOST = "(?!all$)[\\w.-]+(:\\d+)?"; // all of them at once is no server
  private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");

  private final String label;
  private final Pattern texts;
  private final String example;

  Operand(String label, String texts, String example) {
    this.label = label;
    this.texts = Pattern.compile(texts);
    this.example = example;
  }

  boolean takes(String text) {
    return texts.matcher(text).matches();
  }

  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  /** A text that it may be, for messages; empty if there is none. */
  String example() {
    return example;
  }

  /** Its place in a usage line. */
  @Override
  public String toString() {
    return label;
  }
}
