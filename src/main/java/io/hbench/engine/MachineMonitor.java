package io.hbench.engine;

import io.hbench.rundir.MachineUse;
import io.hbench.rundir.MachineUse.Disk;
import io.hbench.rundir.TaskFacts;
import io.hbench.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Monitor of the machine of a task, by {@code /proc} and {@code /sys} of Linux (proc(5)): before
 * the load, from its construction to {@link #idle}, and in the window, from {@link #begin} to
 * {@link #end}. It reads all counters at these four times, and those of the network with each
 * {@link #sample}. A system without these files has no figures, and fails no task.
 */
public final class MachineMonitor {
  private static final double NANOS = 1e9;
  private static final double SECTOR_BYTES = 512;
  private static final double KIB = 1024;

  /** Of a megabit, the unit of a link's speed. */
  private static final double MEGABIT_BYTES = 1e6 / 8;

  /** In less time, the kernel counts too few of its ticks of 10 ms. */
  private static final double MIN_SECONDS = 0.5;

  /** The kernel's milliseconds of a disk have so many bits, and start again at 0. */
  private static final long MILLIS_OF_DISK = 0xFFFF_FFFFL;

  /** User, nice, system, irq and softirq among the numbers of the processors. */
  private static final int[] USED = {0, 1, 2, 5, 6};

  private final Time time;

  /** {@code /proc}; null if the system has none. */
  private final Path proc;

  private Reading start;
  private Reading sampled;
  private double peakIn;
  private double peakOut;
  private Double cpuBefore;
  private MachineUse window;

  /** Counters since the start of the machine, as the kernel numbers them. */
  private final class Reading {
    final long nanos = time.nanos();
    long in;
    long out;

    /** Of each interface. */
    Map<String, long[]> network;

    /**
     * Ticks of user, nice, system, idle, iowait, irq, softirq and steal; null, as disks, in a
     * sample of the network.
     */
    long[] cpu;

    /** By name. */
    Map<String, long[]> disks;

    double secondsTo(Reading end) {
      return (end.nanos - nanos) / NANOS;
    }

    /** Bytes of a second until a later reading; an interface that left takes its bytes with it. */
    double inTo(Reading end) {
      return Math.max(0, end.in - in) / secondsTo(end);
    }

    double outTo(Reading end) {
      return Math.max(0, end.out - out) / secondsTo(end);
    }

    /** Bytes that each interface of both readings received and sent until a later one. */
    Map<String, Double> bytesTo(Reading end) {
      Map<String, Double> bytes = new TreeMap<>();
      end.network.forEach(
          (name, last) -> {
            long[] first = network.getOrDefault(name, last);
            long sum = Math.max(0, last[0] - first[0]) + Math.max(0, last[8] - first[8]);
            bytes.put(name, (double) sum);
          });
      return bytes;
    }

    /** Share of the ticks until a later reading that were of some kinds; null without ticks. */
    Double shareTo(Reading end, int... kinds) {
      double all = IntStream.range(0, 8).mapToLong(kind -> ticksTo(end, kind)).sum();
      return all == 0
          ? null
          : (Double) (Arrays.stream(kinds).mapToLong(kind -> ticksTo(end, kind)).sum() / all);
    }

    /** The kernel's iowait may fall. */
    private long ticksTo(Reading end, int kind) {
      return Math.max(0, end.cpu[kind] - cpu[kind]);
    }
  }

  /** Begins before the load. */
  public MachineMonitor(Time time) {
    this.time = time;
    this.proc = time.proc().orElse(null);
    this.start = read(true);
  }

  /** The load begins. */
  public synchronized void idle() {
    Reading end = endOfPart();
    cpuBefore = end == null ? null : start.shareTo(end, USED);
  }

  /** The window begins. */
  public synchronized void begin() {
    start = read(true);
    sampled = start;
  }

  /** Samples the network for the peaks of the window; called every second. */
  public synchronized void sample() {
    Reading now = sampled == null || window != null ? null : read(false);
    if (now != null && sampled.secondsTo(now) >= MIN_SECONDS) {
      peakIn = Math.max(peakIn, sampled.inTo(now));
      peakOut = Math.max(peakOut, sampled.outTo(now));
      sampled = now;
    }
  }

  /** The window ends, if it has begun; later calls do nothing. */
  public synchronized void end() {
    Reading end = sampled == null || window != null ? null : endOfPart();
    try {
      window = end == null ? window : use(end);
    } catch (IOException | RuntimeException e) {
      window = null; // another system, or a layout that is not known
    }
  }

  /** What was measured, after the end; null if nothing is known. */
  public synchronized TaskFacts.Machine facts() {
    return window == null ? null : new TaskFacts.Machine(kernel(), processors(), cpuBefore, window);
  }

  private String kernel() {
    try {
      return Files.readString(proc.resolve("sys/kernel/random/boot_id")).trim();
    } catch (IOException e) {
      return null;
    }
  }

  /** Processors; a JVM in a container is only told those of its quota. 0 if unknown. */
  int processors() {
    try {
      return proc == null
          ? 0
          : (int) lines("stat").stream().filter(line -> line.matches("cpu\\d.*")).count();
    } catch (IOException e) {
      return 0;
    }
  }

  /** A reading at the end of this part; null if that is unknown, or the part too short. */
  private Reading endOfPart() {
    Reading end = start == null ? null : read(true);
    return end == null || start.secondsTo(end) < MIN_SECONDS ? null : end;
  }

  /** What the machine did since the start of the window. */
  private MachineUse use(Reading end) throws IOException {
    Map<String, Double> memory = memory();
    double in = start.inTo(end);
    double out = start.outTo(end);
    return new MachineUse(
        start.secondsTo(end),
        start.shareTo(end, USED),
        start.shareTo(end, 0, 1),
        start.shareTo(end, 2, 5, 6),
        start.shareTo(end, 4),
        start.shareTo(end, 7),
        Double.parseDouble(lines("loadavg").get(0).split(" ", 2)[0]),
        memory.get("MemTotal"),
        memory.get("MemFree"),
        memory.get("Cached") + memory.get("Buffers"),
        disks(start.disks, end.disks, start.secondsTo(end)),
        List.copyOf(end.network.keySet()),
        in,
        out,
        Math.max(peakIn, in),
        Math.max(peakOut, out),
        MachineUse.link(start.bytesTo(end), this::speed));
  }

  private Reading read(boolean all) {
    try {
      if (proc == null) {
        return null;
      }
      Reading reading = new Reading();
      reading.network = interfaces();
      for (long[] numbers : reading.network.values()) {
        reading.in += numbers[0];
        reading.out += numbers[8];
      }
      if (all) {
        reading.cpu = numbers(lines("stat").get(0).substring("cpu".length()));
        reading.disks = disks();
      }
      return reading;
    } catch (IOException | RuntimeException e) {
      return null; // another system, or a layout that is not known
    }
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(proc.resolve(file));
  }

  private static long[] numbers(String text) {
    return Arrays.stream(text.trim().split("\\s+")).mapToLong(Long::parseLong).toArray();
  }

  /** Of partitions and volumes, which have no device of their own, the disks count already. */
  private boolean isHardware(String type, String name) {
    return Files.exists(proc.resolveSibling("sys/" + type + "/" + name + "/device"));
  }

  /** The card of a virtual machine counts what goes past it through a function of the host's. */
  private boolean isCard(String name) {
    return isHardware("class/net", name) && !isHardware("class/net", name + "/master");
  }

  private Map<String, long[]> disks() throws IOException {
    Map<String, long[]> disks = new TreeMap<>();
    for (String line : lines("diskstats")) {
      String[] parts = line.trim().split("\\s+", 4);
      if (isHardware("block", parts[2])) {
        disks.put(parts[2], numbers(parts[3]));
      }
    }
    return disks;
  }

  /** The interfaces of hardware; without any those of a container, or the loopback. */
  private Map<String, long[]> interfaces() throws IOException {
    Map<String, long[]> all = new TreeMap<>();
    for (String line : lines("net/dev")) {
      int colon = line.indexOf(':');
      if (colon > 0) {
        all.put(line.substring(0, colon).trim(), numbers(line.substring(colon + 1)));
      }
    }
    if (all.keySet().stream().anyMatch(this::isCard)) {
      all.keySet().removeIf(name -> !isCard(name));
    } else if (all.size() > 1) {
      all.remove("lo");
    }
    return all;
  }

  private Map<String, Double> memory() throws IOException {
    Map<String, Double> bytes = new TreeMap<>();
    for (String line : lines("meminfo")) {
      String[] parts = line.split("[:\\s]+", -1);
      bytes.put(parts[0], KIB * Long.parseLong(parts[1]));
    }
    return bytes;
  }

  private static List<Disk> disks(
      Map<String, long[]> from, Map<String, long[]> to, double seconds) {
    List<Disk> disks = new ArrayList<>();
    to.forEach(
        (name, end) -> {
          long[] begin = from.getOrDefault(name, new long[end.length]);
          double[] n = IntStream.range(0, 10).mapToDouble(i -> end[i] - begin[i]).toArray();
          for (int i : new int[] {3, 7, 9}) {
            n[i] = (end[i] - begin[i]) & MILLIS_OF_DISK;
          }
          double operations = n[0] + n[4];
          disks.add(
              new Disk(
                  name,
                  Math.min(1, n[9] / 1e3 / seconds),
                  n[0] / seconds,
                  n[4] / seconds,
                  n[2] * SECTOR_BYTES / seconds,
                  n[6] * SECTOR_BYTES / seconds,
                  operations == 0 ? null : (Double) (1e3 * (n[3] + n[7]) / operations)));
        });
    return disks;
  }

  /** In bytes of a second; 0 if unknown, as of virtual interfaces. */
  private double speed(String name) {
    try {
      String text = Files.readString(proc.resolveSibling("sys/class/net/" + name + "/speed"));
      return Math.max(0, Long.parseLong(text.trim())) * MEGABIT_BYTES;
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }
}
