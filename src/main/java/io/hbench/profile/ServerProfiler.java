package io.hbench.profile;

import io.hbench.profile.ServerChoice.Chosen;
import io.hbench.profile.ServerProfiles.Server;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.RunDirectory;
import io.hbench.rundir.server.ServerSamples.Reading;
import io.hbench.spec.RunSpec;
import io.hbench.time.Time;
import io.hbench.time.Work;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Profiler of the slowest and a median region server while a run goes on, by HBase's servlet {@code
 * /prof}, which runs async-profiler where that is installed. In a thread of its own; what goes
 * wrong is a line in the report.
 */
public final class ServerProfiler {
  private static final Logger LOG = LoggerFactory.getLogger(ServerProfiler.class);

  private static final Duration POLL = Duration.ofSeconds(1);

  /** Limits the wait for the time of the start, which is read from files. */
  private static final Duration MAX_READING = Duration.ofSeconds(5);

  private static final double NANOS = 1e9;

  private static final String ENDED_BEFORE = "the run ended before";
  private static final String NO_ANSWER = "no answer from /prof";

  /** Empty if the window is too short. */
  private final Optional<ProfilePlan> plan;

  private final Duration warmup;
  private final RunDirectory run;
  private final Pages pages;
  private final Work<Long> start;
  private final ServerChoice choice = new ServerChoice();
  private final Time time;
  private final ExecutorService thread;
  private volatile boolean begun;

  private volatile ServerProfiles profiles = ServerProfiles.none(ENDED_BEFORE + " its tasks began");

  /** When the profiles are to end, by {@link Time#nanos}; null before the start is known. */
  private volatile Long endNanos;

  /** Whether that is known, or will never be. */
  private final CompletableFuture<Void> endIsKnown = new CompletableFuture<>();

  /** Reader of the web pages of region servers, with status and headers. */
  @FunctionalInterface
  public interface Pages {
    /**
     * Requests a page, and waits for it.
     *
     * @param server {@code host:port} of its RPC
     * @throws IOException if there is no answer, or the server has no pages
     */
    HttpResponse<byte[]> get(String server, String path) throws IOException, InterruptedException;
  }

  /**
   * @param start of the run by {@link Time#nanos} of this process, asked once, in the profiler's
   *     thread; fails if it is unknown
   */
  public ServerProfiler(Time time, RunSpec spec, RunDirectory run, Pages pages, Work<Long> start) {
    this(time, ProfilePlan.of(spec), spec.measurement().warmup(), run, pages, start);
  }

  ServerProfiler(
      Time time,
      Optional<ProfilePlan> plan,
      Duration warmup,
      RunDirectory run,
      Pages pages,
      Work<Long> start) {
    this.time = time;
    this.thread = time.threads("server-profiler", 1);
    this.start = start;
    this.plan = plan;
    this.warmup = warmup;
    this.run = run;
    this.pages = pages;
  }

  public void see(List<Reading> readings) {
    synchronized (choice) {
      choice.add(readings);
    }
  }

  /** Called again and again once a task has started: then the common start is known. */
  public synchronized void begin() {
    if (!begun) {
      begun = true;
      thread.execute(this::work);
    }
  }

  private void work() {
    try {
      profile();
    } catch (IOException | RuntimeException e) {
      profiles = ServerProfiles.none(FailureText.of(e));
    } catch (InterruptedException e) {
      LOG.debug("the run has ended", e);
    } finally {
      endIsKnown.complete(null);
    }
  }

  private void profile() throws IOException, InterruptedException {
    if (plan.isEmpty()) {
      profiles = ServerProfiles.none("the window is too short; try --for 1m");
      return;
    }
    profiles = ServerProfiles.none(ENDED_BEFORE + " its servers were chosen");
    long window = start.perform() + warmup.toNanos();
    long begin = window + plan.get().afterStart().toNanos();
    endNanos = begin + plan.get().length().toNanos();
    endIsKnown.complete(null);
    sleepUntil(begin);
    profile(window);
  }

  private void sleepUntil(long nanos) throws InterruptedException {
    time.sleep(Duration.ofNanos(nanos - time.nanos()));
  }

  private void profile(long windowNanos) throws InterruptedException {
    List<Chosen> chosen;
    synchronized (choice) {
      chosen = choice.choose();
    }
    if (chosen.isEmpty()) {
      profiles =
          ServerProfiles.none(
              choice.isEmpty()
                  ? "no metrics page (/jmx) of a region server is available"
                  : "no metrics page of a region server was read twice before the profile");
      return;
    }
    List<Server> servers = new ArrayList<>();
    List<Optional<String>> outputs = new ArrayList<>();
    for (Chosen one : chosen) {
      long now = time.nanos();
      Server server =
          new Server(
              one.server(),
              one.role(),
              one.callMicros(),
              (now - windowNanos) / NANOS,
              Math.max(1, Math.round((endNanos - now) / NANOS)), // less after a slow server
              null,
              0,
              NO_ANSWER);
      servers.add(server);
      profiles = new ServerProfiles(servers, null);
      ServletAnswer answer = start(server);
      outputs.add(answer.file());
      servers.set(servers.size() - 1, server.without(answer.problem()));
      profiles = new ServerProfiles(servers, null);
    }
    if (outputs.stream().allMatch(Optional::isEmpty)) {
      return;
    }
    sleepUntil(endNanos);
    for (int i = 0; i < servers.size(); i++) {
      if (outputs.get(i).isPresent()) {
        servers.set(i, servers.get(i).without("no output: the server has sent none in time"));
      }
    }
    profiles = new ServerProfiles(servers, null);
    for (int i = 0; i < servers.size(); i++) {
      if (outputs.get(i).isPresent()) {
        servers.set(i, fetch(servers.get(i), outputs.get(i).get()));
        profiles = new ServerProfiles(servers, null);
      }
    }
  }

  private ServletAnswer start(Server server) throws InterruptedException {
    if (time.nanos() - endNanos > ProfilePlan.MARGIN.toNanos()) {
      return new ServletAnswer(Optional.empty(), "the window ended before its profile");
    }
    String path = "/prof?event=cpu&output=html&duration=" + Math.round(server.seconds());
    try {
      ServletAnswer answer = ServletAnswer.of(pages.get(server.server(), path));
      return answer.file().isEmpty()
          ? answer
          : new ServletAnswer(answer.file(), ENDED_BEFORE + " its profile");
    } catch (IOException | RuntimeException e) {
      return new ServletAnswer(Optional.empty(), NO_ANSWER + ": " + FailureText.of(e));
    }
  }

  /** Waits until the file is complete, and copies it into the run directory. */
  private Server fetch(Server server, String path) throws InterruptedException {
    long deadline = endNanos + ProfilePlan.WRITING.toNanos();
    String file = Profiles.ofServer(server.server());
    try {
      while (true) {
        HttpResponse<byte[]> answer = pages.get(server.server(), path);
        if (ServletAnswer.isGraph(answer)) {
          run.replace(file, out -> out.write(answer.body()));
          return server.with(file, answer.body().length);
        }
        if (time.nanos() - deadline >= 0) {
          return server.without(ServletAnswer.noGraph(answer));
        }
        sleepUntil(Math.min(time.nanos() + POLL.toNanos(), deadline));
      }
    } catch (IOException | RuntimeException e) {
      return server.without("no output: " + FailureText.of(e));
    }
  }

  /** Waits for files that are about to be there, and writes what is known of the profiles. */
  public void finish() throws IOException, InterruptedException {
    if (begun) {
      awaitEnd();
    }
    thread.shutdown();
    Long end = endNanos;
    if (end == null || end - time.nanos() > ProfilePlan.WRITING.toNanos()) {
      thread.shutdownNow(); // a profile of a run that has ended early goes on at its server
    }
    thread.awaitTermination(2 * ProfilePlan.WRITING.toMillis(), TimeUnit.MILLISECONDS);
    thread.shutdownNow();
    run.writeJson(Profiles.SERVERS, profiles);
  }

  private void awaitEnd() throws InterruptedException {
    try {
      time.get(endIsKnown, MAX_READING.toNanos());
    } catch (TimeoutException e) {
      LOG.debug("no start of the tasks is known", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
