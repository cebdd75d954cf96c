package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyRange;
import io.hbench.data.KeySequence;
import io.hbench.engine.MachineMonitor;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Pause;
import io.hbench.kit.Turns;
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
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine of a task, beside what the kernel says of the same time. */
@Order(Turns.WITHOUT_CLUSTER)
class MachineIT {
  private static final double TICKS_OF_ALL = 8;

  private static final double SECTOR = 512;

  /** How late an edge may be read: ten times what it takes while a processor is free. */
  private static final double LATE_MILLIS = 500;

  /** A rate times its seconds is the count, but for rounding. */
  private static final double ROUNDED_DOWN = 1 - 1e-6;

  private static final double ROUNDED_UP = 1 + 1e-6;

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

  /**
   * What a counter grew by in a window, at least and at most: the edges of the window are read as
   * late as the threads of a busy machine get to run, and other programs write at once what the
   * kernel has kept.
   */
  private record Growth(double least, double most) {
    static Growth of(
        List<Moment> moments, double from, double until, ToDoubleFunction<Moment> counter) {
      return new Growth(
          before(moments, until - LATE_MILLIS, counter)
              - after(moments, from + LATE_MILLIS, counter),
          after(moments, until + LATE_MILLIS, counter)
              - before(moments, from - LATE_MILLIS, counter));
    }

    private static double before(
        List<Moment> moments, double time, ToDoubleFunction<Moment> counter) {
      return moments.stream()
          .filter(moment -> moment.at <= time)
          .mapToDouble(counter)
          .max()
          .orElseThrow();
    }

    private static double after(
        List<Moment> moments, double time, ToDoubleFunction<Moment> counter) {
      return moments.stream()
          .filter(moment -> moment.at >= time)
          .mapToDouble(counter)
          .min()
          .orElseThrow();
    }
  }

  @Test
  void cpuNetworkAndDiskOfATasksHostAreThoseOfTheKernelOverTheWindow() throws Exception {
    List<Moment> moments = Collections.synchronizedList(new ArrayList<>());
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
    reader.setDaemon(true);
    reader.start();
    Json window;
    double from;
    double until;
    try {
      Hbench.Result run =
          Hbench.inRealTime(dir)
              .job("run", "run noop@1 --threads 1 --rate 20k --for 20s --warmup 3s --quiet");
      assertThat(run).hasExitCode(0);
      Json report = run.report();
      window = report.list("machines.hosts").get(0).at("machine.window");
      from = OffsetDateTime.parse(report.text("window.started")).toInstant().toEpochMilli();
      until = from + 1_000 * report.number("window.seconds");
      double needed = until + LATE_MILLIS;
      Waits.until("a reading after the window", () -> moments.get(moments.size() - 1).at >= needed);
    } finally {
      reader.interrupt();
      work.interrupt();
    }
    reader.join();
    double seconds = window.number("seconds");
    Growth busy = Growth.of(moments, from, until, moment -> moment.ticks - moment.idle);
    Growth idle = Growth.of(moments, from, until, Moment::idle);
    Growth in = Growth.of(moments, from, until, Moment::in);
    Growth sectors = Growth.of(moments, from, until, Moment::sectors);
    double written =
        window.list("disks").stream().mapToDouble(disk -> disk.number("writtenBytes")).sum();
    assertThat(window.number("cpu"))
        .isBetween(busy.least / (busy.least + idle.most), busy.most / (busy.most + idle.least));
    assertThat(window.number("in") * seconds)
        .isBetween(ROUNDED_DOWN * in.least, ROUNDED_UP * in.most);
    assertThat(written * seconds)
        .isBetween(ROUNDED_DOWN * SECTOR * sectors.least, ROUNDED_UP * SECTOR * sectors.most);
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
