package io.tracejoin.report.verdict;

import io.tracejoin.report.verdict.VerdictAnswer.ClauseAnswer;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * A verdict as JUnit XML: one test case a clause. A failing clause is a failure; an inconclusive
 * one an error, since nothing was shown; a warning is a test that passed and printed something.
 */
public final class VerdictJunit {

  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  private final XMLStreamWriter xml;

  private VerdictJunit(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** The document. */
  public static String of(VerdictAnswer verdict) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      new VerdictJunit(xml).document(verdict);
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write to memory", e);
    }
    return text.toString();
  }

  private void document(VerdictAnswer verdict) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuites");
    suite(verdict);
    xml.writeEndElement();
    xml.writeEndDocument();
  }

  private void suite(VerdictAnswer verdict) throws XMLStreamException {
    List<ClauseAnswer> clauses = verdict.clauses();
    String budget = verdict.budget().name();
    xml.writeStartElement("testsuite");
    xml.writeAttribute("id", "0");
    xml.writeAttribute("name", budget);
    xml.writeAttribute("package", "tracejoin");
    xml.writeAttribute("timestamp", SECONDS.format(verdict.judgedAt()));
    xml.writeAttribute("hostname", "tracejoin");
    xml.writeAttribute("tests", Integer.toString(clauses.size()));
    xml.writeAttribute("failures", count(clauses, "fail"));
    xml.writeAttribute("errors", count(clauses, "inconclusive"));
    xml.writeAttribute("time", "0");
    properties(verdict);
    for (ClauseAnswer clause : clauses) {
      testCase(verdict, clause);
    }
    element("system-out", VerdictText.of(verdict));
    element("system-err", String.join("\n", verdict.notes()));
    xml.writeEndElement();
  }

  private void properties(VerdictAnswer verdict) throws XMLStreamException {
    xml.writeStartElement("properties");
    property("run_id", verdict.runId());
    property("revision", Integer.toString(verdict.revision()));
    property("budget_version", Integer.toString(verdict.budget().version()));
    property("verdict", verdict.verdict());
    xml.writeEndElement();
  }

  private void property(String name, String value) throws XMLStreamException {
    xml.writeEmptyElement("property");
    xml.writeAttribute("name", name);
    xml.writeAttribute("value", printable(value));
  }

  private void testCase(VerdictAnswer verdict, ClauseAnswer clause) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("name", clause.id() + ": " + printable(VerdictWords.measured(clause)));
    xml.writeAttribute("classname", "tracejoin." + verdict.budget().name());
    xml.writeAttribute("time", "0");
    switch (clause.verdict()) {
      case "fail" -> trouble("failure", clause);
      case "inconclusive" -> trouble("error", clause);
      default -> {
        // A pass says nothing; schemas differ in whether a test case may print, so a warning is
        // told by the suite.
      }
    }
    xml.writeEndElement();
  }

  private void trouble(String kind, ClauseAnswer clause) throws XMLStreamException {
    xml.writeStartElement(kind);
    xml.writeAttribute("message", printable(message(clause)));
    xml.writeAttribute("type", clause.reasons().isEmpty() ? "over_bound" : clause.reasons().get(0));
    StringBuilder body = new StringBuilder(message(clause)).append('\n');
    body.append("95 % interval ")
        .append(VerdictWords.interval(clause.ci95(), clause.unit()))
        .append(", n = ")
        .append(clause.n())
        .append('\n');
    clause.examples().forEach(it -> body.append("trace ").append(it).append('\n'));
    xml.writeCharacters(printable(body.toString()));
    xml.writeEndElement();
  }

  private static String message(ClauseAnswer clause) {
    String owner = clause.owner() == null ? "" : " [" + clause.owner() + "]";
    String why = VerdictWords.why(clause);
    return "%s = %s, expected %s%s%s"
        .formatted(
            VerdictWords.measured(clause),
            VerdictWords.value(clause),
            VerdictWords.bound(clause),
            owner,
            why.isEmpty() ? "" : ": " + why);
  }

  private void element(String name, String text) throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(printable(text));
    xml.writeEndElement();
  }

  /** What XML 1.0 cannot hold is left out. */
  private static String printable(String text) {
    return text.replaceAll("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\ufffe\\uffff]", "");
  }

  private static String count(List<ClauseAnswer> clauses, String verdict) {
    return Long.toString(clauses.stream().filter(it -> it.verdict().equals(verdict)).count());
  }
}
