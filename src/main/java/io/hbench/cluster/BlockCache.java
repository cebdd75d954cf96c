package io.hbench.cluster;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/**
 * How often a region server found a block in its cache, since it was started. HBase's client API
 * does not tell, so this asks the server's own web page of metrics ({@code /jmx}).
 */
record BlockCache(long hits, long misses) {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final String BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Server";
  private static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

  /** Nothing, where the page is not to be had: many clusters keep it behind a login. */
  static Optional<BlockCache> of(String host, int infoPort) throws InterruptedException {
    try {
      URI page = URI.create("http://" + host + ":" + infoPort + "/jmx?qry=" + BEAN);
      String json =
          HTTP.send(HttpRequest.newBuilder(page).timeout(PATIENCE).build(), BodyHandlers.ofString())
              .body();
      JsonArray beans = JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("beans");
      JsonObject bean = beans.get(0).getAsJsonObject();
      return Optional.of(
          new BlockCache(
              bean.get("blockCacheHitCount").getAsLong(),
              bean.get("blockCacheMissCount").getAsLong()));
    } catch (IOException
        | JsonParseException
        | IllegalStateException
        | IllegalArgumentException
        | IndexOutOfBoundsException
        | NullPointerException e) {
      return Optional.empty(); // not what we know as HBase's page
    }
  }
}
