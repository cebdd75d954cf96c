package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeySequence;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.kit.Pause;
import io.hbench.kit.PlainOperation;
import io.hbench.op.Request;
import io.hbench.row.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.Event;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs with {@code --profile}, from the command line to the files. */
class ProfiledRunTest {
  /** Ten times the error of the clock of local files. */
  private static final Duration EARLY = Duration.ofMillis(200);

  /** Ten times what its end takes on a busy machine. */
  private static final Duration LATE = Duration.ofSeconds(7);

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void theRecordingHasTheLoadOfTheWindowAlone() throws IOException {
    hbench = Hbench.inRealTime(dir);
    Hbench.Result run =
        hbench.job("run noop@2 --threads 1 --warmup 1s --for 4s --interval 1s --profile");
    assertThat(run).hasExitCode(0);
    assertThat(run.out())
        .containsPattern(
            "\nprofiles: +1 of 1 tasks, 0 of 0 region servers, in profile/; taken during");
    assertThat(run.report().list("profile.tasks")).hasSize(1);
    Json task = run.report().at("profile.tasks.0");
    assertThat(task).has("file", "profile/task-00000.jfr");
    Path file = run.dir().resolve("profile/task-00000.jfr");
    assertThat(task).number("bytes").isEqualTo((double) Files.size(file));
    assertThat(run.dir().resolve("report.html"))
        .content()
        .contains("href=\"./profile/task-00000.jfr\"");
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    assertThat(events).anyMatch(event -> isOf(event, "io.hbench.engine.LoadLoop"));
    Instant start =
        OffsetDateTime.parse(run.report().text("window.started")).toInstant().minus(EARLY);
    Instant end = start.plusSeconds(4).plus(LATE);
    assertThat(events)
        .filteredOn(event -> event.getEventType().getName().equals("jdk.ExecutionSample"))
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.getStartTime()).isBetween(start, end));
    assertThat(events)
        .extracting(event -> event.getEventType().getName())
        .doesNotContain(
            "jdk.InitialEnvironmentVariable", "jdk.InitialSystemProperty", "jdk.JVMInformation");
  }

  /** Answers after 3 s and 6 s of a window of 4 s: the recording went on to the last one. */
  @Test
  void theRecordingEndsWithTheWindow() throws IOException {
    Hbench.Result run =
        hbench.job(
            "run %s@1 --threads 1 --warmup 0s --for 4s --profile"
                .formatted(LongOperation.class.getName()));
    assertThat(run).hasExitCode(0);
    assertThat(run.operation()).has("count", 2);
    assertThat(RecordingFile.readAllEvents(run.dir().resolve("profile/task-00000.jfr")))
        .filteredOn(event -> event.getEventType().getName().equals(Answer.class.getName()))
        .hasSize(1);
  }

  /** Takes 3 s. */
  public static final class LongOperation extends PlainOperation {
    @Override
    protected Request next(KeySequence keys) {
      keys.next();
      return client -> {
        Pause.nanos(3_000_000_000L);
        new Answer().commit();
        return CompletableFuture.completedFuture(Outcome.NOTHING);
      };
    }
  }

  /** Of a long operation. */
  private static final class Answer extends Event {}

  private static boolean isOf(RecordedEvent event, String type) {
    return event.getEventType().getName().equals("jdk.ExecutionSample")
        && event.getStackTrace().getFrames().stream()
            .anyMatch(frame -> frame.getMethod().getType().getName().equals(type));
  }

  @Test
  void withoutTheFlagThereIsNoProfile() {
    Hbench.Result run = hbench.job("run noop@1 --threads 1 --warmup 0s --ops 100");
    assertThat(run).hasExitCode(0);
    assertThat(run.dir().resolve("profile")).doesNotExist();
    assertThat(run.report().isNull("profile")).isTrue();
    assertThat(run.out()).doesNotContain("profil");
  }

  @Test
  void aSearchIsNotProfiled() {
    Hbench.Result search = hbench.job("findmax noop@1 --objective 'p99 < 1s' --profile");
    assertThat(search).hasExitCode(2);
    assertThat(search.err())
        .contains("--profile true: the steps of a search have different loads; try run get ");
  }
}
