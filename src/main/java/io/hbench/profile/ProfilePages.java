package io.hbench.profile;

import java.io.IOException;
import java.net.http.HttpResponse;

/** Reader of the web pages of region servers, with status and headers. */
@FunctionalInterface
public interface ProfilePages {
  /**
   * Requests a page, and waits for it.
   *
   * @param server {@code host:port} of its RPC
   * @throws IOException if there is no answer, or the server has no pages
   */
  HttpResponse<byte[]> get(String server, String path) throws IOException, InterruptedException;
}
