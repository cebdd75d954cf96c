package io.hbench.driver;

import io.hbench.cluster.action.LocalShell;
import io.hbench.cluster.action.Undo;
import io.hbench.rundir.FailureText;
import io.hbench.time.Time;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Shell lines that belong together, and what undoes them and actions beside them. At the end, which
 * may be Ctrl-C, lines that are running are killed, and the undos run: each once, the last one
 * first.
 */
final class ShellLines implements AutoCloseable {
  /** After the job was killed, and before Hadoop's own hooks. */
  private static final int PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 5;

  /** More than all undos take. */
  private static final long SHUTDOWN_DAYS = 1;

  private record NamedUndo(String what, Undo undo) {}

  private final int rank;
  private final Map<String, String> variables;
  private final Consumer<String> progress;
  private final Consumer<String> problems;
  private final Runnable atShutdown = this::close;
  private final List<ShellLine> started = new ArrayList<>();
  private final Deque<NamedUndo> undos = new ArrayDeque<>();
  private final List<String> failures = new ArrayList<>();
  private boolean registered;
  private boolean closed;

  /**
   * @param rank lines of a higher rank are undone earlier at Ctrl-C
   * @param variables to add to the environment of the lines
   * @param progress consumer of a line for each undo that starts
   * @param problems consumer of a line for each undo that fails
   */
  public ShellLines(
      int rank,
      Map<String, String> variables,
      Consumer<String> progress,
      Consumer<String> problems) {
    this.rank = rank;
    this.variables = variables;
    this.progress = progress;
    this.problems = problems;
  }

  /**
   * Starts a line.
   *
   * @param undoLine to run at the end if the line has started, whatever becomes of it
   */
  public synchronized ShellLine start(String line, Optional<String> undoLine) throws IOException {
    register();
    ShellLine running = ShellLine.start(line, variables);
    started.add(running);
    undoLine.ifPresent(this::push);
    return running;
  }

  private void push(String undoLine) {
    undos.push(new NamedUndo("`" + undoLine + "`", shell -> shell.run(undoLine)));
  }

  /**
   * Adds the undo of an action.
   *
   * @param what name for messages
   */
  public synchronized void undoAtTheEnd(String what, Undo undo) throws IOException {
    register();
    undos.push(
        new NamedUndo(
            what,
            shell -> {
              try {
                undo.run(shell);
              } catch (IOException e) {
                throw new IOException(what + ": " + FailureText.of(e), e);
              }
            }));
  }

  /** Adds a line to run at the end. */
  public synchronized void undoAtTheEnd(String undoLine) throws IOException {
    register();
    push(undoLine);
  }

  private void register() throws IOException {
    if (closed || ShutdownHookManager.get().isShutdownInProgress()) {
      throw new IOException("nothing starts at the end of a run");
    }
    if (!registered) {
      registered = true;
      ShutdownHookManager.get()
          .addShutdownHook(atShutdown, PRIORITY + rank, SHUTDOWN_DAYS, TimeUnit.DAYS);
    }
  }

  /** Failures of undos. */
  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  @Override
  public synchronized void close() {
    closed = true;
    started.forEach(ShellLine::close);
    boolean interrupted = Thread.interrupted();
    while (!undos.isEmpty()) {
      NamedUndo next = undos.pop();
      progress.accept("undo: " + next.what());
      run(next)
          .ifPresent(
              failure -> {
                failures.add(failure);
                problems.accept("undo: " + failure);
              });
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (registered && !ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(atShutdown);
    }
  }

  /** Runs an undo; returns its failure. */
  private Optional<String> run(NamedUndo next) {
    try {
      next.undo().run(new UndoShell(next.what()));
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(FailureText.of(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(next.what() + ": interrupted");
    } catch (RuntimeException e) { // the other undos must run
      return Optional.of(next.what() + ": " + FailureText.of(e));
    }
  }

  /** The shell of an undo: its lines run to their ends, also after the end of the others. */
  private final class UndoShell implements LocalShell {
    private final String what;

    UndoShell(String what) {
      this.what = what;
    }

    @Override
    public void run(String line) throws IOException, InterruptedException {
      try (ShellLine running = ShellLine.start(line, variables)) {
        running.complete(Time.real());
      }
    }

    @Override
    public void say(String line) {
      problems.accept("undo: " + what + ": " + line);
    }
  }
}
