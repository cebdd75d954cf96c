package io.hbench.cluster.action;

import io.hbench.rundir.FailureText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Actions on single regions of the table of a run: move, split, merge, unassign, assign. */
final class RegionActions {
  private final ActionCluster cluster;

  /** Regions that were taken offline, and the undos that open them. */
  private final Map<List<String>, PendingUndo> unassigned =
      Collections.synchronizedMap(new LinkedHashMap<>());

  RegionActions(ActionCluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Moves regions.
   *
   * @param operand their number, and the server that they move to, if it is chosen
   */
  String move(String operand, ActionEnvironment environment)
      throws IOException, InterruptedException {
    String[] words = StringUtils.split(operand);
    int count = Integer.parseInt(words[0]);
    OnlineRegions before = cluster.regions();
    List<ServerName> live = new ArrayList<>(before.answering());
    live.retainAll(cluster.targets());
    Optional<ServerGroup> group = cluster.group();
    List<RegionInfo> chosen;
    if (words.length > 1) {
      ServerName chosenServer = target(words[1], live, group);
      live.retainAll(List.of(chosenServer));
      chosen =
          OnlineRegions.spread(
              count,
              before.opened().stream()
                  .filter(region -> !before.server(region).equals(Optional.of(chosenServer)))
                  .toList());
    } else {
      chosen = OnlineRegions.spread(count, before.opened());
      checkTargets(live, group, count);
    }
    Map<RegionInfo, ServerName> targets = new LinkedHashMap<>();
    Map<String, String> homes = new HashMap<>();
    Map<String, String> moved = new HashMap<>();
    for (int i = 0; i < count; i++) {
      RegionInfo region = chosen.get(i);
      ServerName from = before.server(region).orElseThrow();
      int next = Math.max(0, live.indexOf(from)) + 1 + i % Math.max(1, live.size() - 1);
      ServerName to = live.get(next % live.size());
      targets.put(region, to);
      homes.put(region.getEncodedName(), from.getAddress().toString());
      moved.put(region.getEncodedName(), to.getAddress().toString());
    }
    environment.undoAtTheEnd(
        Undo.moving(
            "move " + regions(count) + " back",
            cluster.table(),
            new Undo.Moves(homes, moved, List.of())));
    for (Map.Entry<RegionInfo, ServerName> target : targets.entrySet()) {
      cluster.move(target.getKey(), target.getValue());
    }
    cluster.await(
        now ->
            targets.entrySet().stream()
                .allMatch(e -> now.server(e.getKey()).equals(Optional.of(e.getValue()))),
        "not all regions are at their new servers");
    return regions(count);
  }

  /** The server that a user has chosen. */
  private ServerName target(String name, List<ServerName> live, Optional<ServerGroup> group)
      throws IOException {
    ServerName server = cluster.named(name);
    if (!live.contains(server)) {
      throw new IOException(server.getAddress() + " is being drained, or does not answer");
    }
    cluster.checkGroup(server, group);
    return server;
  }

  /** Keeps the servers of the table's group alone. */
  private void checkTargets(List<ServerName> live, Optional<ServerGroup> group, int count)
      throws IOException {
    if (group.isPresent() && !group.get().isKnown()) {
      throw new IOException(
          "which RSGroup table %s is of is unknown to this user; try action: move-regions %d rs1.example.org:16020"
              .formatted(cluster.table(), count));
    }
    group.ifPresent(known -> live.removeIf(server -> !known.has(server)));
    if (live.size() < 2) {
      throw new IOException(
          "there is no other region server"
              + group.map(known -> " in RSGroup " + known.name()).orElse(""));
    }
  }

  String split(String operand) throws IOException, InterruptedException {
    OnlineRegions regions = cluster.regions();
    if (!Operand.isNumber(operand)) {
      RegionInfo region = regions.named(operand);
      await(cluster.admin().splitRegionAsync(region.getRegionName()));
      return "region " + region.getEncodedName();
    }
    List<RegionInfo> largest =
        regions.opened().stream()
            .sorted(Comparator.comparingDouble(region -> -regions.bytes(region)))
            .toList();
    return each(
        Integer.parseInt(operand),
        largest,
        region -> cluster.admin().splitRegionAsync(region.getRegionName()));
  }

  String merge(int count) throws IOException, InterruptedException {
    OnlineRegions regions = cluster.regions();
    List<RegionInfo> all = regions.all();
    List<List<RegionInfo>> pairs = new ArrayList<>();
    for (int i = 1; i < all.size(); i++) {
      if (regions.isOpen(all.get(i - 1)) && regions.isOpen(all.get(i))) {
        pairs.add(List.of(all.get(i - 1), all.get(i)));
      }
    }
    pairs.sort(Comparator.comparingDouble(p -> regions.bytes(p.get(0)) + regions.bytes(p.get(1))));
    Set<RegionInfo> merged = new HashSet<>();
    return each(
        count,
        pairs,
        pair -> {
          if (!Collections.disjoint(merged, pair)) {
            throw new IOException("each of its neighbours was merged already");
          }
          merged.addAll(pair);
          byte[][] names = pair.stream().map(RegionInfo::getRegionName).toArray(byte[][]::new);
          return cluster.admin().mergeRegionsAsync(names, false);
        });
  }

  /** Changes the first candidates that HBase does not refuse, all of them at once. */
  private static <T> String each(
      int count, List<T> candidates, FailableFunction<T, Future<Void>, IOException> request)
      throws IOException, InterruptedException {
    Iterator<T> rest = candidates.iterator();
    int done = 0;
    IOException refusal = null; // a region with references can be neither split nor merged
    while (done < count && rest.hasNext()) {
      List<Future<Void>> changes = new ArrayList<>();
      while (changes.size() < count - done && rest.hasNext()) {
        try {
          changes.add(request.apply(rest.next()));
        } catch (IOException e) {
          refusal = e;
        }
      }
      for (Future<Void> change : changes) {
        try {
          await(change);
          done++;
        } catch (IOException e) {
          refusal = e;
        }
      }
    }
    if (done < count) {
      throw new IOException(
          "%d of %d done%s"
              .formatted(done, count, refusal == null ? "" : ": " + FailureText.of(refusal)),
          refusal);
    }
    return "%d of %d".formatted(done, candidates.size());
  }

  private static void await(Future<Void> change) throws IOException, InterruptedException {
    try {
      change.get(Await.LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(FailureText.of(e.getCause()), e);
    } catch (TimeoutException e) {
      throw new IOException("no end after " + Await.LIMIT.toSeconds() + " s", e);
    }
  }

  String unassign(String operand, ActionEnvironment environment)
      throws IOException, InterruptedException {
    OnlineRegions regions = cluster.regions();
    List<RegionInfo> chosen =
        Operand.isNumber(operand)
            ? OnlineRegions.spread(Integer.parseInt(operand), regions.opened())
            : List.of(regions.named(operand));
    if (!chosen.stream().allMatch(regions::isOpen)) { // closed by somebody, who may want it so
      throw new IOException("region " + operand + " is not open");
    }
    List<String> names = chosen.stream().map(RegionInfo::getEncodedName).toList();
    PendingUndo undo =
        environment.undoAtTheEnd(
            Undo.assigning("assign " + regions(chosen.size()), cluster.table(), names));
    unassigned.put(names, undo);
    for (RegionInfo region : chosen) {
      cluster.admin().unassign(region.getRegionName());
    }
    cluster.await(now -> chosen.stream().noneMatch(now::isOpen), "not all regions are offline");
    return regions(chosen.size());
  }

  String assign() throws IOException, InterruptedException {
    Map<List<String>, PendingUndo> taken;
    synchronized (unassigned) {
      taken = new LinkedHashMap<>(unassigned);
    }
    List<String> all = taken.keySet().stream().flatMap(List::stream).toList();
    new UndoWork(cluster).assign(all);
    unassigned.keySet().removeAll(taken.keySet());
    for (Map.Entry<List<String>, PendingUndo> one : taken.entrySet()) {
      one.getValue().change(undo -> undo.assigned(one.getKey()));
    }
    return regions(all.size());
  }

  static String regions(int count) {
    return count == 1 ? "1 region" : count + " regions";
  }
}
