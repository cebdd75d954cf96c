package io.hbench.compat.ycsb;

import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** What properties of YCSB don't do here as they do there. */
final class YcsbNotes {
  private YcsbNotes() {}

  static List<String> of(YcsbTranslation translation) {
    List<String> notes = new ArrayList<>();
    List<String> names = YcsbProperties.all().stream().map(Setting::name).toList();
    translation.properties.keySet().stream()
        .filter(name -> !names.contains(name) && !name.startsWith("htrace."))
        .sorted()
        .forEach(
            name ->
                notes.add(
                    "warning: %s: not a property of YCSB, no effect%s"
                        .formatted(name, NameSuggestion.hint(name, names, ""))));
    List<String> sites =
        YcsbCommandLine.unreadSites(translation.properties.getOrDefault("-cp", ""));
    if (!sites.isEmpty()) {
      notes.add("-cp takes hbase-site.xml alone; add -conf " + String.join(" -conf ", sites));
    }
    // properties with the same help are one line
    YcsbProperties.all().stream()
        .filter(p -> translation.has(p) && !YcsbProperties.hasEffect(p))
        .collect(
            Collectors.groupingBy(
                Setting::help,
                LinkedHashMap::new,
                Collectors.mapping(Setting::name, Collectors.joining(", "))))
        .forEach((help, ignored) -> notes.add(ignored + ": " + help));
    if (!translation.load && translation.value(YcsbProperties.CLIENT_BUFFERING)) {
      notes.add("warning: clientbuffering: no effect on a run: a buffered update cannot be timed");
    }
    if (translation.value(YcsbProperties.FIELD_LENGTHS).equals("zipfian")) {
      notes.add(
          "fieldlengthdistribution zipfian: shorter values than YCSB's, as the exponent is 1.2, not 0.99");
    }
    if (!translation.load
        && translation.value(YcsbProperties.BY_NAME)
        && translation.value(YcsbProperties.READ_ALL_FIELDS)
        && translation
                .value(YcsbProperties.SCAN)
                .add(translation.value(YcsbProperties.READ_MODIFY_WRITE))
                .signum()
            > 0) {
      notes.add(
          "readallfieldsbyname: also of scans and read-modify-writes, of which YCSB reads families");
    }
    if (translation.load && translation.value(YcsbProperties.MAX_EXECUTION_TIME) > 0) {
      notes.add("maxexecutiontime has no effect: a load ends with its last row");
    }
    return notes;
  }
}
