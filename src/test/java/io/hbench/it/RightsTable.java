package io.hbench.it;

import static org.apache.hadoop.hbase.security.access.Permission.Action.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.op.OperationType.Effect;
import io.hbench.op.Operations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.security.access.Permission.Action;

/** The table of rights: each command as a user with none, R, RW, RWC and RWCA on its table. */
final class RightsTable {
  private static final List<String> COLUMNS = List.of("none", "R", "RW", "RWC", "RWCA");
  private static final Pattern MISSING =
      Pattern.compile("lacks (\\w) on (?:(?:table|namespace) '(.*?)'|everything)");
  private static final String TABLE = "t1";

  /** Operations that have a command of their own, or need no table. */
  private static final Set<Operations> OTHERWISE = Set.of(Operations.VERIFY, Operations.NOOP);

  private static final String ROWS = " --table t1 --rows 100";
  private static final String RUN = "@1 --threads 1 --warmup 0s --ops 10" + ROWS;

  private final GuardedHBase hbase;
  private final Path dir;
  private final Hbench superuser;
  private final GuardedHBase.As alice;
  private int bulkLoads;

  /** The commands as the page shows them, and as they run; {@code DIR} is a load of the table. */
  static Map<String, String> commands() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("verify", "verify --tasks 1" + ROWS);
    Stream.of(Operations.values())
        .filter(o -> o.effect() != Effect.DELETES && !OTHERWISE.contains(o))
        .forEach(o -> all.put("run " + o, "run " + o + RUN + " --yes"));
    all.replaceAll((name, words) -> name.contains("meta") ? words + META : words);
    all.put("run insert --first-insert 200", "run insert" + RUN + " --first-insert 200 --yes");
    all.put("run get --keys sampled", "run get" + RUN + " --keys sampled");
    all.put("run get --settle 1m", "run get" + RUN + " --settle 1m");
    for (String flag : List.of("--warm", "--flush", "--major-compact", "--clear-cache")) {
      all.put("run get " + flag, "run get" + RUN + " --yes " + flag);
    }
    all.put("run put, without --yes", "run put" + RUN);
    all.put("findmax get", "findmax get" + FINDMAX);
    all.put("suite of gets", "suite SUITE");
    all.put("pe randomRead 1", "pe --rows=100 --table=t1 randomRead 1");
    all.put("ycsb run hbase2 of workload c", "ycsb run hbase2 -P " + WORKLOAD + YCSB);
    all.put("size", "size");
    Stream.of(Operations.values()) // what they delete is loaded again
        .filter(o -> o.effect() == Effect.DELETES)
        .forEach(o -> all.put("run " + o, "run " + o + RUN + " --yes"));
    all.put("load into a table", "load --tasks 1 --yes" + ROWS);
    all.put("load --resume DIR", "load --resume DIR --yes");
    all.put("load --bulk into a table", "load --bulk --tasks 1 --yes" + ROWS);
    all.put("load into a new table", "load --tasks 1 --rows 100 --table t2");
    all.put("load --recreate=t1", "load --recreate=t1 --tasks 1" + ROWS);
    return all;
  }

  private static final String META = " --i-know-this-writes-to-meta";
  private static final String FINDMAX =
      "@1 --threads 1 --objective 'max < 0us' --start-rate 50 --step-time 300ms --warmup 0s" + ROWS;
  private static final String WORKLOAD = "job-conf/ycsb/workloadc";
  private static final String YCSB = " -p operationcount=10 -p recordcount=100 -p table=ycsb";

  RightsTable(GuardedHBase hbase, Path dir) {
    this.hbase = hbase;
    this.dir = dir;
    this.superuser = new Hbench(hbase.conf(), dir.resolve("superuser"));
    this.alice = hbase.as("alice", dir);
  }

  /** The table, and the lines that commands print. */
  String text() throws Exception {
    Map<String, List<String>> cells = new LinkedHashMap<>();
    Set<String> lines = new LinkedHashSet<>();
    for (String column : COLUMNS) {
      Path load = prepare(column);
      for (Map.Entry<String, String> command : commands().entrySet()) {
        String words = command.getValue().replace("DIR", load.toString());
        Hbench.Result result = run(words.replace("SUITE", suite().toString()));
        cells.computeIfAbsent(command.getKey(), name -> new ArrayList<>()).add(cell(result));
        if (result.exitCode() == 2) {
          lines.add(last(result.err()));
        }
      }
    }
    return "| command | "
        + String.join(" | ", COLUMNS)
        + " |\n"
        + "|---|"
        + "---|".repeat(COLUMNS.size())
        + "\n"
        + cells.entrySet().stream()
            .map(row -> "| `" + row.getKey() + "` | " + String.join(" | ", row.getValue()) + " |\n")
            .collect(Collectors.joining())
        + "\n```\n"
        + String.join("", lines)
        + "```\n";
  }

  /** Runs a command; HBase takes over HFiles of the user's only where the user owns them. */
  private Hbench.Result run(String words) throws Exception {
    bulkLoads++;
    return words.contains("--bulk")
        ? alice.run(words + " --quiet --out " + hbase.home("alice") + "/load-" + bulkLoads)
        : alice.job(words);
  }

  /** A table of the superuser's, and rights on it for the user; returns its run directory. */
  private Path prepare(String column) throws IOException {
    hbase.dropTables();
    hbase.revokeOnNamespace("alice", "default", CREATE);
    Hbench.Result load = superuser.job("load --tasks 1" + ROWS);
    assertThat(load).hasExitCode(0);
    assertThat(superuser.job("ycsb load hbase2 -P " + WORKLOAD + YCSB)).hasExitCode(0);
    Action[] rights =
        Arrays.stream(Action.values())
            .filter(action -> !column.equals("none") && column.indexOf(action.code()) >= 0)
            .toArray(Action[]::new);
    if (rights.length > 0) {
      hbase.grant("alice", TABLE, rights);
      hbase.grant("alice", "ycsb", rights);
    }
    if (column.contains("C")) {
      hbase.grantOnNamespace("alice", "default", CREATE);
    }
    return load.dir();
  }

  private Path suite() throws IOException {
    String get = "run get" + RUN;
    Path file = Files.createDirectories(dir).resolve("suite.yaml");
    return Files.writeString(file, "steps: [{name: a, command: \"%s\"}]\n".formatted(get));
  }

  private static String last(String text) {
    List<String> lines = text.lines().toList();
    return lines.get(lines.size() - 1).replaceFirst("^hbench: ", "") + "\n";
  }

  private static String cell(Hbench.Result result) {
    // the verdict, and so the exit code, depends on the machine
    if (result.exitCode() == 0 || result.err().isEmpty()) {
      return "works";
    }
    if (result.exitCode() == 2 && result.err().contains("; try --yes=")) {
      return "takes `--yes`";
    }
    Matcher missing = MISSING.matcher(result.err());
    assertThat(missing.find() && result.exitCode() == 2)
        .as("%d %s%s", result.exitCode(), result.err(), result.out())
        .isTrue();
    String what =
        missing.group(2) == null
            ? " on all"
            : switch (missing.group(2)) {
              case TABLE, "ycsb" -> "";
              case "default" -> " on namespace";
              case "hbase:meta" -> " on meta";
              default -> " on " + missing.group(2);
            };
    return "lacks " + missing.group(1) + what;
  }
}
