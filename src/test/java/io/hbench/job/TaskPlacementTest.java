package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.job.barrier.StartBarrier;
import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Place;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TaskPlacementTest {
  private static final Set<String> SERVERS = Set.of("rs1.example.org", "H2.Example.ORG");

  /** The last one: when all nodes are left, they are tried again, so that attempts run out. */
  private static final List<String> TRIES =
      List.of(
          "mapreduce.map.maxattempts",
          "mapreduce.job.maxtaskfailures.per.tracker",
          "yarn.app.mapreduce.am.job.node-blacklisting.enable",
          "yarn.app.mapreduce.am.job.node-blacklisting.ignore-threshold-node-percent");

  @TempDir Path dir;
  private Configuration conf;
  private String ofQueue = "";

  /** Two of them on one host, and another one with room for one container. */
  private final List<NodeReport> nodes =
      List.of(
          node("h1.example.org", 1, 4_096, ""),
          node("h1.example.org", 2, 4_096, ""),
          node("h2", 1, 4_096, ""),
          node("h3", 1, 1_500, ""),
          node("h4", 1, 4_096, "bench"));

  @BeforeEach
  void open() {
    conf = LocalJobs.conf(dir);
    conf.setInt("mapreduce.map.memory.mb", 1_024);
  }

  private static NodeReport node(String host, int port, int mb, String label) {
    NodeReport node =
        NodeReport.newInstance(
            NodeId.newInstance(host, port),
            NodeState.RUNNING,
            "",
            "",
            Resource.newInstance(0, 0),
            Resource.newInstance(mb, 8),
            0,
            "",
            0);
    node.setNodeLabels(label.isEmpty() ? Set.of() : Set.of(label));
    return node;
  }

  private TaskPlacement place(String text, int tasks, Set<String> servers) {
    return TaskPlacement.of(new Place(text), tasks, conf, servers, nodes, ofQueue);
  }

  @Test
  void eachOfTheHostsHasOneTaskAndThoseWithTheMostRoomComeFirst() {
    assertThat(place("hosts:2", 2, Set.of()).wishes()).containsExactly("h1.example.org", "h2");
    assertThat(place("hosts:3", 3, Set.of()).wishes())
        .containsExactly("h1.example.org", "h2", "h3");
  }

  @Test
  void tasksAreSpreadOverTheRightHostsAsFarAsTheseHaveRoom() {
    assertThat(place("apart", 5, Set.of("h2")).wishes())
        .containsExactly(
            "h1.example.org", "h3", "h1.example.org", "h1.example.org", "h1.example.org");
    assertThat(place("apart", 11, Set.of("h2")).wishes()).hasSize(11).contains("h3");
  }

  @Test
  void namesOfHostsMayDifferInCapitalLettersOrDomain() {
    assertThat(place("servers", 2, SERVERS).wishes()).containsExactly("h2", "h2");
    assertThat(place("apart", 2, SERVERS).hosts()).containsExactly("h1.example.org", "h3");
    assertThat(place("servers", 1, Set.of("h1.example.com", "H3")).hosts()).containsExactly("h3");
  }

  @Test
  void apartFromAServerIsAlsoApartFromItsAddress() {
    List<NodeReport> same =
        List.of(node("127.0.0.1", 1, 4_096, ""), node("10.0.0.7", 1, 4_096, ""));
    Set<String> servers = Set.of("localhost", "[no name", "10.0.0.8");
    assertThat(TaskPlacement.withAddresses(servers, same))
        .containsExactlyInAnyOrder("localhost", "[no name", "10.0.0.8", "127.0.0.1");
  }

  @Test
  void aLabelIsYarnsToKeep() {
    TaskPlacement placement = place("label:bench", 2, Set.of());
    assertThat(placement.wishes()).isEmpty();
    Configuration job = placement.in(new Configuration(conf));
    assertThat(job.get("mapreduce.map.node-label-expression")).isEqualTo("bench");
    for (String setting : TRIES) {
      assertThat(job.get(setting)).as(setting).isEqualTo(conf.get(setting));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mapreduce.map", "mapreduce.job"})
  void withALabelOfTheUsersOnlyItsHostsAreRight(String start) {
    conf.set(start + ".node-label-expression", "bench");
    assertThat(place("hosts:1", 1, Set.of()).wishes()).containsExactly("h4");
  }

  @Test
  void withALabelOfTheQueueOnlyItsHostsAreRightUnlessTheJobHasOne() {
    ofQueue = "bench";
    assertThat(place("hosts:1", 1, Set.of()).wishes()).containsExactly("h4");
    conf.set("mapreduce.job.node-label-expression", "");
    assertThat(place("hosts:1", 1, Set.of()).wishes()).containsExactly("h1.example.org");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hosts:4|h2|YARN has NodeManagers on 3 hosts, h1.example.org, h2, h3; try --place hosts:3",
        "servers|rs1|YARN has NodeManagers on 3 hosts, h1.example.org, h2, h3, region servers are on"
            + " rs1; try --place apart",
        "apart|h1,h2,h3|YARN has NodeManagers on 3 hosts, h1.example.org, h2, h3, each with a region"
            + " server; try --place servers",
        "label:none|h1|NodeManagers have labels bench; try --place label:bench"
      })
  void aPlaceThatCannotBeHadIsRefused(String place, String servers, String why) {
    assertThatThrownBy(() -> place(place, 4, Set.copyOf(Arrays.asList(servers.split(",")))))
        .isInstanceOf(UsageException.class)
        .hasMessage("--place " + place + ": " + why);
  }

  @Test
  void withoutLabelsNoneCanBeHad() {
    nodes.forEach(node -> node.setNodeLabels(null));
    assertThatThrownBy(() -> place("label:bench", 1, Set.of()))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--place label:bench: no NodeManager that runs has a label; try --place servers");
  }

  @Test
  void aRunWithoutATableHasNoRegionServers() {
    conf.set("mapreduce.framework.name", "yarn");
    RunSpec spec = spec("apart", 4);
    assertThatThrownBy(() -> TaskPlacement.find(spec, conf, null))
        .isInstanceOf(UsageException.class)
        .hasMessage("--place apart: needs the region servers of one cluster; try --place hosts:4");
  }

  @Test
  void serversThatAreUnknownAreAnErrorOfTheClusterAndNotOfTheUser() {
    conf.set("mapreduce.framework.name", "yarn");
    Settings.PLACE.set(conf, "servers");
    Settings.ASSIGNMENTS.set(conf, "get@4");
    RunSpec spec = RunSpec.from(conf);
    assertThatThrownBy(() -> TaskPlacement.find(spec, conf, null))
        .isInstanceOf(IOException.class)
        .hasMessage("--place servers: the region servers are unknown, as there is no snapshot");
  }

  @Test
  void theSplitsOfAJobHaveTheWishesOfItsTasks() throws Exception {
    assertThat(locations(conf)).containsOnly(List.of());
    Configuration job = place("apart", 4, Set.of("h2")).in(new Configuration(conf));
    assertThat(locations(job))
        .containsExactly(
            List.of("h1.example.org"),
            List.of("h3"),
            List.of("h1.example.org"),
            List.of("h1.example.org"));
  }

  private static List<List<String>> locations(Configuration job) throws Exception {
    Settings.ASSIGNMENTS.set(job, "noop@4");
    List<InputSplit> splits =
        new TaskInputFormat().getSplits(new JobContextImpl(new JobConf(job), new JobID()));
    return IntStream.range(0, 4)
        .mapToObj(
            task -> {
              try {
                return List.of(splits.get(task).getLocations());
              } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            })
        .toList();
  }

  private StartBarrier barrier(RunSpec spec) throws IOException {
    RunDirectory run =
        new RunDirectory(conf, new org.apache.hadoop.fs.Path(dir.resolve("run").toUri()));
    return new StartBarrier(run, spec, conf, Duration.ZERO);
  }

  private RunSpec spec(String place, int tasks) {
    Settings.ASSIGNMENTS.set(conf, "noop@" + tasks);
    Settings.PLACE.set(conf, place);
    return RunSpec.from(conf);
  }

  @Test
  void aTaskBesideAnotherOneFailsBeforeItSendsAnything() throws Exception {
    RunSpec spec = spec("hosts:3", 3);
    StartBarrier barrier = barrier(spec);
    Configuration job = place("hosts:3", 3, Set.of()).in(conf);
    TaskPlacement.check(spec, job, 2, "h2", barrier);
    TaskPlacement.check(spec, job, 2, "h2", barrier); // its next attempt
    TaskPlacement.check(spec, job, 0, "h9", barrier);
    assertThatThrownBy(() -> TaskPlacement.check(spec, job, 1, "h2", barrier))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "--place hosts:3: task 1 is on h2 beside task 2, as YARN takes hosts as wishes; free"
                + " 1,024 MB for each on h1.example.org, h2, h3, or try --place hosts:2");
    TaskPlacement.check(spec, job, 1, "h3", barrier);
  }

  @Test
  void aTaskOnAWrongHostFailsBeforeItSendsAnything() throws Exception {
    RunSpec spec = spec("apart", 4);
    StartBarrier barrier = barrier(spec);
    Configuration job = place("apart", 4, Set.of("h2")).in(conf);
    TaskPlacement.check(spec, job, 0, "h3", barrier);
    assertThatThrownBy(() -> TaskPlacement.check(spec, job, 1, "h2", barrier))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "--place apart: task 1 is on h2, as YARN takes hosts as wishes; free 1,024 MB for each"
                + " on h1.example.org, h3, or try --tasks 2");
  }

  @Test
  void mapReduceLeavesAHostAfterOneFailureAndTriesOthers() throws Exception {
    Configuration placed = place("hosts:3", 3, Set.of()).in(conf);
    Configuration job =
        LoadJob.of(spec("hosts:3", 3), placed, new org.apache.hadoop.fs.Path("/runs/a"))
            .getConfiguration();
    assertThat(TRIES).extracting(job::get).containsExactly("10", "1", "true", "100");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run noop --place hosts:5 --tasks 4|hosts:5: one task on each host, and the run has 4; try"
            + " --place hosts:4",
        "run noop@5 noop --place hosts:5|hosts:5: one task on each host, and the run has 10; try"
            + " --place hosts:10",
        "run noop --place hosts:5|hosts:5: tasks are threads of this JVM; try --place hosts:1"
            + " without --local",
        "run noop --place servers|servers: tasks are threads of this JVM; try --place hosts:1"
            + " without --local",
        "run noop --place apart --allow-waves|apart: a late task on a wrong host would end the run"
            + " amid its load; try --place apart without --allow-waves",
        "run noop --place hosts:0|hosts:0: not one of hosts: and a number, servers, apart, label:"
            + " and a name; try --place hosts:5"
      })
  void aPlaceThatContradictsTheRunIsRefused(String words, String why) {
    Hbench.Result result = new Hbench(dir).run(words);
    assertThat(result).hasExitCode(2);
    assertThat(result.err()).isEqualTo("hbench: --place " + why + "\n");
  }

  @Test
  void hostsHaveATaskEachByDefault() {
    Settings.ASSIGNMENTS.set(conf, "noop");
    Settings.PLACE.set(conf, "hosts:7");
    assertThat(RunSpec.from(conf).tasks()).isEqualTo(7);
  }
}
