package io.hbench.spec;

import io.hbench.op.OperationType;
import io.hbench.op.Operations;
import io.hbench.settings.Command;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.SettingType;
import io.hbench.settings.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.lang3.math.NumberUtils;

/**
 * Reads an assignment of a command line: {@code get:95,put:5@40}.
 *
 * @param command command of the assignment, for messages
 * @param text the assignment, for messages
 */
record AssignmentReader(Command command, String text) {
  private static final String EXAMPLE = "get:95,put:5@40";

  /**
   * Reads {@code MIX[@TASKS]}. A weight that is not given is 1.
   *
   * @param defaultTasks number of tasks if the text has none
   * @throws UsageException for an operation that is unknown or listed twice, a weight below 1, or a
   *     wrong number of tasks
   */
  Assignment read(int defaultTasks) {
    int at = text.indexOf('@');
    Mix mix = mix(at < 0 ? text : text.substring(0, at));
    return new Assignment(mix, at < 0 ? defaultTasks : tasks(text.substring(at + 1)));
  }

  private int tasks(String tasks) {
    return SettingType.SMALL_COUNT
        .find(tasks)
        .orElseThrow(() -> bad("'" + tasks + "' is not a number of tasks"));
  }

  private Mix mix(String words) {
    List<Mix.Share> shares = new ArrayList<>();
    for (String word : words.split(",", -1)) {
      int colon = word.indexOf(':');
      String name = colon < 0 ? word : word.substring(0, colon);
      if (name.isEmpty()) {
        throw bad("an operation is missing");
      }
      OperationType operation = operation(name);
      if (shares.stream().anyMatch(s -> s.operation().toString().equals(name))) {
        throw bad("operation '" + name + "' is listed twice");
      }
      shares.add(new Mix.Share(operation, colon < 0 ? 1 : weight(word.substring(colon + 1))));
    }
    return new Mix(shares);
  }

  private OperationType operation(String name) {
    try {
      return Operations.named(name).orElseThrow(() -> unknown(name));
    } catch (IllegalArgumentException e) {
      throw bad(e.getMessage());
    }
  }

  private UsageException unknown(String name) {
    if (name.contains(".")) {
      return bad("no operation '" + name + "': class not found", text + " --jar my-operations.jar");
    }
    return bad(
        "no operation '" + name + "' ('operations' lists all)",
        NameSuggestion.to(name, Operations.labels())
            .map(suggestion -> text.replaceFirst("\\b" + Pattern.quote(name) + "\\b", suggestion))
            .orElse(EXAMPLE));
  }

  private int weight(String weight) {
    int parsed = NumberUtils.toInt(weight, 0);
    if (parsed < 1) {
      throw bad("'" + weight + "' is not a weight of 1 or more");
    }
    return parsed;
  }

  private UsageException bad(String reason) {
    return bad(reason, EXAMPLE);
  }

  private UsageException bad(String reason, String example) {
    return UsageException.badValue(command.toString(), text, reason, command + " " + example);
  }
}
