package io.hbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.compare.Comparison.Difference;
import io.hbench.report.ReportReader;
import io.hbench.report.RunReport;
import io.hbench.report.Setups;
import io.hbench.rundir.ServerFacts;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunIdentityTest {
  private static final SyntheticRuns SHORT =
      new SyntheticRuns(1, 2, 20, 500_000, 0, 0, 0, 0, 1, Map.of(), null);

  private static final Setups NONE = new Setups(List.of(), List.of());

  @TempDir Path dir;
  private int runs;

  @Test
  void tableSeedAndOutputSettingsAreNotPartOfTheIdentity() throws IOException {
    assertThat(
            differences(
                SHORT,
                SHORT
                    .with(Settings.TABLE, "t2")
                    .with(Settings.SEED, "7")
                    .with(Settings.QUIET, "true")
                    .with(Settings.STRICT, "true")))
        .isEmpty();
  }

  @Test
  void settingsOfTheLoadAreListedByTheirFlag() throws IOException {
    assertThat(
            differences(
                SHORT, SHORT.with(Settings.THREADS, "16").with(Settings.KEYS, "zipfian:0.99")))
        .containsExactlyInAnyOrder(
            new Difference("--threads", List.of("none"), List.of("16"), true),
            new Difference("--keys", List.of("uniform"), List.of("zipfian:0.99"), true));
  }

  @Test
  void aProfileIsNamedAndDoesNotMakeAnotherLoad() throws IOException {
    assertThat(differences(SHORT, SHORT.with(Settings.PROFILE, "true")))
        .containsExactly(new Difference("--profile", List.of("false"), List.of("true"), false));
  }

  @Test
  void equalNumbersInDifferentNotationAreEqual() throws IOException {
    assertThat(
            differences(
                SHORT
                    .with(Settings.ROWS, "10M")
                    .with(Settings.WARMUP, "60s")
                    .with(Settings.RATE, "1k,2.5k")
                    .with(Settings.CATCHUP, "burst:2")
                    .with(Settings.FOR, "60s"),
                SHORT
                    .with(Settings.ROWS, "10000000")
                    .with(Settings.WARMUP, "1m")
                    .with(Settings.RATE, "1000,2500")
                    .with(Settings.CATCHUP, "burst:2.0")
                    .with(Settings.FOR, "1m")))
        .isEmpty();
  }

  @Test
  void aSettingThatAnOlderHbenchLackedHasItsDefault() throws IOException {
    RunReport report = ReportReader.read(SHORT.write(dir.resolve("run" + runs++), 1));
    Map<String, String> older = new HashMap<>(report.settings());
    assertThat(older.keySet().removeAll(List.of("candidate", "until", "confirm", "value-lengths")))
        .isTrue();
    RunIdentity ofOlder = RunIdentity.of(older, report.run().version(), null, List.of(), NONE);
    RunIdentity ofNewer =
        RunIdentity.of(report.settings(), report.run().version(), null, List.of(), NONE);
    assertThat(RunIdentity.differences(new Sides<>(List.of(ofOlder), List.of(ofNewer)))).isEmpty();
  }

  @Test
  void differencesOfHBaseAndTableAreListedWithoutTheirCommonAttributes() throws IOException {
    String table =
        "'%s', {TABLE_ATTRIBUTES => {METADATA => {'HBENCH' => '%s'}}}, {NAME => 'info0', ";
    assertThat(
            differences(
                SHORT.with(
                    servers("2.6.1", 4, table.formatted("t1", "0.1.0") + "BLOOMFILTER => 'ROW'}")),
                SHORT.with(
                    servers(
                        "2.6.2", 5, table.formatted("t2", "0.2.0") + "BLOOMFILTER => 'NONE'}"))))
        .containsExactly(
            new Difference("HBase", List.of("2.6.1"), List.of("2.6.2"), false),
            new Difference("regions", List.of("4"), List.of("5"), false),
            new Difference(
                "table schema",
                List.of("BLOOMFILTER => 'ROW'"),
                List.of("BLOOMFILTER => 'NONE'"),
                false));
  }

  @Test
  void aSchemaThatTheUserMayNotReadIsNoDifference() throws IOException {
    ServerFacts unknown =
        new ServerFacts(
            "2.6.1", 4, 0, 0, 0, 0, 0, null, Map.of(), List.of(new ServerFacts.Unknown("", "")));
    ServerFacts missing = servers("2.6.1", 4, null);
    ServerFacts known = servers("2.6.1", 4, "'t1', {NAME => 'info0'}");
    assertThat(differences(SHORT.with(known), SHORT.with(unknown))).isEmpty();
    assertThat(differences(SHORT.with(unknown), SHORT.with(missing))).isEmpty();
    assertThat(differences(SHORT.with(known), SHORT.with(missing))).hasSize(1);
  }

  /** The comparison ended with an exception. */
  @Test
  void twoSchemasOfASideWhoseOtherSideIsUnknownAreADifference() throws IOException {
    ServerFacts unknown =
        new ServerFacts(
            "2.6.1", 4, 0, 0, 0, 0, 0, null, Map.of(), List.of(new ServerFacts.Unknown("", "")));
    List<RunIdentity> altered = new ArrayList<>();
    for (String bloom : List.of("ROW", "NONE")) {
      String table = "'t1', {NAME => 'info0', BLOOMFILTER => '%s'}".formatted(bloom);
      altered.add(identity(SHORT.with(servers("2.6.1", 4, table))));
    }
    assertThat(
            RunIdentity.differences(new Sides<>(List.of(identity(SHORT.with(unknown))), altered)))
        .containsExactly(
            new Difference(
                "table schema",
                List.of(),
                List.of("BLOOMFILTER => 'ROW'", "BLOOMFILTER => 'NONE'"),
                false));
  }

  @Test
  void hostsThatOneOfTwoRunsDoesNotKnowAreNoDifference() throws IOException {
    RunIdentity known = onServers("rs1:16020");
    RunIdentity unknown = identity(SHORT);
    assertThat(unknown.hosts()).doesNotContainKey("hosts of region servers");
    assertThat(RunIdentity.differences(new Sides<>(List.of(known), List.of(unknown)))).isEmpty();
  }

  @Test
  void anotherClusterIsNoOtherLoad() throws IOException {
    RunIdentity here = onServers("rs1:16020", "rs2:16020");
    RunIdentity there =
        onServers("rs1:16030", "rs5:16020", "rs6:16020", "rs7:16020", "rs8:16020", "rs9:16020");
    assertThat(RunIdentity.differences(new Sides<>(List.of(here), List.of(there))))
        .containsExactly(
            new Difference("region servers", List.of("2"), List.of("6"), false),
            new Difference(
                "hosts of region servers",
                List.of("2, with rs2"),
                List.of("6, with rs5, rs6, rs7 and 2 more"),
                false));
    assertThat(
            differences(
                SHORT.with(Settings.QUORUM, "zk1:2181"), SHORT.with(Settings.QUORUM, "zk2:2181")))
        .containsExactly(
            new Difference("--quorum", List.of("zk1:2181"), List.of("zk2:2181"), false));
  }

  @Test
  void runsOnOtherHostsAreTheSameButForTheirHosts() throws IOException {
    assertThat(onServers("rs1:16020").isSame(onServers("rs2:16020"))).isTrue();
    assertThat(onServers("rs1:16020").isSame(onServers("rs1:16020", "rs2:16020"))).isFalse();
  }

  private RunIdentity onServers(String... names) throws IOException {
    Map<String, ServerFacts.RegionServer> servers = new HashMap<>();
    for (String name : names) {
      servers.put(name, new ServerFacts.RegionServer(1, 1, 0, 0, null, null, null, null));
    }
    return identity(
        SHORT.with(new ServerFacts("2.6.1", 4, 0, 0, 0, 0, 0, null, servers, List.of())));
  }

  @Test
  void repeatsThatDifferAreADifference() throws IOException {
    RunIdentity eight = identity(SHORT.with(Settings.THREADS, "8"));
    RunIdentity nine = identity(SHORT.with(Settings.THREADS, "9"));
    assertThat(RunIdentity.differences(new Sides<>(List.of(eight, nine), List.of(eight, eight))))
        .containsExactly(new Difference("--threads", List.of("8", "9"), List.of("8"), true));
  }

  private List<Difference> differences(SyntheticRuns base, SyntheticRuns next) throws IOException {
    return RunIdentity.differences(new Sides<>(List.of(identity(base)), List.of(identity(next))));
  }

  private RunIdentity identity(SyntheticRuns kind) throws IOException {
    return RunIdentity.of(ReportReader.read(kind.write(dir.resolve("run" + runs++), 1)));
  }

  private static ServerFacts servers(String version, int regions, String descriptor) {
    return new ServerFacts(version, regions, 0, 0, 0, 0, 0, descriptor, Map.of(), List.of());
  }
}
