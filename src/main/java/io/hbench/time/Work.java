package io.hbench.time;

import java.io.IOException;

/** Work that may take long, and may be interrupted. */
@FunctionalInterface
public interface Work<T> {
  T perform() throws IOException, InterruptedException;
}
