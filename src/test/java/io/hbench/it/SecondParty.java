package io.hbench.it;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/** A test of {@link SecondPartyIT}, which writes the line of a fault with a second party. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Test
@interface SecondParty {
  /** Its place on the page. */
  int line();

  /** Of the fault. */
  String name();

  /** One line for the page. */
  String what();

  /** Longest time. */
  int limitMinutes();
}
