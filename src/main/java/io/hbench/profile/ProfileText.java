package io.hbench.profile;

import static io.hbench.html.Cell.figure;
import static io.hbench.html.Cell.link;
import static io.hbench.html.Cell.text;

import io.hbench.html.Cell;
import io.hbench.html.Page;
import io.hbench.html.Table;
import io.hbench.profile.Profiles.Task;
import io.hbench.profile.ServerProfiles.Server;
import java.util.Locale;

/** The profiles of a run, as text and as a section of the page. */
public final class ProfileText {
  private static final double MEGABYTE = 1e6;
  private static final String NO_RECORDING = "none; the log of the task says why";

  private ProfileText() {}

  /**
   * The text, in lines; empty without profiles.
   *
   * @param profiles null for none
   */
  public static String of(Profiles profiles) {
    if (profiles == null) {
      return "";
    }
    long recorded = profiles.tasks().stream().filter(task -> task.file() != null).count();
    long graphs = profiles.servers().servers().stream().filter(s -> s.file() != null).count();
    StringBuilder text = new StringBuilder();
    text.append(
        format(
            "profiles: %d of %d tasks, %d of %d region servers%s\n",
            recorded,
            profiles.tasks().size(),
            graphs,
            profiles.servers().servers().size(),
            recorded + graphs == 0
                ? ""
                : ", in profile/ of the run directory; figures were taken while profiling"));
    if (recorded < profiles.tasks().size()) {
      text.append("  tasks without a profile: their logs say why\n");
    }
    if (profiles.servers().problem() != null) {
      text.append("  region servers: ").append(profiles.servers().problem()).append('\n');
    }
    for (Server server : profiles.servers().servers()) {
      text.append(
          format(
              "  %s (%s): %s\n",
              server.server(),
              role(server),
              server.file() == null ? server.problem() : time(server)));
    }
    return text.toString();
  }

  /**
   * Adds the section to a page, with links to the files.
   *
   * @param profiles null for none
   */
  public static void add(Profiles profiles, Page page) {
    if (profiles == null) {
      return;
    }
    Table table = Table.of("profile", "of", "time").figures("size");
    for (Server server : profiles.servers().servers()) {
      table.row(
          file(server.file(), server.problem()),
          text(server.server() + ", " + role(server)),
          text(time(server)),
          size(server.file(), server.bytes()));
    }
    for (Task task : profiles.tasks()) {
      table.row(
          file(task.file(), NO_RECORDING),
          text("task " + task.task()),
          text("measurement window"),
          size(task.file(), task.bytes()));
    }
    page.section("Profiles");
    page.text(
        "The figures of this run were taken while profiling. Tasks: flight recordings, for JDK"
            + " Mission Control or jfr. Region servers: flame graphs of CPU time, for a browser."
            + (profiles.servers().problem() == null
                ? ""
                : " No region server: " + profiles.servers().problem() + "."));
    page.table(table);
  }

  private static String role(Server server) {
    return server.callMicros() == null
        ? server.role()
        : format("%s, %,.0f µs a call", server.role(), server.callMicros());
  }

  private static String time(Server server) {
    return format(
        "%.0f to %.0f s of the window",
        server.startSeconds(), server.startSeconds() + server.seconds());
  }

  private static Cell file(String file, String problem) {
    return file == null ? text(problem) : link(file.substring(file.indexOf('/') + 1), file);
  }

  private static Cell size(String file, long bytes) {
    return figure(format("%,.1f MB", bytes / MEGABYTE), file == null ? null : bytes);
  }

  private static String format(String pattern, Object... args) {
    return String.format(Locale.ROOT, pattern, args);
  }
}
