package io.hbench.driver;

import io.hbench.cluster.action.LocalShell;
import io.hbench.cluster.action.PendingUndo;
import io.hbench.cluster.action.Undo;
import io.hbench.rundir.FailureText;
import io.hbench.time.Time;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.commons.lang3.function.FailableSupplier;
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

  /** Time for the file system to delete what is done in the journal. */
  private static final long DELETION_SECONDS = 30;

  private static final String NOTHING_STARTS = "nothing starts at the end of a run";

  @FunctionalInterface
  interface UndoOfAction {
    void perform(Undo undo, LocalShell shell) throws IOException, InterruptedException;
  }

  private final int rank;
  private final String out;
  private final UndoJournal journal;
  private final Consumer<String> progress;
  private final Consumer<String> problems;
  private final Runnable atShutdown = this::close;
  private final List<ShellLine> started = new ArrayList<>();
  private final Deque<Pending> undos = new ArrayDeque<>();
  private final List<String> failures = new ArrayList<>();
  private boolean registered;
  private boolean closed;

  /** An undo that is to run at the end, with its file in the journal. */
  private final class Pending implements PendingUndo {
    private final String file;
    private final UndoOfAction ofAction;
    private volatile UndoJournal.Entry entry;

    /** Whether it was begun: without this object's lock, as a write may hang. */
    private volatile boolean begun;

    Pending(String file, UndoJournal.Entry entry, UndoOfAction ofAction) {
      this.file = file;
      this.entry = entry;
      this.ofAction = ofAction;
    }

    @Override
    public synchronized void change(UnaryOperator<Undo> change) throws IOException {
      checkGoesOn();
      UndoJournal.Entry next = entry.with(change.apply(entry.undo()));
      journal.write(file, next);
      entry = next;
      checkGoesOn(); // it may have been begun meanwhile, without the change
    }

    private void checkGoesOn() throws IOException {
      if (begun) {
        throw new IOException(NOTHING_STARTS);
      }
    }

    /** Deletes the entry, after a change that is being written. */
    Future<?> delete() {
      return journal.delete(file, this);
    }

    String what() {
      return entry.undo().what();
    }

    void perform() throws IOException, InterruptedException {
      begun = true;
      Undo undo = entry.undo();
      LocalShell shell = new UndoShell(undo.what(), entry.out());
      if (undo.line() != null) {
        shell.run(undo.line());
        return;
      }
      try {
        ofAction.perform(undo, shell);
      } catch (IOException e) {
        throw new IOException(undo.what() + ": " + FailureText.of(e), e);
      }
    }
  }

  /**
   * @param rank lines of a higher rank are undone earlier at Ctrl-C
   * @param out directory of the run, which lines have as {@code HBENCH_OUT}
   * @param progress consumer of a line for each undo that starts
   * @param problems consumer of a line for each undo that fails
   */
  public ShellLines(
      int rank,
      String out,
      UndoJournal journal,
      Consumer<String> progress,
      Consumer<String> problems) {
    this.rank = rank;
    this.out = out;
    this.journal = journal;
    this.progress = progress;
    this.problems = problems;
  }

  /** Lines without undos, which need no journal. */
  static ShellLines none() {
    return new ShellLines(0, "", null, line -> {}, line -> {});
  }

  /**
   * Starts a line.
   *
   * @param undoLine to run at the end if the line has started, whatever becomes of it
   */
  public ShellLine start(String line, Optional<String> undoLine) throws IOException {
    Pending undo = undoLine.isPresent() ? written("", Undo.ofLine(undoLine.get()), null) : null;
    return begin(
        undo,
        () -> {
          ShellLine running = ShellLine.start(line, variables(out), false);
          started.add(running);
          return running;
        });
  }

  public PendingUndo undoAtTheEnd(String cluster, Undo undo, UndoOfAction ofAction)
      throws IOException {
    Pending pending = written(cluster, undo, ofAction);
    return begin(pending, () -> pending);
  }

  public void undoAtTheEnd(String undoLine) throws IOException {
    undoAtTheEnd("", Undo.ofLine(undoLine), null);
  }

  /** Adds an undo that another process has left. */
  synchronized void restore(String file, UndoJournal.Entry entry, UndoOfAction ofAction)
      throws IOException {
    register();
    undos.push(new Pending(file, entry, ofAction));
  }

  /** Writes an undo into the journal, without this object's lock: the file system may hang. */
  private Pending written(String cluster, Undo undo, UndoOfAction ofAction) throws IOException {
    UndoJournal.Entry entry =
        new UndoJournal.Entry(UndoJournal.host(), Time.real().iso(), cluster, out, undo);
    String file = journal.next(cluster);
    journal.write(file, entry);
    return new Pending(file, entry, ofAction);
  }

  /** Begins what an undo repairs. */
  private synchronized <T> T begin(Pending undo, FailableSupplier<T, IOException> work)
      throws IOException {
    try {
      register();
      T begun = work.get();
      if (undo != null) {
        undos.push(undo);
      }
      return begun;
    } catch (IOException e) {
      if (undo != null) {
        var unused = undo.delete(); // it repairs nothing
      }
      throw e;
    }
  }

  private void register() throws IOException {
    if (closed || ShutdownHookManager.get().isShutdownInProgress()) {
      throw new IOException(NOTHING_STARTS);
    }
    if (!registered) {
      registered = true;
      ShutdownHookManager.get()
          .addShutdownHook(atShutdown, PRIORITY + rank, SHUTDOWN_DAYS, TimeUnit.DAYS);
    }
  }

  private static Map<String, String> variables(String out) {
    return out.isEmpty() ? Map.of() : Map.of("HBENCH_OUT", out);
  }

  public synchronized List<String> failures() {
    return List.copyOf(failures);
  }

  @Override
  public synchronized void close() {
    closed = true;
    started.forEach(ShellLine::close);
    boolean interrupted = Thread.interrupted();
    Map<Pending, Future<?>> done = new LinkedHashMap<>();
    while (!undos.isEmpty()) {
      Pending next = undos.pop();
      progress.accept("undo: " + next.what());
      Optional<String> failure = run(next);
      if (failure.isEmpty()) {
        done.put(next, next.delete());
      } else {
        failures.add(failure.get());
        problems.accept("undo: " + failure.get() + journal.hint());
      }
    }
    done.forEach(this::awaitDeletion);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (registered && !ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(atShutdown);
    }
  }

  private void awaitDeletion(Pending undo, Future<?> deletion) {
    try {
      deletion.get(DELETION_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      problems.accept(
          "undo: %s: done, but %s is not deleted".formatted(undo.what(), journal.path(undo.file)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<String> run(Pending next) {
    try {
      next.perform();
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
    private final String directory;

    UndoShell(String what, String directory) {
      this.what = what;
      this.directory = directory;
    }

    @Override
    public void run(String line) throws IOException, InterruptedException {
      try (ShellLine running = ShellLine.start(line, variables(directory), true)) {
        running.complete(Time.real());
      }
    }

    @Override
    public void say(String line) {
      problems.accept("undo: " + what + ": " + line);
    }
  }
}
