package io.hbench.view;

import static io.hbench.figure.Format.counted;
import static io.hbench.figure.Format.format;
import static io.hbench.figure.Format.some;

import io.hbench.doc.Document;
import io.hbench.report.Setups;
import io.hbench.rundir.Setup;
import io.hbench.rundir.SetupItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What region servers and clients are: those that are alike in one line. */
final class SetupView {
  private static final int MAX_NAMES = 3;

  private SetupView() {}

  /**
   * A section, unless nothing is known.
   *
   * @param servers number of region servers, of which some were asked
   */
  static void section(Setups setups, int servers, Document document) {
    List<Setup> clients = setups.clients().stream().filter(s -> !s.values().isEmpty()).toList();
    if (setups.servers().isEmpty() && clients.isEmpty()) {
      return;
    }
    document.section("Setup");
    lines("servers", setups.servers(), servers, "server", document);
    int hosts = clients.stream().mapToInt(setup -> setup.names().size()).sum();
    lines("clients", clients, hosts, "host", document);
  }

  private static void lines(
      String label, List<Setup> setups, int all, String noun, Document document) {
    for (Setup setup : setups) {
      Setup usual = setups.stream().filter(s -> !s.values().isEmpty()).findFirst().orElse(setup);
      int n = setup.names().size();
      String which =
          setup.equals(usual)
              ? (n < all ? format("%,d of ", n) : "") + counted(all, noun)
              : some(setup.names(), MAX_NAMES, ", ");
      document.fact(label, which + ": " + text(setup, usual, noun.equals("server")));
    }
  }

  /** All values of the usual setup but those that no site has set; of another what differs. */
  private static String text(Setup setup, Setup usual, boolean isOfServers) {
    List<String> parts = new ArrayList<>();
    for (SetupItem item : SetupItem.values()) {
      String value = setup.values().get(item.key());
      String other = setup.equals(usual) ? SetupItem.DEFAULT : usual.values().get(item.key());
      if (value != null && !Objects.equals(value, other)) {
        parts.add(item.label() + " " + item.text(value));
      }
    }
    if (!setup.values().containsKey(SetupItem.JDK.key())) {
      parts.add("JVM unknown, no page /jmx");
    }
    if (isOfServers && !setup.values().containsKey(SetupItem.HANDLERS.key())) {
      parts.add("settings unknown, no page /conf");
    }
    return String.join(", ", parts);
  }
}
