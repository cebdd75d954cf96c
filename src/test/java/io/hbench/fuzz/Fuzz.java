package io.hbench.fuzz;

import io.hbench.rundir.FailureText;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.io.FileUtils;

/**
 * Reads arbitrary inputs: {@code Fuzz [INPUTS [SEED]]}. Each is a valid one with some changes. It
 * is read, or refused in one line; anything else is a crash, which is printed with its seed. {@code
 * Fuzz 1 SEED} repeats it.
 */
public final class Fuzz {
  /** For milliseconds of work, on a machine that does other things as well. */
  private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** A way to read inputs of a kind. */
  @FunctionalInterface
  interface Reading {
    /**
     * Makes an input, and reads it.
     *
     * @throws UsageException or IOException if the input is refused
     * @throws Crash if the outcome is wrong
     */
    void read(SplittableRandom random) throws Exception;
  }

  /**
   * A kind of inputs.
   *
   * @param weight share of the inputs
   */
  record Kind(String name, int weight, Reading reading) {}

  /** An input that is neither read nor refused as it should be. */
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Crash(String message) {
      super(message);
    }
  }

  /** Number of inputs of a kind. */
  static final class Count {
    long read;
    long refused;
    long crashed;
  }

  private final PrintStream out;
  private final long inputs;
  private final long seed;
  private final AtomicLong next = new AtomicLong();
  private final Map<String, Count> counts = new TreeMap<>();
  private final Map<String, String> crashes = new TreeMap<>();

  Fuzz(PrintStream out, long inputs, long seed) {
    this.out = out;
    this.inputs = inputs;
    this.seed = seed;
  }

  public static void main(String[] args) throws Exception {
    long inputs = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
    long seed = args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime();
    Fuzz fuzz = new Fuzz(System.out, inputs, seed);
    Map<String, String> crashes =
        fuzz.run(inputs == 1 ? 1 : Runtime.getRuntime().availableProcessors());
    fuzz.print();
    System.exit(crashes.isEmpty() ? 0 : 1);
  }

  /** Reads all inputs; returns the crashes with their descriptions. */
  Map<String, String> run(int threads) throws Exception {
    Path dir = Files.createTempDirectory("hbench-fuzz");
    try {
      List<Worker> workers = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Worker worker = new Worker(Files.createDirectory(dir.resolve("" + i)));
        worker.setDaemon(true);
        workers.add(worker);
      }
      workers.forEach(Thread::start);
      watch(workers);
    } finally {
      FileUtils.deleteQuietly(dir.toFile());
    }
    return crashes;
  }

  private void watch(List<Worker> workers) throws InterruptedException {
    long began = System.nanoTime();
    long printed = began;
    while (workers.stream().anyMatch(Thread::isAlive)) {
      Thread.sleep(20);
      long now = System.nanoTime();
      for (Worker worker : workers) {
        if (worker.isAlive() && now - worker.since > LIMIT_NANOS) {
          StackTraceElement[] stack = worker.getStackTrace();
          crash(worker.kind, worker.input, "takes too long", List.of(stack).toString());
          return;
        }
      }
      if (now - printed > TimeUnit.SECONDS.toNanos(20)) {
        printed = now;
        double done = Math.min(next.get(), inputs);
        out.printf(
            Locale.ROOT,
            "%,.0f of %,d inputs, %,.0f a second%n",
            done,
            inputs,
            done / ((now - began) / 1e9));
      }
    }
  }

  /** Prints the counts of all kinds. */
  void print() {
    out.printf(Locale.ROOT, "%-22s%12s%12s%12s%n", "kind", "read", "refused", "crashed");
    counts.forEach(
        (kind, count) ->
            out.printf(
                Locale.ROOT,
                "%-22s%,12d%,12d%,12d%n",
                kind,
                count.read,
                count.refused,
                count.crashed));
    out.printf(Locale.ROOT, "%,d different crashes; seed %d%n", crashes.size(), seed);
  }

  private synchronized Count count(String kind) {
    return counts.computeIfAbsent(kind, k -> new Count());
  }

  private synchronized void crash(String kind, long input, String what, String where) {
    count(kind).crashed++;
    if (crashes.putIfAbsent(kind + ": " + what, where) == null) {
      out.printf("CRASH %s: %s%n  Fuzz 1 %d%n  %s%n", kind, what, input, where);
    }
  }

  private final class Worker extends Thread {
    private final List<Kind> kinds = new ArrayList<>();
    private volatile long since = System.nanoTime();
    private volatile long input;
    private volatile String kind = "";

    Worker(Path dir) throws Exception {
      List<Kind> all = new ArrayList<>(WordKinds.all(dir));
      all.addAll(FileKinds.all(dir));
      all.forEach(k -> kinds.addAll(Collections.nCopies(k.weight(), k)));
    }

    @Override
    public void run() {
      for (long i = next.getAndIncrement(); i < inputs; i = next.getAndIncrement()) {
        input = seed + i;
        SplittableRandom random = new SplittableRandom(input * GOLDEN);
        Kind now = kinds.get(random.nextInt(kinds.size()));
        kind = now.name();
        since = System.nanoTime();
        one(now, random);
      }
    }

    private void one(Kind now, SplittableRandom random) {
      try {
        now.reading().read(random);
        synchronized (Fuzz.this) {
          count(now.name()).read++;
        }
      } catch (UsageException | IOException e) {
        String message = String.valueOf(e.getMessage());
        boolean usage = e instanceof UsageException && !now.name().startsWith("ycsb"); // lists
        if (message.equals("null")
            || (usage && message.chars().anyMatch(Character::isISOControl))) {
          crash(now.name(), input, e.getClass().getSimpleName() + " of no line", stack(e));
        }
        synchronized (Fuzz.this) {
          count(now.name()).refused++;
        }
      } catch (Crash e) {
        crash(now.name(), input, e.getMessage(), "");
      } catch (Throwable e) { // an error as well: that is what is looked for
        crash(
            now.name(),
            input,
            e.getClass().getSimpleName() + place(e),
            FailureText.of(e) + stack(e));
      }
    }

    private static String place(Throwable e) {
      for (StackTraceElement frame : e.getStackTrace()) {
        if (frame.getClassName().startsWith("io.hbench.")) {
          return " at " + frame;
        }
      }
      return "";
    }

    private static String stack(Throwable e) {
      StackTraceElement[] stack = e.getStackTrace();
      return " " + List.of(stack).subList(0, Math.min(stack.length, 12));
    }
  }
}
