package io.hbench.profile;

import io.hbench.profile.ServerChoice.Chosen;
import io.hbench.profile.ServerProfiles.Server;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Profiler of the slowest and a median region server while a run goes on, by HBase's servlet {@code
 * /prof}, which runs async-profiler where that is installed. In a thread of its own; what goes
 * wrong is a line in the report.
 */
public final class ServerProfiler {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProfiler.class);

  /** Time for a server to write a file after the end of its profile. */
  private static final Duration MAX_WRITING = Duration.ofSeconds(15);

  private static final Duration POLL = Duration.ofSeconds(1);
  private static final double NANOS = 1e9;

  private static final String ENDED_BEFORE = "the run ended before";

  /** Empty if the window is too short. */
  private final Optional<ProfilePlan> plan;

  private final Duration warmup;
  private final RunDirectory run;
  private final ProfilePages pages;
  private final ServerChoice choice = new ServerChoice();
  private final Thread thread = new Thread(this::work, "server-profiler");
  private boolean begun;

  /** Since the common start of the tasks, by this process. */
  private long startNanos;

  private volatile ServerProfiles profiles = ServerProfiles.none(ENDED_BEFORE + " its tasks began");

  /** When the files are to be there, by {@link System#nanoTime}. */
  private volatile long readyNanos;

  /**
   * @param run directory of the run, to which the profiles are written
   */
  public ServerProfiler(RunSpec spec, RunDirectory run, ProfilePages pages) {
    this(ProfilePlan.of(spec), spec.measurement().warmup(), run, pages);
  }

  ServerProfiler(
      Optional<ProfilePlan> plan, Duration warmup, RunDirectory run, ProfilePages pages) {
    this.plan = plan;
    this.warmup = warmup;
    this.run = run;
    this.pages = pages;
    thread.setDaemon(true);
  }

  /** Takes what the servers have just told. */
  public void see(List<Reading> readings) {
    synchronized (choice) {
      choice.add(readings);
    }
  }

  /** Called again and again once all tasks have started. */
  public synchronized void tasksHaveStarted() {
    if (!begun) {
      begun = true;
      startNanos = System.nanoTime();
      readyNanos =
          startNanos
              + plan.map(p -> warmup.plus(p.afterStart()).plus(p.length()))
                  .orElse(Duration.ZERO)
                  .toNanos();
      thread.start();
    }
  }

  private void work() {
    if (plan.isEmpty()) {
      profiles = ServerProfiles.none("the window is too short; try --for 1m");
      return;
    }
    profiles = ServerProfiles.none(ENDED_BEFORE + " its servers were chosen");
    try {
      Thread.sleep(warmup.plus(plan.get().afterStart()).toMillis());
      profile(plan.get());
    } catch (InterruptedException e) {
      LOG.debug("the run has ended", e);
    }
  }

  private void profile(ProfilePlan plan) throws InterruptedException {
    List<Chosen> chosen;
    synchronized (choice) {
      chosen = choice.choose();
    }
    if (chosen.isEmpty()) {
      profiles = ServerProfiles.none("no metrics page (/jmx) of a region server is available");
      return;
    }
    List<Server> servers = new ArrayList<>();
    List<Optional<String>> outputs = new ArrayList<>();
    for (Chosen one : chosen) {
      double start = (System.nanoTime() - startNanos) / NANOS;
      Server server =
          new Server(
              one.server(),
              one.role(),
              one.callMicros(),
              start - warmup.toNanos() / NANOS,
              plan.length().toSeconds(),
              null,
              0,
              ENDED_BEFORE + " its profile");
      ServletAnswer answer = start(server, plan);
      outputs.add(answer.file());
      servers.add(answer.file().isPresent() ? server : server.without(answer.problem()));
      profiles = new ServerProfiles(servers, null);
    }
    if (outputs.stream().allMatch(Optional::isEmpty)) {
      return;
    }
    readyNanos = System.nanoTime() + plan.length().toNanos();
    Thread.sleep(plan.length().toMillis());
    for (int i = 0; i < servers.size(); i++) {
      if (outputs.get(i).isPresent()) {
        servers.set(i, fetch(servers.get(i), outputs.get(i).get()));
        profiles = new ServerProfiles(servers, null);
      }
    }
  }

  private ServletAnswer start(Server server, ProfilePlan plan) throws InterruptedException {
    String path = "/prof?event=cpu&output=html&duration=" + plan.length().toSeconds();
    try {
      return ServletAnswer.of(pages.get(server.server(), path));
    } catch (IOException | RuntimeException e) {
      return new ServletAnswer(Optional.empty(), "no answer from /prof: " + FailureText.of(e));
    }
  }

  /** Waits until the file is complete, and copies it into the run directory. */
  private Server fetch(Server server, String path) throws InterruptedException {
    long deadline = readyNanos + MAX_WRITING.toNanos();
    String file = ProfileFiles.ofServer(server.server());
    try {
      while (true) {
        HttpResponse<byte[]> answer = pages.get(server.server(), path);
        if (ServletAnswer.isFile(answer)) {
          run.replace(file, out -> out.write(answer.body()));
          return server.with(file, answer.body().length);
        }
        if (System.nanoTime() - deadline > 0) {
          return server.without(
              "no output: async-profiler has failed; the log of the server, or"
                  + " sysctl kernel.perf_event_paranoid there, may say why");
        }
        Thread.sleep(POLL.toMillis());
      }
    } catch (IOException | RuntimeException e) {
      return server.without("no output: " + FailureText.of(e));
    }
  }

  /** Waits for files that are about to be there, and writes what is known of the profiles. */
  public void finish() throws IOException, InterruptedException {
    if (readyNanos - System.nanoTime() > MAX_WRITING.toNanos()) {
      thread.interrupt(); // a profile of a run that has ended early goes on at its server
    }
    thread.join(2 * MAX_WRITING.toMillis());
    thread.interrupt();
    run.writeJson(ProfileFiles.SERVERS, profiles);
  }
}
