package io.hbench.house;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.driver.ExitCode;
import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;
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
  /** Suggestions that no command line of hbench can follow, with the reason. */
  private static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          entry("HADOOP_CONF_DIR=/etc/hadoop/conf, or leave it out", "needs a site with Kerberos"),
          entry(
              "the same without --local, or HADOOP_OPTS=-Djava.library.path=/opt/hadoop/lib/native",
              "needs Hadoop's native library"),
          entry("the same once they do", "needs other servers"),
          entry("the hadoop command of such an installation", "needs another Hadoop"),
          entry("metaWrite on a cluster without this table", "needs another cluster"),
          entry("the -D and -conf of that load, too", "needs another cluster"),
          entry("balance_switch true in HBase's shell", "needs HBase's shell"),
          entry("YCSB itself", "needs another program"),
          entry(
              "again after its end; to end it: mapred job -kill <<running.get()>>",
              "needs a job in YARN"),
          entry("again after its end, or five minutes after it was killed", "a time to wait for"),
          entry("again at <<hours.get().from()>>", "a time to wait for"),
          entry("several runs in a suite", "a file that the reader has to write"),
          entry("one value, or two runs and compare", "two runs in place of one"),
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
          "run get --rate 80%",
          "run get --client async",
          "run get --value-lengths uniform",
          "run metaWrite --table t2",
          "run --tenants job-conf/tables.yaml",
          "compare --live run get --table t1,t2",
          "compare --live run get --table t1",
          "profile --table t1",
          "ycsb run -P job-conf/ycsb/workloade",
          "ycsb load -P job-conf/ycsb/workloada",
          "pe randomWrite 4",
          "compare hbench/a hbench/b",
          "replay requests.csv",
          "plan --rate 200k",
          "accept nightly --because x");

  /** What may stand for a part that the source does not tell, by the expression for it. */
  private static final Map<String, List<String>> FILLERS = new LinkedHashMap<>();

  static {
    FILLERS.put("Consent.*", List.of("--yes=t1", "--yes=size"));
    FILLERS.put("file.getPath.*", List.of("JARS"));
    FILLERS.put("thing.getParent.*", List.of("LEASES"));
    FILLERS.put(".*kind.*example.*", List.of("a=b", "7"));
    FILLERS.put("SettingType.text.*", List.of("10m"));
    FILLERS.put("request.file.*", List.of("src/test/resources/twin.json"));
    FILLERS.put("levels", List.of("1000..5000"));
    FILLERS.put("withoutOtherLimit.*", List.of(", without --ops", ""));
    FILLERS.put("onMeta.*", List.of("metaWrite"));
    FILLERS.put("assignments.*", List.of("get@2 put@3"));
    FILLERS.put("Command.FINDMAX", List.of("findmax"));
    FILLERS.put("command|.*command\\(\\).*|Command.*", List.of("run", "load"));
    FILLERS.put("operands.get.*", List.of("load", "randomRead"));
    FILLERS.put("text|.*ASSIGNMENTS.*|.*mix\\(\\)|names.get.*|NameSuggestion.*", List.of("get"));
    FILLERS.put("EXAMPLES.get.*", Objective.EXAMPLES);
    FILLERS.put("sentence.group\\(2\\)", List.of(""));
    FILLERS.put("sentence.group\\(1\\)|subject.*", List.of("throughput", "p99"));
    FILLERS.put("example\\(figure\\)", List.of("5k", "20ms"));
    FILLERS.put("objective.text.*|all.objectives.*", List.of("p99 < 20ms"));
    FILLERS.put("text.substring\\(name.length\\(\\)\\)", List.of(".p99 < 20ms"));
    FILLERS.put("goals.*", List.of("p99 +- 2%"));
    FILLERS.put("place.get\\(\\)", List.of("servers"));
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
    FILLERS.put(".*", List.of("7", "5m"));
  }

  /** Ends of sentences, which a reader leaves out. */
  private static final String AFTERTHOUGHT =
      "( alone| for none| in its place| without these flags| instead| nevertheless| before| \\(see"
          + " .*\\)| without it| between them|, or fewer values.*| to compare them.*| with all"
          + " properties.*| without --\\S+|, without --\\S+)$";

  /** Flags, each with one value or none. */
  private static final String FLAGS_ONLY = "(-\\S+(\\s+(\\S*'[^']*'|[^-\\s]\\S*))?\\s*)+";

  private static final Pattern WORD = Pattern.compile("(?:[^' ]|'[^']*')+");

  /** What suggestions name that only their readers have. */
  private static final Map<String, String> STAND_INS =
      Map.ofEntries(
          entry(
              "/etc/hbase/conf/hbase-site.xml",
              "src/test/resources/io/hbench/cli/field/other-cluster/hbase-site.xml"),
          entry("--percent-of hbench/20260131-101500-findmax", "--percent-of 12k"),
          entry("VALUE", "7"),
          entry(
              "profile twin/twin.json again/twin.json",
              "profile src/test/resources/twin.json src/test/resources/twin.json"),
          entry(
              "nohup hadoop jar hbench.jar profile --table t1 --for 24h &",
              "profile --table t1 --for 24h"),
          entry(
              "profile --add monday tuesday --out both",
              "profile src/test/resources/twin.json src/test/resources/twin.json"),
          entry("one table for each run: ", ""),
          entry("the path of a JDK on the nodes in ", ""),
          entry("hist.txt", "HISTOGRAM"),
          entry("regions.txt", "src/test/resources/io/hbench/cli/field/regions.txt"),
          entry("--like twin.json", "--like src/test/resources/twin.json"),
          entry("my.properties", "src/test/resources/io/hbench/cli/field/slice-a.properties"),
          entry("/etc/security/keytabs/hbench.keytab", "KEYTAB"),
          entry("--table of another namespace", "--table other:t1"),
          entry("--out in a directory that HBase's user may enter", "--out hbench/x"),
          entry("--out on HDFS", "--out hbench/x"),
          entry(" with fewer writes", ""),
          entry(" in HDFS", ""),
          entry("NAMES with those of the table", "f1,f2"));

  /** What stands beside a command line of hbench, for readers whom that does not help. */
  private static final String ALTERNATIVES =
      "kinit|again after its end|five minutes after it was killed";

  /** Errors of commands that read, where what they would read is not there. */
  private static final String END =
      "(?s).*(not exist|no runs below it|not a run directory|not the directory|no HBase"
          + " configuration).*";

  @TempDir static Path there;

  @Test
  void everySuggestionRuns() throws Exception {
    Set<String> failed = new TreeSet<>();
    Map<String, Set<String>> found = Suggestions.find(Sources.below(Path.of("src/main/java")));
    assertThat(found).hasSizeGreaterThan(150);
    for (String suggestion : found.keySet()) {
      if (!runs(suggestion)) {
        failed.add(suggestion);
      }
    }
    assertThat(failed).containsExactlyInAnyOrderElementsOf(NOT_RUN.keySet());
    assertThat(NOT_RUN).hasSizeLessThanOrEqualTo(20);
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
        "run get --rate 1k..2k --ops 100k",
        "run get --rate 1k,2k --row-budget 100k",
        "run get --rate 1k..2k --until 'p99 +- 2%'",
        "run get --until 'p99 +- 2%' --ops 10",
        "run get --until 'p99 +- 2%' --warmup-rows 5",
        "run get --for 10s --objective 'p99 < 20ms every interval after 10m'",
        "findmax get --objective 'p99 < 20ms every interval after 5m'",
        "findmax insert --objective 'p99 < 20ms'",
        "ycsb run -p recordcount=9 -p insertstart=9 -p operationcount=9",
        "ycsb load -p recordcount=9 -p insertcount=10",
        "ycsb load -p recordcount=9 -p insertstart=9 -p insertcount=10",
        "ycsb load -p recordcount=9 -p clientbuffering=true -p writebuffersize=99999999 -threads"
            + " 64",
        "ycsb run -p recordcount=9 -p minscanlength=7 -p maxscanlength=5 -p scanproportion=1",
        "ycsb run -p recordcount=9 -target 1 --batch 3000 -p updateproportion=0",
        "ycsb run -p recordcount=9 -p zeropadding=18",
        "ycsb run -p recordcount=9 -p hbase.zookeeper.znode.parent=/h",
        "pe --multiPut=5 randomWrite 4",
      })
  void aLineWithItsSuggestionIsTaken(String line) throws IOException {
    Hbench.Result refused = Hbench.run(LocalJobs.defaults(), words(line).toArray(String[]::new));
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
    if (suggestion.startsWith("-D ")) {
      return flags.replaceFirst(" -p hbase\\S+", "") + " " + suggestion;
    }
    Matcher without = Pattern.compile(", without (--\\S+)$").matcher(suggestion);
    return without.find()
        ? line(
            flags.replaceFirst(" " + without.group(1) + " ('[^']*'|\\S+)", ""),
            suggestion.substring(0, without.start()))
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
    // names of files
    settings.removeAll(List.of(Settings.VALUE_HISTOGRAM, Settings.REGION_WEIGHTS));
    for (Setting<?> setting : settings) {
      String example = setting.kind().example().replace("'", "");
      assertThat(setting.kind().find(example)).as(setting.name()).isPresent();
    }
  }

  /** Whether each of its alternatives is taken, with one of the fillers. */
  private static boolean runs(String template) throws Exception {
    String all = template;
    for (Map.Entry<String, String> standIn : STAND_INS.entrySet()) {
      all = all.replace(standIn.getKey(), standIn.getValue());
    }
    String[] texts =
        all.replaceFirst(AFTERTHOUGHT, "").split(",? or (?=-|after:|" + ALTERNATIVES + ")", -1);
    int taken = 0;
    for (String text : texts) {
      if (texts.length > 1 && text.matches(ALTERNATIVES)) {
        continue;
      }
      if (!isAnyTaken(filled(text))) {
        return false;
      }
      taken++;
    }
    return taken > 0;
  }

  private static boolean isAnyTaken(List<String> texts) throws Exception {
    for (String text : texts) {
      if (isTaken(text.replaceFirst(AFTERTHOUGHT, ""))) {
        return true;
      }
    }
    return false;
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

  private static boolean isTaken(String text) throws Exception {
    if (text.matches(
        "(name|keep|baseline|repeat|order|configurations|yes|after|command|action|a step before it): .*")) {
      return isKey(text);
    }
    if (text.startsWith("hadoop fs ")) {
      return runsInShell(text);
    }
    if (!text.startsWith("-")) {
      return isValid(text.replaceFirst("^(JAVA_HOME=\\S+ )?hadoop jar hbench.jar ?", ""));
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

  /** Whether commands of Hadoop's shell for files succeed. */
  private static boolean runsInShell(String commands) throws Exception {
    for (String command : commands.replace("LEASES", there + "/leases").split(" && ", -1)) {
      String[] shellWords = words(command).stream().skip(2).toArray(String[]::new);
      if (ToolRunner.run(new FsShell(new Configuration()), shellWords) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Whether a line may stand in a file of a suite, above the steps or in one. */
  private static boolean isKey(String line) throws IOException {
    if (line.startsWith("after")) {
      return isKey("during: [{" + line + ", shell: x}]");
    }
    if (line.startsWith("action")) {
      return isKey("during: [{after: 5s, " + line + "}]");
    }
    if (line.startsWith("a step before it")) {
      return isSuite(
          "steps:\n- " + line.replaceFirst(".*?: ", "") + "\n- {name: a, command: run get}");
    }
    String step =
        "steps:\n- name: a\n  " + (line.startsWith("command") ? "" : "command: run get\n  ");
    for (String text : List.of(line + "\n" + step, step + line + "\n")) {
      if (isSuite(text)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSuite(String text) throws IOException {
    Path file = Files.writeString(there.resolve("suite.yaml"), text);
    return isValid("suite --yes=hbench,servers " + file);
  }

  /** Words as a shell reads them. */
  private static List<String> words(String text) {
    return WORD.matcher(text)
        .results()
        .map(word -> word.group().replace("'", ""))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /**
   * Whether a command line is taken. The files that it names are there; the directory of its
   * results is, too, so that commands that drive load end there.
   */
  private static boolean isValid(String text) throws IOException {
    List<String> words = words(text);
    if (words.isEmpty()) {
      return Hbench.run(new Configuration()).out().contains("hadoop jar hbench.jar");
    }
    boolean drives =
        words.contains("--live")
            || (words.get(0).equals("profile") && words.contains("--table"))
            || List.of("load", "run", "verify", "replay", "findmax", "pe", "ycsb", "suite")
                .contains(words.get(0));
    Map<String, Path> files = files();
    words.replaceAll(
        word ->
            files.entrySet().stream()
                .filter(file -> word.endsWith(file.getKey()))
                .map(file -> file.getValue().toString())
                .findFirst()
                .orElse(word));
    boolean resumes = words.contains("--resume") || words.contains("--undo");
    int out = words.indexOf("--out");
    if (out > 0 && (out + 1 == words.size() || words.get(out + 1).startsWith("-"))) {
      return false;
    }
    if (out > 0) {
      words.set(out + 1, there.toString());
    } else if (drives && !resumes) {
      words.add(words.get(0).equals("pe") ? 1 : words.size(), "--out=" + there);
    }
    Configuration conf = LocalJobs.defaults();
    if (words.get(0).equals("suite")) { // whose actions need commands of the site
      Settings.SERVER_STOP.set(conf, "false");
      Settings.SERVER_START.set(conf, "false");
    }
    Hbench.Result result = Hbench.run(conf, words.toArray(String[]::new));
    if (words.contains("--keytab")) { // the last check of a login without a Kerberos server
      return result.err().contains("core-site.xml has no Kerberos");
    }
    if (drives && !resumes) {
      return result.err().contains("--out " + there + ": exists already");
    }
    return result.exitCode() == ExitCode.OK || result.err().matches(END);
  }

  /** What stands for files that a suggestion names, by the ends of words. */
  private static Map<String, Path> files() throws IOException {
    Path jar = Files.writeString(there.resolve("my.jar"), "");
    Path jars = Files.createDirectories(there.resolve("jars"));
    Files.writeString(jars.resolve("one.jar"), "");
    return Map.of(
        "operations.jar", jar,
        "JARS/*", jars.resolve("*"),
        "requests.csv",
            Files.writeString(
                there.resolve("requests.csv"), "time_us,operation,row,columns\n0,get,a,\n"),
        "KEYTAB", Files.writeString(there.resolve("keytab"), ""),
        "HISTOGRAM", Files.writeString(there.resolve("hist.txt"), "BlockSize 10\n1 5\n"));
  }
}
