package io.hbench.report.format;

import static io.hbench.figure.Format.format;

import io.hbench.figure.Unit;
import io.hbench.report.ObjectiveReport;
import io.hbench.report.RunReport;
import java.io.StringWriter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * Test cases as JUnit XML for CI servers. The format is that of Ant's {@code JUnitReport} task;
 * Jenkins and GitLab read these elements.
 *
 * @param timestamp ISO 8601, or null
 * @param output what a server shows beside the cases
 */
public record JunitSuite(
    String name, String timestamp, double seconds, List<Case> cases, String output) {

  /** How a case has ended. */
  public enum Outcome {
    PASSED("", ""),
    /** It says nothing. */
    SKIPPED("skipped", "skipped"),
    FAILURE("failure", "failures"),
    /** It could not be judged, because something failed before. */
    ERROR("error", "errors");

    private final String element;
    private final String count;

    Outcome(String element, String count) {
      this.element = element;
      this.count = count;
    }
  }

  /**
   * A test case.
   *
   * @param group what a server shows it under
   * @param type kind of the failure; empty if it passed, as the next two
   * @param message in one line
   */
  public record Case(
      String group,
      String name,
      double seconds,
      Outcome outcome,
      String type,
      String message,
      String text) {

    public static Case passed(String group, String name, double seconds) {
      return new Case(group, name, seconds, Outcome.PASSED, "", "", "");
    }
  }

  /** That of a report: each objective is a test. */
  public static JunitSuite of(RunReport report) {
    return new JunitSuite(
        "hbench " + report.run().command(),
        report.window().started(),
        report.window().seconds(),
        report.objectives().stream().map(objective -> testCase(report, objective)).toList(),
        report.verdict().text() + "\nrun directory: " + report.run().out() + "\n");
  }

  private static Case testCase(RunReport report, ObjectiveReport objective) {
    String group = report.run().command().replace('.', '_');
    double seconds = report.window().seconds();
    if (objective.met()) {
      return Case.passed(group, objective.objective(), seconds);
    }
    String worst =
        objective.worst() == null
            ? ""
            : format(
                "worst interval: %s at %.1f s",
                objective.text(objective.worst().value()), objective.worst().t());
    return new Case(
        group,
        objective.objective(),
        seconds,
        Outcome.FAILURE,
        "objective",
        message(report, objective),
        worst);
  }

  private static String message(RunReport report, ObjectiveReport objective) {
    String value = (objective.value() == null ? "" : "value ") + objective.text(objective.value());
    String limit = ", limit " + Unit.named(objective.unit()).text(objective.limit());
    return value + limit + (report.verdict().isInvalid() ? "; the run is invalid" : "");
  }

  public String xml() {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      write(xml);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // impossible for a string writer
    }
    return text + "\n";
  }

  private void write(XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartElement("testsuite");
    attribute(xml, "name", name);
    attribute(xml, "tests", Integer.toString(cases.size()));
    for (Outcome outcome : List.of(Outcome.FAILURE, Outcome.ERROR, Outcome.SKIPPED)) {
      long count = cases.stream().filter(one -> one.outcome == outcome).count();
      attribute(xml, outcome.count, Long.toString(count));
    }
    attribute(xml, "time", seconds(seconds));
    if (timestamp != null) {
      attribute(xml, "timestamp", timestamp);
    }
    for (Case one : cases) {
      xml.writeCharacters("\n  ");
      write(one, xml);
    }
    xml.writeCharacters("\n  ");
    xml.writeStartElement("system-out");
    xml.writeCharacters(allowed(output));
    xml.writeEndElement();
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private static void write(Case one, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartElement("testcase");
    attribute(xml, "classname", "hbench." + one.group);
    attribute(xml, "name", one.name);
    attribute(xml, "time", seconds(one.seconds));
    if (one.outcome != Outcome.PASSED) {
      xml.writeStartElement(one.outcome.element);
      attribute(xml, "type", one.type);
      attribute(xml, "message", one.message);
      xml.writeCharacters(allowed(one.text));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static void attribute(XMLStreamWriter xml, String name, String value)
      throws XMLStreamException {
    xml.writeAttribute(name, allowed(value));
  }

  /** XML 1.0 has no control characters; messages of servers may. */
  private static String allowed(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cs}\\uFFFE\\uFFFF&&[^\\t\\n\\r]]", "?");
  }

  private static String seconds(double seconds) {
    return format("%.3f", seconds);
  }
}
