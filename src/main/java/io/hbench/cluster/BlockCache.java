package io.hbench.cluster;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * How often a region server found a block in its cache, since it was started. HBase's client API
 * does not tell, so this asks the server's own web page of metrics ({@code /jmx}).
 *
 * @param blockCacheHitCount null if the page is not to be had: many clusters keep it behind a login
 * @param blockCacheMissCount likewise
 */
record BlockCache(Long blockCacheHitCount, Long blockCacheMissCount) {
  private static final BlockCache UNKNOWN = new BlockCache(null, null);
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final String QUERY = "/jmx?qry=Hadoop:service=HBase,name=RegionServer,sub=Server";
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /** Does not wait: a cluster has many servers, and a firewall may swallow what is sent to them. */
  static CompletableFuture<BlockCache> of(String host, int infoPort) {
    if (infoPort <= 0) {
      return CompletableFuture.completedFuture(UNKNOWN); // the server has no web pages
    }
    HttpRequest page =
        HttpRequest.newBuilder(URI.create("http://" + host + ":" + infoPort + QUERY))
            .timeout(PATIENCE)
            .build();
    return HTTP.sendAsync(page, BodyHandlers.ofString())
        .thenApply(BlockCache::read)
        .exceptionally(failure -> UNKNOWN);
  }

  private static BlockCache read(HttpResponse<String> page) {
    try {
      Page parsed = new Gson().fromJson(page.body(), Page.class);
      boolean known = parsed != null && parsed.beans != null && parsed.beans.size() == 1;
      return known ? parsed.beans.get(0) : UNKNOWN;
    } catch (JsonParseException e) {
      return UNKNOWN; // a login page, for one
    }
  }

  private record Page(List<BlockCache> beans) {}
}
