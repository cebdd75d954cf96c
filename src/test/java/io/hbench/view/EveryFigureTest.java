package io.hbench.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.figure.Figure;
import io.hbench.figure.FigureKey;
import io.hbench.kit.Hbench;
import io.hbench.report.ReportReader;
import io.hbench.report.RunFigures;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.OperationReport;
import io.hbench.report.StoredReport;
import io.hbench.report.cost.OperationCost;
import io.hbench.report.cost.OperationCost.Cost;
import io.hbench.report.format.CsvText;
import io.hbench.report.format.PrometheusText;
import io.hbench.report.server.ByServer;
import io.hbench.report.server.ByServer.Server;
import io.hbench.rundir.PreparedStep;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Objective;
import io.hbench.suite.Suite;
import io.hbench.suite.SuiteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A figure of the register is everything that a figure may be, without another line of code. */
@TestInstance(Lifecycle.PER_CLASS)
class EveryFigureTest {
  /** Figures that are judged of loads only. */
  private static final Set<Figure> OF_LOADS =
      EnumSet.of(Figure.ROWS_PER_SECOND, Figure.SIZE_ON_DISK);

  @TempDir static Path dir;

  private RunReport report;
  private String details;
  private String csv;
  private String prometheus;
  private JsonObject ofRuns;
  private JsonObject ofLoads;
  private JsonObject history;
  private JsonObject historyOfLoads;

  /** The register, without what only a search or one server has. */
  static Stream<Figure> figures() {
    return Arrays.stream(Figure.values()).filter(Figure::isOfRun);
  }

  @BeforeAll
  void makeRuns() throws IOException {
    for (String command : List.of("run", "load")) {
      for (String name : List.of("a", "b")) {
        RunDirectory run = MadeRun.paced().write(dir.resolve(command).resolve(name));
        run.write(RunDirectory.REPORT_JSON, whole(ReportReader.read(run), command));
        report = StoredReport.read(run);
      }
    }
    details = RunView.details(report);
    csv = CsvText.operations(List.of(report));
    prometheus = PrometheusText.of(report);
    ofRuns = json("compare run/a run/b --format json");
    ofLoads = json("compare load/a load/b --format json");
    history = json("trend run --format json");
    historyOfLoads = json("trend load --format json");
  }

  private static JsonObject json(String line) {
    String words = line.replaceAll("(run|load)(/[ab])?(?= )", dir + "/$0");
    return JsonParser.parseString(new Hbench(dir).run(words).out()).getAsJsonObject();
  }

  /** The report with all that a short run without a cluster lacks. */
  private static String whole(RunReport report, String command) {
    JsonObject json = JsonParser.parseString(RunDirectory.toJson(report)).getAsJsonObject();
    json.getAsJsonObject("settings").addProperty("command", command);
    List<Cost> costs =
        figures()
            .filter(Figure::isCost)
            .map(f -> new Cost(f.toString(), f.unit().toString(), 1.5, 150, 0.001))
            .toList();
    json.add(
        "cost",
        JsonParser.parseString(
            RunDirectory.toJson(
                new OperationCost(
                    100,
                    costs,
                    1.0,
                    60.0,
                    1.0,
                    List.of(
                        new OperationCost.Server(
                            "rs1:16020",
                            1L,
                            0.1,
                            List.of(),
                            Map.of(
                                "filesLocal", 0.9, "storeFileBytes", 1e9, "hostProcessors", 2.0))),
                    null,
                    null,
                    null))));
    List<Server> servers =
        Stream.of("rs1:16020", "rs2:16020")
            .map(name -> server(name, report.operations().get(0)))
            .toList();
    json.add(
        "byServer",
        JsonParser.parseString(
            RunDirectory.toJson(
                new ByServer(servers, List.of(), List.of(), List.of(), List.of(), List.of(), 2))));
    json.add(
        "prepared",
        JsonParser.parseString(
            RunDirectory.toJson(
                List.of(
                    new PreparedStep("flush", 1, null, 9_000_000L, null),
                    new PreparedStep("warm", 1, 5L, null, null)))));
    json.getAsJsonObject("machines")
        .getAsJsonArray("hosts")
        .forEach(host -> host.getAsJsonObject().addProperty("servers", true));
    json.getAsJsonObject("servers")
        .getAsJsonObject("changes")
        .addProperty("blockCacheHitRatio", 0.9);
    Stream.concat(json.getAsJsonArray("operations").asList().stream(), Stream.of(json.get("total")))
        .map(JsonElement::getAsJsonObject)
        .forEach(
            operation -> {
              operation.addProperty("dropped", 7);
              operation.addProperty("inTime", operation.get("inTime").getAsLong() - 3);
              for (String tail : List.of("p99.99", "p99.999")) {
                operation.getAsJsonObject("response").addProperty(tail, 90_000.0);
              }
            });
    return json.toString();
  }

  private static Server server(String name, OperationReport of) {
    return new Server(
        name,
        of.count(),
        0.5,
        0,
        of.service(),
        of.response(),
        null,
        List.of(
            new ByServer.Operation(of.operation(), of.count(), 0, of.service(), of.response())));
  }

  @ParameterizedTest
  @MethodSource("figures")
  void aRunHasIt(Figure figure) {
    assertThat(keys()).extracting(FigureKey::figure).contains(figure);
    assertThat(Figure.named(figure.toString())).contains(figure);
    assertThat(figure.help()).isNotBlank();
  }

  private List<FigureKey> keys() {
    return List.copyOf(RunFigures.of(report).keySet());
  }

  @ParameterizedTest
  @MethodSource("figures")
  void itMayBeAnObjective(Figure figure) {
    String text = figure + (figure.moreIsBetter() ? " > " : " < ") + limit(figure);
    assertThat(Objective.parse(text).figure()).isEqualTo(figure);
    assertThat(Objective.parse(text).limit()).isPositive();
  }

  private static String limit(Figure figure) {
    return switch (figure.unit()) {
      case MICROS, SECONDS -> "1s";
      case SHARE -> "1%";
      case BYTES, BYTES_PER_SECOND -> "1kB";
      case COUNT, MULTIPLE, PER_SECOND -> "1";
    };
  }

  @ParameterizedTest
  @MethodSource("figures")
  void itMayBeAColumnOfASuite(Figure figure) {
    String file = "columns: [" + figure + "]\nsteps: [{name: a, command: run noop}]\n";
    Suite suite = SuiteFile.parse("suite.yaml", file);
    assertThat(suite.columns()).containsExactly(figure);
  }

  @ParameterizedTest
  @MethodSource("figures")
  void itIsCompared(Figure figure) {
    JsonObject set =
        (OF_LOADS.contains(figure) ? ofLoads : ofRuns)
            .getAsJsonArray("sets")
            .get(0)
            .getAsJsonObject();
    List<String> compared =
        Stream.of("operations", "others")
            .flatMap(name -> names(set.getAsJsonArray(name), "figures"))
            .toList();
    if (figure == Figure.SLOWEST_SERVER) {
      assertThat(set.get("servers").isJsonNull()).as("server by server").isFalse();
    } else {
      assertThat(compared).contains(figure.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("figures")
  void itIsFollowed(Figure figure) {
    JsonObject trend = OF_LOADS.contains(figure) ? historyOfLoads : history;
    assertThat(names(trend.getAsJsonArray("groups"), "series")).contains(figure.toString());
  }

  /** The names of figures in lists of some objects. */
  private static Stream<String> names(JsonArray of, String list) {
    return of.asList().stream()
        .flatMap(one -> one.getAsJsonObject().getAsJsonArray(list).asList().stream())
        .map(one -> one.getAsJsonObject().get("figure").getAsString());
  }

  @ParameterizedTest
  @MethodSource("figures")
  void itIsExported(Figure figure) {
    List<String> head = List.of(csv.lines().findFirst().orElseThrow().split(",", -1));
    int column = head.indexOf("figure." + figure);
    assertThat(column).isNotNegative();
    assertThat(csv.lines().skip(1))
        .anyMatch(line -> !line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)[column].isEmpty());
    assertThat(prometheus).contains("{figure=\"" + figure + "\",of=\"");
  }

  @ParameterizedTest
  @MethodSource("figures")
  void itIsInTheDetailsOfAReport(Figure figure) {
    assertThat(details.lines())
        .anyMatch(
            line -> line.matches("\\Q" + figure + "\\E +[\\d.]+.* \\Q" + figure.help() + "\\E"));
  }

  @Test
  void itIsInTheDocumentation() throws IOException {
    String page = Files.readString(Path.of("src/docs/reference/figures.md"));
    assertThat(figures()).allMatch(figure -> page.contains("| `" + figure + "` |"));
  }
}
