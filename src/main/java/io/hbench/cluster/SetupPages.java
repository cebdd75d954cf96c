package io.hbench.cluster;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import io.hbench.time.Pace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ServerName;

/** What region servers are: their JVMs by a metrics page, their settings by the page /conf. */
final class SetupPages {
  /** A server has 300 KB of pages: of a cluster of hundreds, some servers stand for the others. */
  static final int MAX_SERVERS = 25;

  private static final String JVM = "/jmx?qry=java.lang:*";
  private static final String SETTINGS = "/conf?format=json";
  private static final Pattern HADOOP = Pattern.compile("hadoop-common-(\\d[^/:]*?)\\.jar");

  private SetupPages() {}

  /**
   * Reads the pages of the servers, at the pace of pages.
   *
   * @param ports of the servers
   */
  static List<Setup> read(Cluster cluster, Map<ServerName, Integer> ports) throws IOException {
    List<ServerName> all = ports.keySet().stream().sorted().toList();
    Pace pace = cluster.paces().pages();
    Map<String, CompletableFuture<Map<String, String>>> asked = new TreeMap<>();
    for (int i = 0; i < all.size(); i += 1 + (all.size() - 1) / MAX_SERVERS) {
      ServerName server = all.get(i);
      int port = ports.get(server);
      pace.await();
      pace.took(port <= 0 ? 0 : 2);
      Function<String, CompletableFuture<String>> page =
          path -> cluster.pages().text(server.getHostname(), port, path, JmxPage.MAX_BYTES);
      asked.put(
          server.getAddress().toString(),
          port <= 0
              ? CompletableFuture.completedFuture(Map.of())
              : values(page, JVM, SetupPages::jvm)
                  .thenCombine(values(page, SETTINGS, SetupPages::settings), SetupPages::both));
    }
    Map<String, Map<String, String>> values = new TreeMap<>();
    asked.forEach((server, answer) -> values.put(server, answer.join()));
    return Setup.grouped(values);
  }

  /** Values of a page; none if it is not available, or another one, as that of a login. */
  private static CompletableFuture<Map<String, String>> values(
      Function<String, CompletableFuture<String>> page,
      String path,
      Function<JsonObject, Map<String, String>> values) {
    return CompletableFuture.completedFuture(path)
        .thenCompose(page)
        .thenApply(text -> values.apply(JsonParser.parseString(text).getAsJsonObject()))
        .exceptionally(failure -> Map.of());
  }

  private static Map<String, String> both(Map<String, String> a, Map<String, String> b) {
    Map<String, String> both = new TreeMap<>(a);
    both.putAll(b);
    return both;
  }

  /** Values of the page of a JVM; fails if it is another page. */
  static Map<String, String> jvm(JsonObject page) {
    JsonObject jvm = new JsonObject(); // of all beans, whose names of interest differ
    List<String> collectors = new ArrayList<>();
    for (JsonElement bean : page.getAsJsonArray("beans")) {
      bean.getAsJsonObject().entrySet().forEach(e -> jvm.add(e.getKey(), e.getValue()));
      if (jvm.get("name").getAsString().contains("type=GarbageCollector")) {
        collectors.add(jvm.get("Name").getAsString());
      }
    }
    Map<String, String> values =
        Setup.ofJvm(
            jvm.get("VmVersion").getAsString(),
            jvm.get("VmVendor").getAsString(),
            collectors,
            jvm.getAsJsonArray("InputArguments").asList().stream()
                .map(JsonElement::getAsString)
                .toList(),
            jvm.getAsJsonObject("HeapMemoryUsage").get("max").getAsLong());
    values.put(SetupItem.PROCESSORS.key(), jvm.get("AvailableProcessors").getAsString());
    values.put(SetupItem.MEMORY.key(), jvm.get("TotalPhysicalMemorySize").getAsString());
    Matcher hadoop = HADOOP.matcher(jvm.get("ClassPath").getAsString());
    if (hadoop.find()) {
      values.put(SetupItem.HADOOP.key(), hadoop.group(1));
    }
    return values;
  }

  /** Values of the listed settings; fails if it is another page. */
  static Map<String, String> settings(JsonObject page) {
    Map<String, String> values = new TreeMap<>();
    SetupItem.settings().forEach(item -> values.put(item.key(), SetupItem.DEFAULT));
    for (JsonElement property : page.getAsJsonArray("properties")) {
      JsonElement value = property.getAsJsonObject().get("value");
      if (value != null && value.isJsonPrimitive() && !value.getAsString().isEmpty()) {
        values.replace(property.getAsJsonObject().get("key").getAsString(), value.getAsString());
      }
    }
    return values;
  }
}
