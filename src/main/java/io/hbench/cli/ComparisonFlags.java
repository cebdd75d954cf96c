package io.hbench.cli;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.figure.Margins;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingGroup;
import io.hbench.settings.SettingType;
import io.hbench.settings.UserFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * The flags that {@code compare} and {@code trend} have in common.
 *
 * @param details whether all of the document is printed, not its summary
 * @param form what is printed: the document, or its data
 */
record ComparisonFlags(Margins margins, boolean details, Form form) {
  private static final SettingGroup FLAGS = new SettingGroup("options");

  private static final Setting<Double> MARGIN =
      FLAGS.add("margin", SettingType.SHARE, "5%").help("smallest change that matters");
  private static final Setting<Double> ERRORS_MARGIN =
      FLAGS
          .add("errors-margin", SettingType.SHARE, "0.1%")
          .help("smallest relevant difference of the shares of failed or dropped requests");
  private static final Setting<Boolean> DETAILS =
      FLAGS.flag("details").help("all figures, histories and terms as text");
  private static final Setting<Form> FORMAT =
      FLAGS.oneOf("format", Form.class, "text").help("text or json");

  enum Form {
    TEXT,
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static List<Setting<?>> all() {
    return FLAGS.settings();
  }

  static ComparisonFlags of(Configuration conf) {
    return new ComparisonFlags(
        new Margins(MARGIN.get(conf), ERRORS_MARGIN.get(conf)),
        DETAILS.get(conf),
        FORMAT.get(conf));
  }

  /**
   * The file that a flag names, checked not to be a file of another kind.
   *
   * @param start first characters of those that it may replace
   */
  static Optional<UserFile> file(
      Setting<String> flag, Configuration conf, String example, String start) {
    Optional<UserFile> file =
        UserFile.of(flag, conf, example, text -> text.isEmpty() || text.startsWith(start));
    file.ifPresent(UserFile::check);
    return file;
  }

  /** Prints a document in the form that the flags ask for. */
  int print(Document document, Object data, boolean isRegression, Console console) {
    String text =
        form == Form.JSON
            ? RunDirectory.toJson(data)
            : details ? TextRenderer.whole(document) : TextRenderer.summary(document);
    console.out().print(text);
    return isRegression ? ExitCode.REGRESSION : ExitCode.OK;
  }
}
