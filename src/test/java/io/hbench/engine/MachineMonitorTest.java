package io.hbench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbench.kit.VirtualTime;
import io.hbench.rundir.MachineUse;
import io.hbench.rundir.MachineUse.Disk;
import io.hbench.rundir.TaskFacts.Machine;
import io.hbench.time.Time;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine of a task, from files as the kernel writes them. */
class MachineMonitorTest {
  private static final double MB = 1e6;

  @TempDir private Path root;
  private final VirtualTime virtual = new VirtualTime(Instant.EPOCH);
  private MachineMonitor monitor;

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @BeforeEach
  void machine() throws IOException {
    file("proc/sys/kernel/random/boot_id", "6e394667\n");
    file("proc/loadavg", "1.50 0.80 0.30 2/345 6789\n");
    file(
        "proc/meminfo",
        "MemTotal: 1000 kB\nMemFree: 100 kB\nMemAvailable: 600 kB\nBuffers: 50 kB\nCached: 400 kB\n");
    for (String name : List.of("class/net/eth0", "class/net/eth1", "block/sda")) {
      Files.createDirectories(root.resolve("sys/" + name + "/device"));
    }
    file("sys/class/net/eth0/speed", "10000\n");
    file("sys/class/net/eth1/speed", "-1\n");
    cpu(1_000, 50, 500, 9_000, 100, 10, 20, 30);
    disk(100, 2_000, 400, 50, 8_000, 900, 1_000);
    network(0, 0);
  }

  /** Ticks of user, nice, system, idle, iowait, irq, softirq and steal; guests are in user. */
  private void cpu(int... ticks) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int n : ticks) {
      line.append(' ').append(n);
    }
    file("proc/stat", "cpu " + line + " 7 7\ncpu0 1 2\ncpu1 1 2\nintr 9 8 7\nctxt 1\n");
  }

  private void disk(
      long reads, long sectors, long ms, long writes, long written, long msOut, long busy)
      throws IOException {
    String own =
        "%d 3 %d %d %d 4 %d %d 0 %d 99 0 0 0 0"
            .formatted(reads, sectors, ms, writes, written, msOut, busy);
    file(
        "proc/diskstats",
        "   7 0 loop0 9 9 9 9 9 9 9 9 9 9 9\n   8 0 sda %s\n   8 1 sda1 %s\n 253 0 dm-0 %s\n"
            .formatted(own, own, own));
  }

  /** Bytes of both cards together; bonds and bridges have them, too. */
  private void network(long in, long out) throws IOException {
    String line = "%s: %d 1 0 0 0 0 0 0 %d 1 0 0 0 0 0 0\n";
    file(
        "proc/net/dev",
        "Inter-|   Receive\n face |bytes\n"
            + line.formatted("    lo", 77 * in, 77 * out)
            + line.formatted("  eth0", in - in / 4, out)
            + line.formatted("  eth1", in / 4, 0)
            + line.formatted(" bond0", in, out));
  }

  private MachineMonitor start() {
    Time time =
        (Time)
            Proxy.newProxyInstance(
                Time.class.getClassLoader(),
                new Class<?>[] {Time.class},
                (proxy, method, args) ->
                    method.getName().equals("proc")
                        ? Optional.of(root.resolve("proc"))
                        : method.invoke(virtual, args));
    monitor = new MachineMonitor(time);
    return monitor;
  }

  private Machine play(FailableRunnable<Exception> run) throws Exception {
    return virtual.play(
        () -> {
          start();
          run.run();
          monitor.end();
          return monitor.facts();
        });
  }

  @Test
  void cpuIsThatOfAllProcessorsByWhatTheyDid() throws Exception {
    Machine machine =
        play(
            () -> {
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(10));
              cpu(1_300, 150, 700, 10_000, 300, 20, 40, 200);
            });
    // of 2,000 ticks: 300 + 100 user, 200 + 10 + 20 system, 1,000 idle, 200 iowait, 170 steal
    assertThat(machine.window())
        .extracting(
            MachineUse::cpu,
            MachineUse::user,
            MachineUse::system,
            MachineUse::iowait,
            MachineUse::steal)
        .containsExactly(0.315, 0.2, 0.115, 0.1, 0.085);
    assertThat(machine.processors()).isEqualTo(2);
    assertThat(machine.window().load()).isEqualTo(1.5);
    assertThat(machine.window())
        .extracting(MachineUse::memory, MachineUse::free, MachineUse::pageCache)
        .containsExactly(1_024_000.0, 102_400.0, 460_800.0);
    assertThat(machine.kernel()).isEqualTo("6e394667");
  }

  @Test
  void aDiskIsThatOfHardwareAndItsPartitionsAndVolumesAreNotAddedToIt() throws Exception {
    Machine machine =
        play(
            () -> {
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(10));
              disk(600, 2_000 + 20_000, 1_400, 550, 8_000 + 40_000, 3_900, 1_000 + 2_500);
            });
    assertThat(machine.window().disks())
        .containsExactly(new Disk("sda", 0.25, 50, 50, 1.024 * MB, 2.048 * MB, 4_000.0));
  }

  @Test
  void theNetworkIsThatOfHardwareWithTheSecondOfItsPeak() throws Exception {
    Machine machine =
        play(
            () -> {
              monitor.begin();
              for (int second = 1; second <= 10; second++) {
                virtual.sleep(Duration.ofSeconds(1));
                network(second < 6 ? 0 : 100_000_000, second * 1_000_000L);
                monitor.sample();
              }
            });
    assertThat(machine.window().interfaces()).containsExactly("eth0", "eth1");
    assertThat(machine.window())
        .extracting(
            MachineUse::in,
            MachineUse::out,
            MachineUse::peakIn,
            MachineUse::peakOut,
            MachineUse::link)
        .containsExactly(10 * MB, MB, 100 * MB, MB, 1_250 * MB);
  }

  /** Kind: the spare card of a bond, which gets broadcasts. */
  @Test
  void theLinkIsThatOfTheCardsThatCarryTheLoad() throws Exception {
    file("sys/class/net/eth1/speed", "10000\n");
    assertThat(link(100_000_000, 0)).isEqualTo(2_500 * MB);
    assertThat(link(1_000_000, 100_000_000)).isEqualTo(1_250 * MB);
    assertThat(link(0, 0)).as("no load").isEqualTo(2_500 * MB);
  }

  private Double link(long in, long out) throws Exception {
    Machine machine =
        play(
            () -> {
              network(0, 0);
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(1));
              network(in, out);
            });
    return machine.window().link();
  }

  @Test
  void aContainerHasItsOwnNetworkAndAMachineAloneItsLoopback() throws Exception {
    Files.delete(root.resolve("sys/class/net/eth0/device"));
    Files.delete(root.resolve("sys/class/net/eth1/device"));
    FailableRunnable<Exception> second =
        () -> {
          monitor.begin();
          virtual.sleep(Duration.ofSeconds(1));
        };
    assertThat(play(second).window().interfaces()).containsExactly("bond0", "eth0", "eth1");
    file("proc/net/dev", "Inter-|\n face |\n lo: 5 1 0 0 0 0 0 0 5 1\n");
    assertThat(play(second).window().interfaces()).containsExactly("lo");
  }

  @Test
  void beforeTheLoadAndTheWindowAreTwoTimesAndWarmUpIsInNeither() throws Exception {
    Machine machine =
        play(
            () -> {
              virtual.sleep(Duration.ofSeconds(4));
              cpu(1_025, 50, 500, 9_075, 100, 10, 20, 30);
              monitor.idle();
              virtual.sleep(Duration.ofSeconds(5));
              network(999_000_000, 0);
              monitor.sample();
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(2));
              network(1_019_000_000, 0);
              monitor.sample();
            });
    assertThat(machine.cpuBefore()).isEqualTo(0.25);
    assertThat(machine.window().in()).isCloseTo(10 * MB, within(1.0));
    assertThat(machine.window().seconds()).isEqualTo(2);
    assertThat(machine.window().peakIn()).isCloseTo(10 * MB, within(1.0));
  }

  @Test
  void aTimeTooShortForTheKernelsTicksIsUnknown() throws Exception {
    Machine machine =
        play(
            () -> {
              virtual.sleep(Duration.ofMillis(100));
              monitor.idle();
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(1));
            });
    assertThat(machine.cpuBefore()).isNull();
    assertThat(machine.window()).isNotNull();
  }

  @Test
  void theFirstEndIsThatOfTheWindowAndOneBeforeItIsNone() throws Exception {
    Machine machine =
        play(
            () -> {
              virtual.sleep(Duration.ofSeconds(4));
              monitor.end();
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(10));
              network(20_000_000, 0);
              monitor.end();
              virtual.sleep(Duration.ofSeconds(50)); // for late requests
              network(900_000_000, 0);
              monitor.sample();
            });
    assertThat(machine.window().seconds()).isEqualTo(10);
    assertThat(machine.window().in()).isEqualTo(2 * MB);
    assertThat(machine.window().peakIn()).isEqualTo(2 * MB);
  }

  @Test
  void aCardWhoseTrafficItsMasterCountsIsLeftOut() throws Exception {
    Files.createDirectories(root.resolve("sys/class/net/eth1/master/device"));
    Machine machine =
        play(
            () -> {
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(1));
              network(8_000_000, 0);
            });
    assertThat(machine.window().interfaces()).containsExactly("eth0");
    assertThat(machine.window().in()).isEqualTo(6 * MB);
  }

  @Test
  void millisecondsOfADiskStartAgainAfter49Days() throws Exception {
    disk(100, 2_000, 4_294_967_200L, 50, 8_000, 4_294_967_290L, 4_294_967_000L);
    Machine machine =
        play(
            () -> {
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(10));
              disk(150, 2_000, 104, 50, 8_000, 94, 2_204);
            });
    assertThat(machine.window().disks())
        .containsExactly(new Disk("sda", 0.25, 5, 0, 0, 0, 1e3 * 300 / 50));
  }

  @Test
  void whatTheKernelTakesBackIsNotNegative() throws Exception {
    network(9_000_000, 9_000_000);
    Machine machine =
        play(
            () -> {
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(1));
              cpu(1_100, 50, 500, 9_100, 90, 10, 20, 30);
              network(0, 0);
            });
    assertThat(machine.window())
        .extracting(MachineUse::cpu, MachineUse::iowait, MachineUse::in, MachineUse::out)
        .containsExactly(0.5, 0.0, 0.0, 0.0);
  }

  @Test
  void aKernelThatCountsNoTicksOrHasNoNumberOfItsStartTellsTheRest() throws Exception {
    Files.delete(root.resolve("proc/sys/kernel/random/boot_id"));
    Machine machine =
        play(
            () -> {
              virtual.sleep(Duration.ofSeconds(1));
              monitor.idle();
              monitor.begin();
              virtual.sleep(Duration.ofSeconds(1));
            });
    assertThat(machine.kernel()).isNull();
    assertThat(machine.processors()).isEqualTo(2);
    assertThat(machine.cpuBefore()).isNull();
    assertThat(machine.window())
        .extracting(MachineUse::cpu, MachineUse::iowait, MachineUse::in)
        .containsExactly(null, null, 0.0);
  }

  @Test
  void aSystemWithoutTheKernelsFilesOrWithOthersHasNoFiguresAndNoFailure() throws Exception {
    FailableRunnable<Exception> run =
        () -> {
          monitor.idle();
          monitor.begin();
          virtual.sleep(Duration.ofSeconds(1));
          monitor.sample();
        };
    file("proc/net/dev", "eth0: few\n");
    assertThat(play(run)).isNull();
    Files.delete(root.resolve("proc/net/dev"));
    assertThat(play(run)).isNull();
  }
}
