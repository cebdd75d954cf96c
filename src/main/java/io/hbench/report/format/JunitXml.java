package io.hbench.report.format;

import io.hbench.report.ObjectiveText;
import io.hbench.report.RunReport;
import io.hbench.report.RunReport.ObjectiveReport;
import java.io.StringWriter;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * JUnit XML of a report for CI servers: each objective is a test. The format is that of Ant's
 * {@code JUnitReport} task; Jenkins and GitLab read these elements.
 */
final class JunitXml {
  private JunitXml() {}

  /** The document. */
  static String of(RunReport report) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      suite(report, xml);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e); // impossible for a string writer
    }
    return text + "\n";
  }

  private static void suite(RunReport report, XMLStreamWriter xml) throws XMLStreamException {
    long missed = report.objectives().stream().filter(o -> !o.met()).count();
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "hbench " + report.run().command());
    xml.writeAttribute("tests", Integer.toString(report.objectives().size()));
    xml.writeAttribute("failures", Long.toString(missed));
    xml.writeAttribute("errors", "0");
    xml.writeAttribute("skipped", "0");
    xml.writeAttribute("time", seconds(report));
    if (report.window().started() != null) {
      xml.writeAttribute("timestamp", report.window().started());
    }
    for (ObjectiveReport objective : report.objectives()) {
      xml.writeCharacters("\n  ");
      testcase(report, objective, xml);
    }
    xml.writeCharacters("\n  ");
    xml.writeStartElement("system-out");
    xml.writeCharacters(
        TextReport.verdict(report) + "\nrun directory: " + report.run().out() + "\n");
    xml.writeEndElement();
    xml.writeCharacters("\n");
    xml.writeEndElement();
  }

  private static void testcase(RunReport report, ObjectiveReport objective, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "hbench." + report.run().command().replace('.', '_'));
    xml.writeAttribute("name", objective.objective());
    xml.writeAttribute("time", seconds(report));
    if (!objective.met()) {
      xml.writeStartElement("failure");
      xml.writeAttribute("type", "objective");
      xml.writeAttribute("message", message(report, objective));
      if (objective.worst() != null) {
        xml.writeCharacters(
            String.format(
                Locale.ROOT,
                "worst interval: %s at %.1f s",
                ObjectiveText.text(objective.worst().value(), objective.unit()),
                objective.worst().t()));
      }
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static String message(RunReport report, ObjectiveReport objective) {
    String value =
        objective.value() == null
            ? "not enough requests to evaluate it"
            : "value " + ObjectiveText.text(objective.value(), objective.unit());
    String limit = ", limit " + ObjectiveText.text(objective.limit(), objective.unit());
    return value + limit + (report.verdict().isInvalid() ? "; the run is invalid" : "");
  }

  private static String seconds(RunReport report) {
    return String.format(Locale.ROOT, "%.3f", report.window().seconds());
  }
}
