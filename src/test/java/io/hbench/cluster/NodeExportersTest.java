package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.Prometheus;
import io.hbench.rundir.HostFacts;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.MachineUse.Disk;
import io.hbench.rundir.TaskFacts.Machine;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class NodeExportersTest {
  private static final Instant START = Instant.parse("2026-11-27T18:20:40Z");
  private static final Instant SUBMITTED = START.minusSeconds(20);

  private Prometheus prometheus;

  @BeforeEach
  void start() throws IOException {
    prometheus = new Prometheus("localhost");
  }

  @AfterEach
  void stop() {
    prometheus.close();
  }

  private HostFacts read(String url, double seconds, String... hosts) throws Exception {
    Instant end = START.plusMillis((long) (1e3 * seconds));
    return NodeExporters.read(
        new Configuration(false), URI.create(url), List.of(hosts), SUBMITTED, START, end);
  }

  private Machine machine(String host) throws Exception {
    HostFacts facts = read(prometheus.url(), 30, host);
    assertThat(facts.problem()).isNull();
    return facts.machines().get(host);
  }

  @Test
  void theFiguresOfAHostAreWhatItsCountersHaveGrownBy() throws Exception {
    MachineUse use = machine("localhost").window();
    assertThat(use.seconds()).isCloseTo(30.007, within(0.001));
    // of 60.06 s of both processors: 52.85 user, 6.95 system, 0.11 softirq, 0.15 steal
    assertThat(use.cpu()).isCloseTo(0.9975, within(1e-4));
    assertThat(use.user()).isCloseTo(0.8799, within(1e-4));
    assertThat(use.system()).isCloseTo(0.1175, within(1e-4));
    assertThat(use.iowait()).isZero();
    assertThat(use.steal()).isCloseTo(0.0025, within(1e-4));
    assertThat(use.load()).isEqualTo(11.34);
    assertThat(use.memory()).isEqualTo(25_276_063_744.0);
    assertThat(use.free()).isEqualTo(20_013_973_504.0);
    assertThat(use.pageCache()).isEqualTo(999_641_088.0 + 11_386_880);
    assertThat(use.interfaces()).containsExactly("eth0");
    assertThat(use.in()).isCloseTo(1e6, within(1.0));
    assertThat(use.out()).isZero();
    assertThat(use.peakIn()).isNull();
    assertThat(use.link()).as("-125000 is no speed").isNull();
    Disk disk = use.disks().get(0);
    assertThat(use.disks()).hasSize(1);
    assertThat(disk.name()).isEqualTo("vda");
    assertThat(disk.busy()).isCloseTo(0.236 / 30.007, within(1e-6));
    assertThat(disk.reads()).isCloseTo(610 / 30.007, within(0.01));
    assertThat(disk.writes()).isCloseTo(385 / 30.007, within(0.01));
    assertThat(disk.readBytes()).isCloseTo(7_462_912 / 30.007, within(10.0));
    assertThat(disk.writtenBytes()).isCloseTo(26_767_360 / 30.007, within(40.0));
    assertThat(disk.waitUs()).isCloseTo(1e6 * 0.979 / 995, within(0.1));
  }

  @Test
  void aHostIsFoundByItsTargetItsOwnNameAndItsAddress() throws Exception {
    assertThat(machine("localhost").processors()).isEqualTo(2);
    assertThat(machine("RS1.example.org").processors()).as("node_uname_info").isEqualTo(2);
    assertThat(machine("rs7.example.org")).isNull();
    prometheus.instance("127.0.0.1");
    assertThat(machine("localhost").processors()).as("an address").isEqualTo(2);
    prometheus.instance("localhost");
    assertThat(read(prometheus.url(), 30, "localhost", "rs7.example.org").machines())
        .containsOnlyKeys("localhost");
  }

  @Test
  void beforeTheLoadIsTheMinuteBeforeTheJob() throws Exception {
    machine("localhost");
    assertThat(prometheus.times())
        .containsExactly(
            SUBMITTED.minusSeconds(60), SUBMITTED, START, START.plusSeconds(30));
    assertThat(prometheus.query())
        .contains("by (instance, mode)", "node_disk_", "memory_(MemTotal|");
    assertThat(machine("localhost").cpuBefore()).isCloseTo(0.9975, within(1e-4));
  }

  @Test
  void scrapesThatAreTooFarApartForTheWindowTellNothingOfIt() throws Exception {
    assertThat(read(prometheus.url(), 15.1, "localhost").machines().get("localhost").window())
        .isNotNull();
    assertThat(read(prometheus.url(), 14, "localhost").machines().get("localhost").window())
        .isNull();
    assertThat(read(prometheus.url(), 70, "localhost").machines().get("localhost").window())
        .isNull();
  }

  @Test
  void aPrometheusThatIsNotOneIsNamedInALine() throws Exception {
    assertThat(read(prometheus.url() + "/nowhere", 30, "localhost").problem())
        .isEqualTo("status 404 of /api/v1/query");
    assertThat(read(prometheus.url() + "/page", 30, "localhost").problem())
        .isEqualTo("not an answer of Prometheus");
    prometheus.close();
    assertThat(read(prometheus.url(), 30, "localhost").problem()).startsWith("ConnectException");
  }

  @Test
  void numbersThatAreNoneAndSamplesWithoutAnInstanceAreLeftOut() throws Exception {
    assertThat(
            NodeExporters.parse(
                """
                {"status":"success","data":{"resultType":"vector","result":[
                {"metric":{"__name__":"node_load1","instance":"a:9100"},"value":[1.5,"+Inf"]},
                {"metric":{"__name__":"node_load1"},"value":[1.5,"2"]},
                {"metric":{"instance":"a:9100","mode":"idle"},"value":[1.5,"7"]}]}}"""))
        .hasToString("{a:9100={/idle=7.0}}");
  }
}
