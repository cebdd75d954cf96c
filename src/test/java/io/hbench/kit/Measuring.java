package io.hbench.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test whose result depends on the machine's timing. The only kind of test that is repeated: each
 * attempt is a test of its own in Maven's report, and a failed attempt before the last is logged
 * and counts as skipped. A parameter of type {@code int} receives the attempt's number, from 1.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("measuring")
@TestTemplate
@ExtendWith(MeasuringExtension.class)
public @interface Measuring {
  /** What the test expects of the machine. */
  String value();

  /** The maximum number of attempts. */
  int attempts() default 3;
}
