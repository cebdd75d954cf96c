package io.hbench.view;

import static io.hbench.figure.Format.format;

import io.hbench.doc.DataTable;
import io.hbench.doc.DataTable.Link;
import io.hbench.doc.Document;
import io.hbench.figure.Unit;
import io.hbench.profile.Profiles;
import io.hbench.profile.Profiles.Task;
import io.hbench.profile.ServerProfiles.Server;
import java.util.ArrayList;
import java.util.List;

/** The profiles of a run, with links to their files. */
final class ProfileView {
  private static final String NO_RECORDING = "none; the log of the task says why";

  private ProfileView() {}

  /** How many profiles there are. */
  static String summary(Profiles profiles) {
    long recorded = profiles.tasks().stream().filter(task -> task.file() != null).count();
    long graphs = profiles.servers().servers().stream().filter(s -> s.file() != null).count();
    return format(
        "%d of %d tasks, %d of %d region servers, in profile/; taken during this run",
        recorded, profiles.tasks().size(), graphs, profiles.servers().servers().size());
  }

  private record Row(String file, String problem, String of, String time, long bytes) {}

  static void section(Profiles profiles, Document document) {
    document.section("Profiles");
    document.note(
        "The figures of this run were taken while profiling. Tasks: flight recordings, for JDK"
            + " Mission Control or jfr. Region servers: flame graphs of CPU time, for a browser.");
    if (profiles.servers().problem() != null) {
      document.fact("no region server", profiles.servers().problem());
    }
    List<Row> rows = new ArrayList<>();
    for (Server server : profiles.servers().servers()) {
      String of = server.server() + ", " + role(server);
      rows.add(new Row(server.file(), server.problem(), of, time(server), server.bytes()));
    }
    for (Task task : profiles.tasks()) {
      String of = "task " + task.task();
      rows.add(new Row(task.file(), NO_RECORDING, of, "measurement window", task.bytes()));
    }
    document.table(
        DataTable.of(rows)
            .name("profile", ProfileView::file)
            .name(Label.OF, Row::of)
            .name(Label.TIME, Row::time)
            .figure(Label.SIZE, Unit.BYTES, r -> r.file == null ? null : r.bytes));
  }

  private static Object file(Row row) {
    return row.file == null
        ? row.problem
        : new Link(row.file.substring(row.file.indexOf('/') + 1), row.file);
  }

  private static String role(Server server) {
    return server.callMicros() == null
        ? server.role()
        : server.role() + ", " + Unit.MICROS.text(server.callMicros()) + " a call";
  }

  private static String time(Server server) {
    return format(
        "%.0f to %.0f s of the window",
        server.startSeconds(), server.startSeconds() + server.seconds());
  }
}
