package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.engine.MachineMonitor;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Pause;
import io.hbench.op.Operation;
import io.hbench.op.OperationType;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import io.hbench.row.RowRequests;
import io.hbench.time.Time;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine of a task, beside what the kernel says of the same time. */
class MachineIT {
  private static final double TICKS_OF_ALL = 8;

  /**
   * Bytes a second of other programs: a packet at an edge of the window is more than 2 % of few.
   */
  private static final double BACKGROUND = 20_000;

  @TempDir private Path dir;

  /** The kernel's counters at a moment: ticks idle and in all, bytes in, sectors written. */
  private record Moment(double at, double idle, double ticks, double in, double sectors) {
    static Moment now() throws IOException {
      double before = System.currentTimeMillis();
      long[] ticks = numbers(Files.readAllLines(Path.of("/proc/stat")).get(0).substring(4));
      double in = 0;
      double ofContainer = 0;
      double lo = 0;
      boolean hasHardware = false;
      boolean hasOthers = false;
      for (String line : Files.readAllLines(Path.of("/proc/net/dev"))) {
        String[] parts = line.split(":", 2);
        if (parts.length == 2) {
          double bytes = numbers(parts[1])[0];
          String name = parts[0].trim();
          boolean isHardware = hasDevice("class/net", name);
          boolean isCounted = hasDevice("class/net", name + "/master"); // by its master
          in += isHardware && !isCounted ? bytes : 0;
          ofContainer += name.equals("lo") ? 0 : bytes;
          lo += name.equals("lo") ? bytes : 0;
          hasHardware |= isHardware;
          hasOthers |= !name.equals("lo");
        }
      }
      double sectors = 0;
      for (String line : Files.readAllLines(Path.of("/proc/diskstats"))) {
        String[] parts = line.trim().split("\\s+", -1);
        sectors += hasDevice("block", parts[2]) ? Double.parseDouble(parts[9]) : 0;
      }
      return new Moment(
          (before + System.currentTimeMillis()) / 2,
          ticks[3] + ticks[4] + ticks[7],
          Arrays.stream(ticks).limit((long) TICKS_OF_ALL).sum(),
          hasHardware ? in : hasOthers ? ofContainer : lo,
          sectors);
    }
  }

  private static boolean hasDevice(String type, String name) {
    return Files.exists(Path.of("/sys", type, name, "device"));
  }

  private static long[] numbers(String text) {
    return Arrays.stream(text.trim().split("\\s+")).mapToLong(Long::parseLong).toArray();
  }

  /** A counter at a time between two moments. */
  private static double at(List<Moment> moments, double time, ToDoubleFunction<Moment> counter) {
    int i = 1;
    while (i < moments.size() - 1 && moments.get(i).at < time) {
      i++;
    }
    Moment a = moments.get(i - 1);
    Moment b = moments.get(i);
    double share = (time - a.at) / (b.at - a.at);
    return counter.applyAsDouble(a) + share * (counter.applyAsDouble(b) - counter.applyAsDouble(a));
  }

  @Test
  void cpuNetworkAndDiskOfATasksHostAreThoseOfTheKernelOverTheWindow() throws Exception {
    List<Moment> moments = new ArrayList<>();
    Thread work = new Thread(this::useNetworkAndDisk);
    work.setDaemon(true);
    Thread reader =
        new Thread(
            () -> {
              try {
                while (!Thread.interrupted()) {
                  moments.add(Moment.now());
                  Thread.sleep(20);
                }
              } catch (IOException | InterruptedException e) {
                // the run is over
              }
            });
    work.start();
    reader.start();
    Hbench.Result run =
        Hbench.inRealTime(dir)
            .job("run", "run noop@1 --threads 1 --rate 20k --for 20s --warmup 3s --quiet");
    reader.interrupt();
    reader.join();
    work.interrupt();
    assertThat(run).hasExitCode(0);
    Json report = run.report();
    Json window = report.list("machines.hosts").get(0).at("machine.window");
    double from = OffsetDateTime.parse(report.text("window.started")).toInstant().toEpochMilli();
    double until = from + 1_000 * report.number("window.seconds");
    double seconds = (until - from) / 1e3;
    ToDoubleFunction<ToDoubleFunction<Moment>> grown =
        counter -> at(moments, until, counter) - at(moments, from, counter);
    double busy = 1 - grown.applyAsDouble(Moment::idle) / grown.applyAsDouble(Moment::ticks);
    double in = grown.applyAsDouble(Moment::in) / seconds;
    double written = 512 * grown.applyAsDouble(Moment::sectors) / seconds;
    double byHbench =
        window.list("disks").stream().mapToDouble(disk -> disk.number("writtenBytes")).sum();
    System.out.printf(
        "cpu %.4f by /proc %.4f, in %.0f by /proc %.0f, written %.0f by /proc %.0f%n",
        window.number("cpu"), busy, window.number("in"), in, byHbench, written);
    assertThat(window.number("cpu")).isCloseTo(busy, withinPercentage(2));
    assertThat(window.number("in")).isCloseTo(in, within(Math.max(0.02 * in, BACKGROUND)));
    assertThat(byHbench).isCloseTo(written, withinPercentage(5));
  }

  /** Some megabytes a second, so that the edges of the window weigh little. */
  private void useNetworkAndDisk() {
    try (DatagramSocket socket = new DatagramSocket();
        FileChannel file =
            FileChannel.open(
                Path.of("target/machine-it"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.DELETE_ON_CLOSE)) {
      byte[] bytes = new byte[16_000];
      while (!Thread.interrupted()) {
        for (int i = 0; i < 20; i++) {
          socket.send(new DatagramPacket(bytes, bytes.length, InetAddress.getLoopbackAddress(), 9));
        }
        file.write(ByteBuffer.allocate(1 << 18), 0);
        file.force(false);
        Thread.sleep(10);
      }
    } catch (IOException | InterruptedException e) {
      // the run is over
    }
  }

  /** Its requests take a millisecond, but the first one that begins in the last of two seconds. */
  public static final class LateOperation implements OperationType {
    private static final Outcome DONE = new Outcome(1, 0, 0);

    @Override
    public Operation create(RowRequests requests, KeyRange range) {
      long first = System.nanoTime();
      return new Operation() {
        @Override
        public Request next(KeySequence keys) {
          keys.next();
          return client -> {
            boolean isLate = System.nanoTime() > first + 2_000_000_000L;
            Pause.nanos(isLate ? 6_000_000_000L : 1_000_000);
            return CompletableFuture.completedFuture(DONE);
          };
        }
      };
    }

    @Override
    public Effect effect() {
      return Effect.NONE;
    }
  }

  @Test
  void theWaitForALateRequestIsNotOfTheWindow() throws IOException {
    Hbench.Result run =
        Hbench.inRealTime(dir)
            .job(
                "late",
                "run "
                    + LateOperation.class.getName()
                    + "@1 --threads 1 --for 3s --warmup 0s --quiet");
    assertThat(run.report().list("machines.hosts").get(0).number("machine.window.seconds"))
        .isBetween(2.5, 4.5);
  }

  @Test
  void aSampleTakesLessThanATenthOfAPercentOfAProcessor() {
    MachineMonitor monitor = new MachineMonitor(Time.real());
    monitor.begin();
    for (int i = 0; i < 300; i++) {
      monitor.sample();
    }
    long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    int samples = 1_000;
    for (int i = 0; i < samples; i++) {
      monitor.sample();
    }
    double micros =
        (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before) / 1e3 / samples;
    System.out.printf("a sample, one in a second, takes %.0f µs of CPU%n", micros);
    assertThat(micros).isLessThan(1_000);
  }
}
