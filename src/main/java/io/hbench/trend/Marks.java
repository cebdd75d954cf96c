package io.hbench.trend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was different with each night of a history, beside its figures: versions, regions, servers.
 * It is shown, and does not split the history.
 */
final class Marks {
  private final Map<String, String> known = new LinkedHashMap<>();

  /**
   * The marks of the next night: {@code HBase 2.6.1 → 2.6.2}, {@code 1 region server left}.
   *
   * @param runs of that night, with the same load; the first one stands for all
   */
  List<String> next(List<PastRun> runs) {
    List<String> marks = new ArrayList<>();
    PastRun first = runs.get(0);
    changed("HBase", first.cluster().hbase(), marks);
    changed("hbench", first.version(), marks);
    changed("region servers", first.cluster().regionServers(), marks);
    changed("regions", first.cluster().regions(), marks);
    happened("left", runs.stream().mapToLong(run -> run.cluster().left()).sum(), marks);
    happened("joined", runs.stream().mapToLong(run -> run.cluster().joined()).sum(), marks);
    return marks;
  }

  private void changed(String what, Object now, List<String> marks) {
    if (now == null) {
      return;
    }
    String before = known.put(what, now.toString());
    if (before != null && !before.equals(now.toString())) {
      marks.add("%s %s → %s".formatted(what, before, now));
    }
  }

  private static void happened(String what, long servers, List<String> marks) {
    if (servers > 0) {
      marks.add("%d region server%s %s".formatted(servers, servers == 1 ? "" : "s", what));
    }
  }
}
