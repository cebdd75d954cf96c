package io.hbench.cluster;

import static io.hbench.figure.Format.format;
import static io.hbench.settings.CommandLineText.quoted;

import io.hbench.row.CellLayout;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingRole;
import io.hbench.settings.Settings;
import io.hbench.spec.LoadEstimate;
import io.hbench.spec.RunSpec;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/**
 * Proposals of numbers of rows that fit into the block caches of the cluster.
 *
 * @param shareOfHeap assumed share of the heap for the cache of a server without a metrics page
 */
public record TableSizing(List<ServerMemory> servers, double shareOfHeap, RunSpec spec) {
  /** Settings that the proposals contain anyway. */
  private static final List<Setting<?>> PROPOSED = List.of(Settings.TABLE, Settings.ROWS);

  private static final int REGIONS_PER_SERVER = 10;
  private static final int MAX_SERVERS = 20;
  private static final double MEGABYTE = 1 << 20;
  private static final double GIGABYTE = 1 << 30;

  /** Size of the caches for data of all servers, in bytes. */
  long cacheBytes() {
    return servers.stream().mapToLong(this::cacheBytes).sum();
  }

  private long cacheBytes(ServerMemory server) {
    return server.isKnown() ? server.forData() : (long) (shareOfHeap * server.maxHeap());
  }

  /** Number of rows for a multiple of the cache size, rounded down to two digits; at least 1. */
  long rows(double times) {
    long rows = (long) (times * cacheBytes() / LoadEstimate.rowBytes(spec));
    long unit = 1;
    while (rows / unit >= 100) {
      unit *= 10;
    }
    return Math.max(1, rows / unit * unit);
  }

  /** A number of rows in the notation of {@code --rows}: 29M, 1.2G. */
  static String readable(long rows) {
    if (rows >= 1_000_000_000) {
      return scaled(rows, 1e9) + "G";
    }
    if (rows >= 1_000_000) {
      return scaled(rows, 1e6) + "M";
    }
    return rows >= 1_000 ? scaled(rows, 1e3) + "k" : Long.toString(rows);
  }

  private static String scaled(long rows, double unit) {
    return format("%.1f", rows / unit).replaceFirst("\\.0$", "");
  }

  /** Text of the servers and the proposals; ends with a line feed. */
  public String text(Configuration conf) {
    StringBuilder text = new StringBuilder();
    servers.stream().limit(MAX_SERVERS).forEach(server -> text.append(line(server)));
    if (servers.size() > MAX_SERVERS) {
      text.append(format("and %d more\n", servers.size() - MAX_SERVERS));
    }
    CellLayout cells = spec.data().cells();
    text.append(
        format(
            """

            in all %d region servers, for data: %s
            a row in the caches: %,d bytes (cells: %,d)

            """,
            servers.size(),
            bytes(cacheBytes()),
            LoadEstimate.rowBytes(spec),
            cells.families().size() * cells.columns()));
    text.append(proposal("half the cache", 0.5, conf));
    text.append(proposal("fits (80 %)", 0.8, conf));
    text.append(proposal("ten times the cache", 10, conf));
    text.append(
        """

        assumptions: blocks are cached without compression (HBase's default) and without encoding, and
        the caches hold only this table; indexes and Bloom filters are not counted
        """);
    return text.toString();
  }

  private String line(ServerMemory server) {
    String cache;
    if (!server.isKnown()) {
      cache =
          format(
              "its metrics page (/jmx) is not to be had; %s assumed, %.0f %% of the heap",
              bytes(cacheBytes(server)), 100 * shareOfHeap);
    } else if (server.offHeap() > 0) {
      cache =
          format(
              "block cache %s on the heap for indexes, %s bucket cache for data, %s in use",
              bytes(server.onHeap()), bytes(server.offHeap()), bytes(server.cached()));
    } else {
      cache =
          format(
              "block cache %s on the heap, %s in use",
              bytes(server.onHeap()), bytes(server.cached()));
    }
    return format("%-32s heap %s, %s\n", server.name(), bytes(server.maxHeap()), cache);
  }

  private String proposal(String name, double times, Configuration conf) {
    long rows = rows(times);
    String shape =
        Stream.concat(
                Settings.with(SettingRole.ROW_CONTENT).stream(),
                Stream.<Setting<?>>of(Settings.TAGS, Settings.QUORUM, Settings.USER))
            .filter(setting -> !PROPOSED.contains(setting))
            .filter(setting -> !setting.text(conf).equals(setting.fallback()))
            .map(setting -> " " + setting.flag() + " " + quoted(setting.text(conf)))
            .collect(Collectors.joining());
    return format(
        "%-20s%9s  load --table %s --rows %s%s --presplit %d\n",
        name,
        bytes(rows * LoadEstimate.rowBytes(spec)),
        spec.table(),
        readable(rows),
        shape,
        Math.min(rows, (long) REGIONS_PER_SERVER * servers.size()));
  }

  private static String bytes(long bytes) {
    return bytes >= GIGABYTE
        ? format("%,.1f GB", bytes / GIGABYTE)
        : format("%,.1f MB", bytes / MEGABYTE);
  }
}
