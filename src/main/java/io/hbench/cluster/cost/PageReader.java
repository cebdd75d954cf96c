package io.hbench.cluster.cost;

import java.util.concurrent.CompletableFuture;

/** Reader of the web pages of region servers. */
@FunctionalInterface
public interface PageReader {
  /**
   * Requests a page. Does not wait.
   *
   * @return fails if the page is not available
   */
  CompletableFuture<String> get(String host, int port, String path);
}
