package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Json;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All of PerformanceEvaluation's commands, and what is timed of them. */
@Order(Turns.FROM_THE_END + 4)
@TestMethodOrder(MethodOrderer.MethodName.class)
class PerformanceEvaluationCommandsIT extends PerformanceEvaluationTests {
  @BeforeAll
  void load() {
    pe("--rows=150 --presplit=3 --table=pe-commands sequentialWrite 2");
  }

  static Stream<String> commands() throws ReflectiveOperationException {
    Field commands = PerformanceEvaluation.class.getDeclaredField("COMMANDS");
    commands.setAccessible(true);
    return ((Map<?, ?>) commands.get(null))
        .keySet().stream()
            .map(Object::toString)
            // what was written into meta is cleaned, and what is deleted was read before
            .sorted(
                Comparator.comparing(
                    (String name) -> name.equals("cleanMeta") || name.contains("Delete")));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandRunsAsTasksOfAJob(String command) throws IOException {
    if (!command.endsWith("eta") && !command.startsWith("meta")) {
      runsAsTasksOfAJob(command);
      return;
    }
    HBaseFixture.META.lock();
    try {
      forgetFakeRegions();
      runsAsTasksOfAJob(command);
    } finally {
      HBaseFixture.META.unlock();
    }
  }

  private void runsAsTasksOfAJob(String command) throws IOException {
    pe("--rows=150 --table=pe-commands --i-know-this-writes-to-meta " + command + " 2");
    assertThat(hbench.last().report()).has("tasks.completed", 2);
    if (command.contains("ead") || command.contains("can")) {
      assertThat(hbench.last().operation()).hasNotFound(0);
    }
    assertThat(hbench.last().out())
        .containsPattern("\\[\\w+Test] Summary of timings \\(ms\\): \\[\\d+, \\d+]")
        .containsPattern("\\[\\w+Test duration ]\tMin: \\d+ms\tMax: \\d+ms\tAvg: \\d+ms")
        .containsPattern("\\[ Avg latency \\(us\\)]\t\\d+")
        .containsPattern("\\[ Avg TPS/QPS]\t\\d+\t row per second")
        .containsPattern("\tELAPSED_TIME=\\d+\n\tROWS=300\n");
    if (command.equals("metaWrite")) { // the others look at hbase:meta, too
      assertThat(fakeRegions()).isEqualTo(300);
      pe("--rows=150 --i-know-this-writes-to-meta cleanMeta 2");
      assertThat(fakeRegions()).isZero();
    }
  }

  @Test
  void theLastPartialBatchIsSent() throws IOException {
    pe("--rows=25 --autoFlush=true --multiPut=10 --table=pe-partial sequentialWrite 1");
    assertThat(count("partial")).isEqualTo(25);
    pe("--rows=25 --multiGet=10 --table=pe-partial randomRead 1");
    assertThat(operation("get")).hasRows(25).hasCount(3);
  }

  @Test
  void asyncPutsAreSentOnce() throws IOException {
    for (String batches : List.of("", "--autoFlush=true --multiPut=10 ")) {
      String table = "once" + batches.length();
      pe(batches + "--rows=25 --versions=5 --table=pe-" + table + " asyncSequentialWrite 1");
      int cells = 0;
      for (Result row : scan(table, 5)) {
        cells += row.rawCells().length;
      }
      assertThat(cells).isEqualTo(25);
    }
  }

  @Test
  void theFirstOperationIsMeasured() throws IOException {
    pe("--rows=40 --table=pe-first --autoFlush=true sequentialWrite 1");
    assertThat(operation("put")).has("service.count", 40);
    pe("--rows=40 --table=pe-first --measureAfter=10 sequentialRead 1");
    assertThat(operation("get")).has("service.count", 30);
  }

  @Test
  void theCheckAndThePutAreTimedApart() throws IOException {
    pe("--rows=50 --table=pe-checks checkAndPut 2");
    assertThat(operation("checkAndPut")).hasCount(100).hasNotFound(0);
    assertThat(operation("put")).hasCount(100);
  }

  @Test
  void randomSleepIsNotTimed() throws IOException {
    pe("--rows=100 --table=pe-sleeps sequentialWrite 1");
    pe("--rows=100 --randomSleep=60 --table=pe-sleeps randomRead 1");
    assertThat(secondsBesideRequests(operation("get"))).isGreaterThan(2); // 3 s, but by chance
  }

  @Test
  void slowRequestsAreCounted() throws IOException {
    pe("--rows=100 --table=pe-slow --autoFlush=true sequentialWrite 2");
    pe("--rows=100 --latencyThreshold=1 --table=pe-slow randomRead 2");
    assertThat(hbench.last().out())
        .containsPattern("latency threshold: +\\d+ requests took 1ms or longer");
  }

  @Test
  void withoutMapReduceTheReportIsTheSame() throws IOException {
    pe("--nomapred --rows=100 --table=pe-threads sequentialWrite 3");
    assertThat(hbench.last().out())
        .contains("verdict: ")
        .contains("bufferedPut")
        .containsPattern("Summary of timings \\(ms\\): \\[\\d+, \\d+, \\d+]");
    assertThat(operation("bufferedPut")).hasRows(300);
  }

  @Test
  void theMakingOfRequestsIsNotTimed() throws IOException {
    Path properties = Files.writeString(dir.resolve("slow.properties"), "millis=20\n");
    pe("--rows=30 --commandPropertiesFile=" + properties + " " + SlowMaker.class.getName() + " 1");
    assertThat(secondsBesideRequests(hbench.last().operation())).isGreaterThan(0.5); // 29 × 20 ms
  }

  /** Time of the window that is in no service time: the client sends one request at a time. */
  private double secondsBesideRequests(Json operation) {
    double served = operation.number("service.mean") / 1e6 * operation.number("count");
    return hbench.last().report().number("window.seconds") - served;
  }

  @Test
  void theFailureOfTheJobIsTheExitCode() {
    assertThat(hbench.job("pe --rows=30 " + SlowMaker.class.getName() + " 2")).hasExitCode(1);
    assertThat(hbench.last().err()).contains("the job failed");
  }

  @Test
  void anOperationOfOnesOwnRunsLikeAnyOther() throws IOException {
    pe("--rows=40 --table=pe-own sequentialWrite 2");
    pe("--rows=40 --table=pe-own " + CountingOperation.class.getName() + " 2");
    assertThat(operation(CountingOperation.class.getName())).hasCount(80);
    assertThat(
            hbench.job(
                "run io.hbench.it.CountingOperation:1,get:1@1 --rows 40 --ops 60 --warmup 0s"
                    + " --table pe-own"))
        .hasExitCode(0);
    assertThat(hbench.run("run io.hbench.it.NoSuchOperation")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("no operation 'io.hbench.it.NoSuchOperation'");
    assertThat(hbench.run("run java.lang.String")).hasExitCode(2);
    assertThat(hbench.last().err()).contains("does not implement io.hbench.op.OperationType");
  }
}
