package io.hbench.history;

/** A figure of an operation: what is compared and judged. */
record Cell(String operation, Figure figure) {}
