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
import java.util.stream.IntStream;
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
    prometheus = new Prometheus(START, "localhost");
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
    return facts.machines().get(host);
  }

  @Test
  void theFiguresOfAHostAreWhatItsCountersHaveGrownBy() throws Exception {
    MachineUse use = machine("localhost").window();
    assertThat(use.seconds()).isCloseTo(30, within(0.001));
    // in 30.007 s, of 60.06 s of both processors: 52.85 user, 6.95 system, 0.11 softirq, 0.15 steal
    assertThat(use.cpu()).isCloseTo(0.9975, within(1e-4));
    assertThat(use.user()).isCloseTo(0.8799, within(1e-4));
    assertThat(use.system()).isCloseTo(0.1175, within(1e-4));
    assertThat(use.iowait()).isZero();
    assertThat(use.steal()).isCloseTo(0.0025, within(1e-4));
    assertThat(use.load()).isCloseTo(11.34, within(0.001));
    assertThat(use.memory()).isEqualTo(25_276_063_744.0);
    assertThat(use.free()).isCloseTo(20_013_973_504.0, within(1e6));
    assertThat(use.pageCache()).isCloseTo(999_641_088.0 + 11_386_880, within(1e6));
    assertThat(use.interfaces()).containsExactly("eth0");
    assertThat(use.in()).isCloseTo(1e6, within(5.0));
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
  void theLinkIsThatOfTheCardsThatCarryTheLoad() throws Exception {
    prometheus.secondCard(0.5);
    assertThat(machine("localhost").window().interfaces()).containsExactly("eth0", "eth1");
    assertThat(machine("localhost").window().link()).isEqualTo(1.25e9);
    prometheus.secondCard(0.009);
    assertThat(machine("localhost").window().link()).as("that of eth0 is unknown").isNull();
  }

  @Test
  void aHostIsFoundByItsTargetItsOwnNameAndItsAddress() throws Exception {
    assertThat(machine("localhost").processors()).isEqualTo(2);
    assertThat(machine("RS1.example.org").processors()).as("node_uname_info").isEqualTo(2);
    assertThat(machine("rs7.example.org")).isNull();
    prometheus.instances("127.0.0.1");
    assertThat(machine("localhost").processors()).as("an address").isEqualTo(2);
  }

  @Test
  void anExactNameIsBetterThanOneThatDiffersByTheDomain() throws Exception {
    prometheus.instances("rs7.a.example.org", "rs7.b.example.org");
    prometheus.names("host");
    assertThat(machine("rs7.b.example.org")).isNotNull();
    assertThat(prometheus.query())
        .contains("instance=~\"rs7\\\\.b\\\\.example\\\\.org:9100\"")
        .doesNotContain("rs7\\\\.a");
  }

  @Test
  void aHostOfSeveralExportersOrWithoutOneIsUnknownAndALineSaysSo() throws Exception {
    prometheus.instances("rs7.a.example.org", "rs7.b.example.org");
    prometheus.names("host");
    HostFacts facts = read(prometheus.url(), 30, "rs7", "rs8", "rs9", "rs7.a.example.org");
    assertThat(facts.machines()).containsOnlyKeys("rs7.a.example.org");
    assertThat(facts.problems())
        .containsExactly(
            "no exporter (2 of 4 hosts, first rs8)", "several exporters (1 of 4 hosts, first rs7)");
  }

  @Test
  void anExporterThatSeveralHostsMatchTellsOfNone() throws Exception {
    prometheus.instances("rs7", "localhost");
    prometheus.names("host");
    HostFacts facts =
        read(prometheus.url(), 30, "rs7.a.example.org", "rs7.b.example.org", "localhost");
    assertThat(facts.machines()).containsOnlyKeys("localhost");
    assertThat(facts.problems())
        .containsExactly(
            "an exporter that matches several hosts (2 of 3 hosts, first rs7.a.example.org)");
  }

  @Test
  void targetsOfOneNameOnSeveralMachinesAreUnknown() throws Exception {
    prometheus.names("a", "b");
    HostFacts facts = read(prometheus.url(), 30, "localhost");
    assertThat(facts.machines()).isEmpty();
    assertThat(facts.problems())
        .containsExactly("several machines with one instance (1 of 1 hosts, first localhost)");
  }

  @Test
  void beforeTheLoadIsTheMinuteBeforeTheJob() throws Exception {
    assertThat(machine("localhost").cpuBefore()).isZero();
    assertThat(prometheus.times())
        .as("one for the names, four for the hosts")
        .containsExactly(
            START.plusSeconds(30),
            SUBMITTED.minusSeconds(60),
            SUBMITTED,
            START,
            START.plusSeconds(30));
    assertThat(prometheus.query()).contains("by (instance, mode)", "disk_(", "memory_(MemTotal|");
  }

  @Test
  void eachQueryIsForFiftyHosts() throws Exception {
    String[] hosts =
        IntStream.range(0, 60).mapToObj("rs%d.example.org"::formatted).toArray(String[]::new);
    prometheus.names("host");
    prometheus.instances(hosts);
    assertThat(read(prometheus.url(), 30, hosts).machines()).hasSize(60);
    assertThat(prometheus.times()).hasSize(1 + 4 + 4);
  }

  @Test
  void scrapesFarFromTheEndsOfTheWindowTellNothingOfIt() throws Exception {
    prometheus.age(5.9);
    assertThat(machine("localhost")).as("a fifth of 30 s").isNotNull();
    prometheus.age(6.1);
    assertThat(machine("localhost")).isNull();
    assertThat(read(prometheus.url(), 30, "localhost").problems())
        .containsExactly(
            "no scrapes within 6 s of both ends of the window (1 of 1 hosts, first localhost)");
    prometheus.age(59);
    assertThat(read(prometheus.url(), 600, "localhost").machines()).isNotEmpty();
    prometheus.age(61);
    assertThat(read(prometheus.url(), 600, "localhost").machines()).isEmpty();
    prometheus.age(-7);
    assertThat(machine("localhost")).as("a clock that is fast").isNull();
  }

  @Test
  void aHostThatStartsInTheWindowIsUnknown() throws Exception {
    prometheus.boot(START.plusSeconds(10));
    HostFacts facts = read(prometheus.url(), 30, "localhost");
    assertThat(facts.machines()).isEmpty();
    assertThat(facts.problems())
        .first()
        .asString()
        .startsWith("the host has started in the window");
    prometheus.boot(SUBMITTED.minusSeconds(30));
    assertThat(machine("localhost").cpuBefore()).isNull();
    assertThat(machine("localhost").window().cpu()).isCloseTo(0.9975, within(1e-4));
  }

  @Test
  void whatOneEndOfTheWindowLacksIsUnknown() throws Exception {
    prometheus.lack(START, "node_network_transmit_bytes_total");
    assertThat(machine("localhost").window().out()).isNull();
    assertThat(machine("localhost").window().in()).isNotNull();
    prometheus.lack(START, "node_disk_reads_completed_total");
    assertThat(machine("localhost").window().disks()).isEmpty();
    prometheus.lack(START, "node_network_receive_bytes_total");
    assertThat(machine("localhost").window().interfaces()).isEmpty();
    prometheus.lack(START, "node_boot_time_seconds");
    assertThat(machine("localhost")).isNull();
  }

  @Test
  void aPrometheusThatIsNotOneIsNamedInALine() throws Exception {
    assertThat(read(prometheus.url() + "/nowhere", 30, "localhost").problems())
        .containsExactly("status 404 of /api/v1/query");
    assertThat(read(prometheus.url() + "/page", 30, "localhost").problems())
        .containsExactly("not an answer of Prometheus");
    prometheus.close();
    assertThat(read(prometheus.url(), 30, "localhost").problems())
        .singleElement()
        .asString()
        .startsWith("ConnectException");
  }

  @Test
  void numbersThatAreNoneAndSamplesWithoutAnInstanceAreLeftOut() throws Exception {
    assertThat(
            NodeExporters.parse(
                """
                {"status":"success","data":{"resultType":"vector","result":[
                {"metric":{"__name__":"node_load1","instance":"a:9100"},"value":[1.5,"+Inf"]},
                {"metric":{"__name__":"node_a","instance":"a:9100"},"value":[1.5,"NaN"]},
                {"metric":{"__name__":"node_b","instance":"a:9100"},"value":[1.5,"1e999"]},
                {"metric":{"__name__":"node_c","instance":"a:9100"},"value":[1.5,"1e308"]},
                {"metric":{"__name__":"node_load1"},"value":[1.5,"2"]},
                {"metric":{"instance":"a:9100","mode":"idle"},"value":[1.5,"7"]}]}}"""))
        .hasToString("{a:9100={/idle=7.0}}");
  }
}
