package io.hbench.kit;

import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.AbstractDoubleAssert;
import org.assertj.core.api.AbstractLongAssert;
import org.assertj.core.api.AbstractStringAssert;
import org.assertj.core.api.Assertions;

/**
 * Assertions on a JSON document of hbench, or on a part of one: {@code
 * assertThat(result.report())}. A failure shows path and document.
 */
public final class ReportAssert extends AbstractAssert<ReportAssert, Json> {
  ReportAssert(Json actual) {
    super(actual, ReportAssert.class);
    as("%s", actual.described());
  }

  /**
   * Asserts one value.
   *
   * @param expected a text, a number, a truth value, or {@code null}
   */
  public ReportAssert has(String path, Object expected) {
    isNotNull();
    Json found = actual.at(path);
    if (!found.is(expected)) {
      throw failureWithActualExpected(found, expected, "%s is %s, not %s", path, found, expected);
    }
    return this;
  }

  public AbstractDoubleAssert<?> number(String path) {
    return Assertions.assertThat(actual.number(path)).as("%s of %s", path, actual.described());
  }

  public AbstractLongAssert<?> count(String path) {
    return Assertions.assertThat(actual.count(path)).as("%s of %s", path, actual.described());
  }

  public AbstractStringAssert<?> text(String path) {
    return Assertions.assertThat(actual.text(path)).as("%s of %s", path, actual.described());
  }

  public ReportAssert hasSize(String path, int size) {
    Assertions.assertThat(actual.list(path)).as("%s of %s", path, actual.described()).hasSize(size);
    return this;
  }

  /** Asserts the verdict of a report: valid, degraded or invalid. A failure shows its reasons. */
  public ReportAssert hasVerdict(String status) {
    Assertions.assertThat(actual.text("verdict.status"))
        .as("%s of %s", actual.at("verdict"), actual.described())
        .isEqualTo(status);
    return this;
  }

  public ReportAssert isNotInvalid() {
    text("verdict.status").isNotEqualTo("invalid");
    return this;
  }

  /** Goes on with one operation of a report. */
  public ReportAssert operation(String name) {
    return new ReportAssert(actual.operation(name));
  }

  /** Asserts the requests of an operation. */
  public ReportAssert hasCount(long requests) {
    return has("count", requests);
  }

  public ReportAssert hasRows(long rows) {
    return has("rows", rows);
  }

  public ReportAssert hasNoErrors() {
    return has("errors", 0);
  }

  /** Asserts how many rows of an operation were not found. */
  public ReportAssert hasNotFound(long rows) {
    return has("notFound", rows);
  }
}
