package io.hbench.bench;

import static io.hbench.bench.BenchSandbox.check;
import static io.hbench.bench.BenchSandbox.inSandbox;

import io.hbench.driver.ExitCode;
import io.hbench.it.Shell;
import io.hbench.kit.Json;

/**
 * What the figures by region server, and the watch on outages that needs them, cost in throughput:
 * live comparisons of a side with them and a side without, in a closed loop that the machine
 * limits, on one table of the sandbox. In every second round the sides have changed places. Of
 * gets, which are the cheapest requests, in intervals of 100 ms: of those of a second, as many
 * minutes left ± 6 % of noise where these leave ± 3 %.
 */
final class ServersBench {
  private static final String TABLE = "servers";
  private static final int ROWS = 100_000;
  private static final int ROUNDS = 2;
  private static final String OUT = "hbench-servers";
  private static final String HBENCH =
      "HADOOP_CLIENT_OPTS=-XX:TieredStopAtLevel=1 hadoop jar target/hbench.jar ";

  private ServersBench() {}

  /**
   * Runs the bench.
   *
   * @param args length of a window in seconds, 240 if not given
   */
  public static void main(String[] args) throws Exception {
    int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 240;
    BenchSandbox.during(() -> measure(seconds));
  }

  private static void measure(int seconds) throws Exception {
    remove();
    inSandbox(
        HBENCH
            + "load --value-size 100 --presplit 4 --recreate --tasks 2 --table %s --rows %d --out %s"
                .formatted(TABLE, ROWS, OUT));
    double sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sum += measure(round % 2 == 0, seconds);
    }
    System.out.printf("mean %+.2f %%   target: no less than -1 %%%n", 100 * sum / ROUNDS);
  }

  /** Returns the change of the throughput, as a share. */
  private static double measure(boolean candidateHas, int seconds) throws Exception {
    remove();
    Shell.Result live =
        Shell.inSandbox(
            HBENCH
                + "compare --live run get@1 --client async --threads 1 --no-by-server=%s --table %s --rows %d --value-size 100 --interval 100ms --warmup 30s --for %ds --quiet --out %s"
                    .formatted(
                        candidateHas ? "true,false" : "false,true", TABLE, ROWS, seconds, OUT));
    if (live.exitCode() != ExitCode.REGRESSION) {
      check(live);
    }
    Json comparison = Json.parse(Shell.inSandbox(HBENCH + "compare --format json " + OUT).out());
    Json figure =
        comparison.at("sets.0.operations.0").list("figures").stream()
            .filter(each -> each.text("figure").equals("ops/s"))
            .findFirst()
            .orElseThrow();
    double sign = candidateHas ? 1 : -1; // less than 2 %, so that 1 / (1 + x) is 1 - x
    double one = sign * figure.number("low");
    double other = sign * figure.number("high");
    double change = sign * figure.number("change");
    System.out.printf(
        "figures by server of the %-9s  throughput %+.2f %% with them, 95 %% between %+.2f and"
            + " %+.2f %%%n",
        candidateHas ? "candidate" : "baseline",
        100 * change,
        100 * Math.min(one, other),
        100 * Math.max(one, other));
    return change;
  }

  private static void remove() throws Exception {
    inSandbox("hadoop fs -rm -r -f " + OUT);
  }
}
