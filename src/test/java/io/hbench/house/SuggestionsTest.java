package io.hbench.house;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.driver.ExitCode;
import io.hbench.kit.Hbench;
import io.hbench.settings.Objective;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import org.apache.commons.text.StringTokenizer;
import org.apache.commons.text.matcher.StringMatcherFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every suggestion of an error message in the sources is read and validated in full: as a command,
 * or as flags of one that takes them. A template counts once, with words that may stand in it.
 * Commands that drive load end because their output directory exists, others because there is no
 * such run directory, or no HBase.
 */
class SuggestionsTest {
  private static final String LOGIN =
      "--principal hbench@EXAMPLE.COM --keytab /etc/security/keytabs/hbench.keytab";

  /** Suggestions that are no words of a command line, with the reason. */
  private static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          entry("hadoop jar hbench.jar", "the command of Hadoop"),
          entry("kinit, or " + LOGIN, "a login"),
          entry(LOGIN, "a login"),
          entry("HADOOP_CONF_DIR=/etc/hadoop/conf, or leave it out", "the environment"),
          entry("one of <<String.join(\", \", driving)>>", "a list of names"),
          entry("one of <<String.join(\", \", ActionType.labels())>>", "a list of names"),
          entry("metaWrite on a cluster without this table", "another cluster"),
          entry("balance_switch true in HBase's shell", "HBase's shell"),
          entry("--out in a directory that HBase's user may enter", "rights of a directory"),
          entry("--out on HDFS", "another file system"),
          entry("YCSB itself", "another program"),
          entry(
              "again after its end; to end it: mapred job -kill <<running.get()>>",
              "the command of Hadoop"),
          entry("the hadoop command of such an installation", "another Hadoop"),
          entry(
              "the same without --local, or HADOOP_OPTS=-Djava.library.path=/opt/hadoop/lib/native",
              "the environment"),
          entry("several runs in a suite", "a file"),
          entry("one value, or two runs and compare", "several commands"),
          entry("30s or 30%", "a value in a file"),
          entry("-libjars '<<file.getPath()>>/*'", "a directory of jars"),
          entry("start-server before", "a value in a file"),
          entry(
              "again after its end, or five minutes after it was killed, or --table <<spec.table()>>2",
              "a time"),
          entry("action start-server between them", "a value in a file"),
          entry("--table of another namespace", "a namespace that the reader has to choose"),
          entry(
              "hadoop fs -mkdir -p <<thing.getParent()>> && hadoop fs -chmod 1777 <<thing.getParent()>>",
              "another program"),
          entry("again after its end, or five minutes after it was killed", "a time"),
          entry("JAVA_HOME=/usr/lib/jvm/java-17-openjdk hadoop jar hbench.jar", "the environment"),
          entry("shell in a step of its own before, and undo", "a file"),
          entry("a larger --margin", "a number that the reader has to choose"));

  /** Command lines of which one must take a suggestion that is flags. */
  private static final List<String> COMMANDS =
      List.of(
          "run get",
          "run put",
          "load",
          "verify",
          "findmax get --objective 'p99 < 20ms'",
          "run get --rate 5k",
          "run get --value-lengths uniform",
          "run metaWrite --table t2",
          "compare --live run get --table t1,t2",
          "ycsb run -P job-conf/ycsb/workloade",
          "ycsb load -P job-conf/ycsb/workloada",
          "pe randomWrite 4",
          "compare hbench/a hbench/b",
          "accept nightly --because x");

  /** What may stand for a part that the source does not tell, by the expression for it. */
  private static final Map<String, List<String>> FILLERS = new LinkedHashMap<>();

  static {
    FILLERS.put("onMeta.*", List.of("metaWrite"));
    FILLERS.put("assignments.*", List.of("get@2 put@3"));
    FILLERS.put("command|.*command\\(\\).*", List.of("run", "load"));
    FILLERS.put("operands.get.*", List.of("load", "randomRead"));
    FILLERS.put("text|.*ASSIGNMENTS.*|.*mix\\(\\)|names.get.*|NameSuggestion.*", List.of("get"));
    FILLERS.put("EXAMPLES.get.*", Objective.EXAMPLES);
    FILLERS.put("sentence.group\\(2\\)", List.of(""));
    FILLERS.put("sentence.group\\(1\\)|subject.*", List.of("throughput", "p99"));
    FILLERS.put("example\\(figure\\)", List.of("5k", "20ms"));
    FILLERS.put("objective.text.*", List.of("p99 < 20ms"));
    FILLERS.put("text.substring\\(name.length\\(\\)\\)", List.of(".p99 < 20ms"));
    FILLERS.put("goals.*", List.of("p99 +- 2%"));
    FILLERS.put("arrival", List.of("poisson"));
    FILLERS.put("catchUp", List.of("none"));
    FILLERS.put(".*rate\\(?\\)?.get\\(\\).*", List.of("5k"));
    FILLERS.put(".*wideFor.*", List.of("user{row:9}"));
    FILLERS.put("load|CommandLineText.load.*", List.of("load --table t1 --rows 1000"));
    FILLERS.put(".*([pP]ath\\(\\)|OUT|RESUME|roots).*", List.of("hbench/x"));
    FILLERS.put("RunDirectory.step.*", List.of("step-1"));
    FILLERS.put(
        "name|name\\(\\)|.*getQueueName.*|template.property.*",
        List.of("t1", "hbench.server.start"));
    FILLERS.put(
        ".*QUEUE_NAME|property.name.*", List.of("mapreduce.job.queuename", "readproportion"));
    FILLERS.put(".*FAMILY_NAMES.*|.*some\\)", List.of("f1,f2"));
    FILLERS.put("String.join\\(.*", List.of("t1,t2"));
    FILLERS.put("SettingType.text.*", List.of("10m"));
    FILLERS.put("YcsbProperties.example.*", List.of("-p fieldcount=4"));
    FILLERS.put("FLAGS.get.*", List.of("-cp src/test/resources/io/hbench/cli/field/other-cluster"));
    FILLERS.put("word.replaceFirst.*", List.of("-target"));
    FILLERS.put("words.get.*", List.of("5000"));
    FILLERS.put("flag|origin|command.flag.*", List.of("--resume", "--out"));
    FILLERS.put(".*getOpt\\(\\)", List.of("-threads"));
    FILLERS.put("work.get.*", List.of("--flush"));
    FILLERS.put("properties.flag.*", List.of("--operation-properties a=b"));
    FILLERS.put(".*getLongOpt.*|flag.name.*", List.of("threads", "html"));
    FILLERS.put(".*BEFORE.flag.*", List.of("--before"));
    FILLERS.put(
        ".*(flag|FLAG).*\\(\\)",
        List.of("--threads", "--objective", "--for", "--html", "--start-rate"));
    FILLERS.put(".*kind.*example.*", List.of("a=b", "7"));
    FILLERS.put(".*", List.of("7", "5m"));
  }

  /** Ends of sentences, which a reader leaves out. */
  private static final String AFTERTHOUGHT =
      "( alone| for none| in its place| without these flags| instead| nevertheless| before| \\(see .*\\)"
          + "| without it|, or fewer values.*| to compare them.*| with all properties.*| without --\\S+|, without --\\S+)$";

  /** Flags, each with one value or none. */
  private static final String FLAGS_ONLY = "(-\\S+(\\s+(\\S*'[^']*'|[^-\\s]\\S*))?\\s*)+";

  /** What suggestions name that only their readers have. */
  private static final Map<String, String> STAND_INS =
      Map.of(
          "/etc/hbase/conf/hbase-site.xml",
              "src/test/resources/io/hbench/cli/field/other-cluster/hbase-site.xml",
          "--percent-of hbench/20260131-101500-findmax", "--percent-of 12k",
          "VALUE", "7",
          "one table for each run: ", "",
          "the path of a JDK on the nodes in ", "",
          "hist.txt", "HISTOGRAM",
          "my.properties", "src/test/resources/io/hbench/cli/field/slice-a.properties",
          "NAMES with those of the table", "f1,f2");

  @TempDir static Path there;

  @Test
  void everySuggestionRuns() throws IOException {
    Set<String> failed = new TreeSet<>();
    Map<String, Set<String>> found = Suggestions.find(Sources.below(Path.of("src/main/java")));
    assertThat(found).hasSizeGreaterThan(150);
    for (String suggestion : found.keySet()) {
      if (!runs(suggestion)) {
        failed.add(suggestion);
      }
    }
    assertThat(failed).containsExactlyInAnyOrderElementsOf(NOT_RUN.keySet());
    assertThat(NOT_RUN).hasSizeLessThanOrEqualTo(27);
  }

  /** A number or a name that is computed: the line with what was suggested is taken. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "run get --rows 3",
        "run get@2 put@5 --rows 3",
        "load --rows 3",
        "run get --keys zipfian --rows 3G",
        "run get --keys latest --rows 3G",
        "run get --keys sampled --rows 1G",
        "run get:1,scanRange:1@2 --key-format user{hash}",
        "run get --key-format user{row:3}",
        "run insert --key-format user{row:6}",
        "run get --first-row 5 --rows 10 --slice-of 12",
        "run insert --rows 10 --first-insert 5",
        "run get --presplit 16 --rows 9",
        "run get --ops 5",
        "findmax insert --objective 'p99 < 20ms'",
        "ycsb run -p recordcount=9 -p insertstart=9 -p operationcount=9",
        "ycsb load -p recordcount=9 -p insertcount=10",
        "ycsb load -p recordcount=9 -p insertstart=9 -p insertcount=10",
        "ycsb load -p recordcount=9 -p clientbuffering=true -p writebuffersize=99999999 -threads 64",
        "ycsb run -p recordcount=9 -p minscanlength=7 -p maxscanlength=5 -p scanproportion=1",
        "ycsb run -p recordcount=9 -target 1 --batch 3000 -p updateproportion=0",
        "ycsb run -p recordcount=9 -p zeropadding=18",
        "ycsb run -p recordcount=9 -p hbase.zookeeper.znode.parent=/h",
        "pe --multiPut=5 randomWrite 4",
      })
  void aLineWithItsSuggestionIsTaken(String line) throws IOException {
    Hbench.Result refused = Hbench.run(new Configuration(), words(line).toArray(String[]::new));
    assertThat(refused.err()).contains("; try ");
    String suggestion = refused.err().trim().replaceFirst("(?s).*; try ", "");
    int flags = line.indexOf(" -");
    String again =
        suggestion.startsWith("-")
            ? line.substring(0, flags) + " " + withOthers(line.substring(flags), suggestion)
            : suggestion + line.substring(flags);
    assertThat(isValid(again)).as(again).isTrue();
  }

  /** The flags of a line, without a property that is refused with another one in its place. */
  private static String withOthers(String flags, String suggestion) {
    return suggestion.startsWith("-D ")
        ? flags.replaceFirst(" -p hbase\\S+", "") + " " + suggestion
        : line(flags, suggestion);
  }

  /** Operands of pe stand behind its options. */
  private static String line(String flags, String suggestion) {
    return flags.endsWith("randomWrite 4")
        ? suggestion + " randomWrite 4"
        : flags + " " + suggestion;
  }

  @Test
  void everyExampleOfASettingIsAValueOfIt() {
    List<Setting<?>> settings = new ArrayList<>(Settings.all());
    settings.remove(Settings.VALUE_HISTOGRAM); // the name of a file
    for (Setting<?> setting : settings) {
      String example = setting.kind().example().replace("'", "");
      assertThat(setting.kind().find(example)).as(setting.name()).isPresent();
    }
  }

  private static boolean runs(String template) throws IOException {
    boolean any = false;
    String all = template;
    for (Map.Entry<String, String> standIn : STAND_INS.entrySet()) {
      all = all.replace(standIn.getKey(), standIn.getValue());
    }
    for (String text : all.replaceFirst(AFTERTHOUGHT, "").split(",? or (?=-)", -1)) {
      List<String> filled = filled(text);
      any = false;
      for (int i = 0; i < filled.size() && !any; i++) {
        any = isTaken(filled.get(i));
      }
      if (!any) {
        return false;
      }
    }
    return any;
  }

  /** A template with each filler for each hole. */
  private static List<String> filled(String template) {
    Matcher hole = Suggestions.HOLE.matcher(template);
    if (!hole.find()) {
      return List.of(template);
    }
    String expression = hole.group(1);
    return FILLERS.entrySet().stream()
        .filter(filler -> expression.matches(filler.getKey()))
        .findFirst()
        .orElseThrow()
        .getValue()
        .stream()
        .flatMap(text -> filled(template.replace(hole.group(), text)).stream())
        .toList();
  }

  private static boolean isTaken(String text) throws IOException {
    if (text.matches("(name|keep|repeat|after|command): .*")) {
      return isKey(text);
    }
    if (!text.startsWith("-")) {
      return isValid(text);
    }
    if (!text.matches(FLAGS_ONLY)) {
      return false;
    }
    for (String command : COMMANDS) {
      boolean first = command.startsWith("pe");
      if (isValid(first ? "pe " + text + command.substring(2) : command + " " + text)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a line may stand in a file of a suite, above the steps or in one. */
  private static boolean isKey(String line) throws IOException {
    if (line.startsWith("after")) {
      return isKey("during: [{" + line + ", shell: x}]");
    }
    String step =
        "steps:\n- name: a\n  " + (line.startsWith("command") ? "" : "command: run get\n  ");
    for (String text : List.of(line + "\n" + step, step + line + "\n")) {
      Path file = Files.writeString(there.resolve("suite.yaml"), text);
      if (isValid("suite " + file)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> words(String text) {
    return new ArrayList<>(
        new StringTokenizer(
                text,
                StringMatcherFactory.INSTANCE.splitMatcher(),
                StringMatcherFactory.INSTANCE.quoteMatcher())
            .getTokenList());
  }

  private static boolean isValid(String text) throws IOException {
    List<String> words = words(text);
    Files.writeString(there.resolve("my.jar"), "");
    words.replaceAll(word -> word.endsWith("operations.jar") ? there + "/my.jar" : word);
    boolean drives =
        words.contains("--live")
            || List.of("load", "run", "verify", "findmax", "pe", "ycsb", "suite")
                .contains(words.get(0));
    Files.writeString(there.resolve("hist.txt"), "BlockSize 10\n1 5\n");
    words.replaceAll(word -> word.equals("HISTOGRAM") ? there + "/hist.txt" : word);
    int out = words.indexOf("--out");
    if (out > 0) {
      words.subList(out, Math.min(out + 2, words.size())).clear();
    }
    boolean resumes = words.contains("--resume");
    if (drives && !resumes) {
      words.add(words.get(0).equals("pe") ? 1 : words.size(), "--out=" + there);
    }
    Configuration conf = new Configuration();
    Settings.SERVER_STOP.set(conf, "false");
    Hbench.Result result = Hbench.run(conf, words.toArray(String[]::new));
    if (drives && !resumes) {
      return result.err().contains(Settings.OUT.flag()) && result.err().contains(there.toString());
    }
    String end =
        "(?s).*(not exist|no runs below it|not a run directory|not the directory|no HBase configuration).*";
    return result.exitCode() == ExitCode.OK || result.err().matches(end);
  }
}
