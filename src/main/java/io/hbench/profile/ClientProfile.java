package io.hbench.profile;

import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.io.InputStream;
import java.text.ParseException;
import java.util.List;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.apache.commons.lang3.function.FailableRunnable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The flight recording (JFR) of a task's JVM over its measurement window. A task whose recording
 * fails, or whose Java has no flight recorder, logs one line and goes on without.
 */
public final class ClientProfile implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClientProfile.class);

  /** Settings of the JDK: a stack of each running thread every 10 ms. */
  private static final String SETTINGS = "profile";

  /** Of a longer recording, the newest part is kept. */
  private static final long MAX_BYTES = 100 << 20;

  /** Events with environments and command lines, which may hold secrets. */
  private static final List<String> LEFT_OUT =
      List.of(
          "jdk.InitialEnvironmentVariable",
          "jdk.InitialSystemProperty",
          "jdk.InitialSecurityProperty",
          "jdk.JVMInformation",
          "jdk.SystemProcess");

  private final RunDirectory run;
  private final int task;

  /** Null if the task is not profiled. */
  private Recording recording;

  private ClientProfile(RunDirectory run, int task) {
    this.run = run;
    this.task = task;
  }

  /**
   * The profile of a task, which records nothing yet; of a task that is not profiled, it does
   * nothing.
   *
   * @param shared whether all tasks are threads of this JVM, of which there is one recording
   */
  public static ClientProfile of(RunSpec spec, int task, boolean shared, RunDirectory run) {
    ClientProfile profile = new ClientProfile(run, task);
    if (spec.measurement().profile()
        && (shared ? task == 0 : Profiles.isProfiled(task, spec.tasks()))) {
      profile.attempt(profile::prepare);
    }
    return profile;
  }

  /** The first recording of a JVM takes longest to start: that is not for the window. */
  private void prepare() throws IOException, ParseException {
    try (Recording first = newRecording()) {
      first.start();
    }
    recording = newRecording();
  }

  private static Recording newRecording() throws IOException, ParseException {
    Recording recording = new Recording(Configuration.getConfiguration(SETTINGS));
    LEFT_OUT.forEach(recording::disable);
    recording.setName("hbench");
    recording.setMaxSize(MAX_BYTES);
    return recording;
  }

  public void start() {
    if (recording != null) {
      attempt(recording::start);
    }
  }

  public void stop() {
    if (recording != null) {
      attempt(recording::stop);
    }
  }

  /** Writes the recording, which has been stopped. */
  public void write() {
    if (recording != null) {
      attempt(
          () -> {
            try (InputStream recorded = recording.getStream(null, null)) {
              run.replace(Profiles.ofTask(task), recorded::transferTo);
            }
          });
    }
  }

  /** Ends a recording that was not written. */
  @Override
  public void close() {
    if (recording != null) {
      recording.close();
      recording = null;
    }
  }

  private void attempt(FailableRunnable<Exception> step) {
    try {
      step.run();
    } catch (Exception | LinkageError e) {
      LOG.warn("no profile of task {}: {}", task, FailureText.of(e));
      close();
    }
  }
}
