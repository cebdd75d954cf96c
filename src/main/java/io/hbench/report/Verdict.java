package io.hbench.report;

import com.google.gson.annotations.SerializedName;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Whether the figures can be believed, and if not, why. */
public record Verdict(Status status, List<Reason> reasons) {

  /** From best to worst. */
  public enum Status {
    @SerializedName("valid")
    VALID,
    /** The figures are shown, with reasons to read them with care. */
    @SerializedName("degraded")
    DEGRADED,
    /** The figures are wrong or incomplete. */
    @SerializedName("invalid")
    INVALID;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One reason.
   *
   * @param code a word for programs; the message is for people
   * @param status the best that the verdict can be with it
   */
  public record Reason(String code, String message, Status status) {}

  /** The worst of the reasons decides. */
  static Verdict of(List<Reason> reasons) {
    return new Verdict(
        reasons.stream().map(Reason::status).max(Comparator.naturalOrder()).orElse(Status.VALID),
        List.copyOf(reasons));
  }

  public boolean isInvalid() {
    return status == Status.INVALID;
  }

  public boolean isValid() {
    return status == Status.VALID;
  }
}
