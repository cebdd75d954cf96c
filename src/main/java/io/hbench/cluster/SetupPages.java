package io.hbench.cluster;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.ServerName;

/** What region servers are: their JVMs by a metrics page, their settings by the page /conf. */
final class SetupPages {
  /** A server has 300 KB of pages: of a cluster of hundreds, some servers stand for the others. */
  static final int MAX_SERVERS = 25;

  private static final Pattern HADOOP =
      Pattern.compile("hadoop-common-(\\d[^/:]*?)(?<!-tests)\\.jar");

  /** Values are for lines of text, whatever a server has. */
  private static final Pattern CONTROL = Pattern.compile("\\p{C}+");

  /** Characters of a value. */
  private static final int MAX_VALUE = 100;

  private SetupPages() {}

  /** Reads the pages of the servers, at the pace of pages. */
  static List<Setup> read(Cluster cluster, Map<ServerName, Integer> ports) throws IOException {
    List<ServerName> all = ports.keySet().stream().sorted().toList();
    Map<String, Map<String, String>> values = new TreeMap<>();
    List<CompletableFuture<Void>> pages = new ArrayList<>();
    for (int i = 0; i < all.size(); i += 1 + (all.size() - 1) / MAX_SERVERS) {
      ServerName server = all.get(i);
      cluster.paces().pages().await();
      cluster.paces().pages().took(2);
      Map<String, String> own = new ConcurrentSkipListMap<>();
      values.put(server.getAddress().toString(), own);
      Function<String, CompletableFuture<JsonObject>> page =
          path ->
              cluster
                  .pages()
                  .text(server.getHostname(), ports.get(server), path, JmxPage.MAX_BYTES)
                  .thenApply(text -> JsonParser.parseString(text).getAsJsonObject());
      pages.add(take(page.apply("/jmx?qry=java.lang:*"), json -> own.putAll(jvm(json))));
      pages.add(take(page.apply("/conf?format=json"), json -> own.putAll(settings(json))));
    }
    pages.forEach(CompletableFuture::join);
    return Setup.grouped(values);
  }

  /** Takes a page unless it is not available, or another one, as that of a login. */
  private static CompletableFuture<Void> take(
      CompletableFuture<JsonObject> page, Consumer<JsonObject> values) {
    return page.thenAccept(values).exceptionally(failure -> null);
  }

  private static Map<String, String> jvm(JsonObject page) {
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
            jvm.get("VmVersion").getAsString() + " (" + jvm.get("VmVendor").getAsString() + ")",
            collectors.stream(),
            jvm.getAsJsonArray("InputArguments").asList().stream().map(JsonElement::getAsString),
            jvm.getAsJsonObject("HeapMemoryUsage").get("max").getAsLong(),
            hadoop(jvm.get("ClassPath").getAsString()));
    values.put(SetupItem.PROCESSORS.key(), jvm.get("AvailableProcessors").getAsString());
    values.put(SetupItem.MEMORY.key(), Setup.size(jvm.get("TotalPhysicalMemorySize").getAsLong()));
    return values;
  }

  /** The version in a class path; empty if it is unknown. */
  static String hadoop(String classPath) {
    Matcher jar = HADOOP.matcher(classPath);
    return jar.find() ? jar.group(1) : "";
  }

  private static Map<String, String> settings(JsonObject page) {
    Map<String, String> values = new TreeMap<>();
    SetupItem.settings().forEach(item -> values.put(item.key(), SetupItem.DEFAULT));
    for (JsonElement property : page.getAsJsonArray("properties")) {
      JsonElement value = property.getAsJsonObject().get("value");
      if (value != null && value.isJsonPrimitive() && !value.getAsString().isEmpty()) {
        String text = CONTROL.matcher(value.getAsString()).replaceAll("");
        values.replace(
            property.getAsJsonObject().get("key").getAsString(),
            text.substring(0, Math.min(text.length(), MAX_VALUE)));
      }
    }
    return values;
  }
}
