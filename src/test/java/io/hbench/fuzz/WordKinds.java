package io.hbench.fuzz;

import io.hbench.cli.LoadWords;
import io.hbench.compat.pe.PeOptions;
import io.hbench.compat.pe.PeWorkload;
import io.hbench.compat.ycsb.YcsbProperties;
import io.hbench.data.LengthHistogram;
import io.hbench.data.RowSet;
import io.hbench.driver.Console;
import io.hbench.fuzz.Fuzz.Crash;
import io.hbench.fuzz.Fuzz.Kind;
import io.hbench.kit.VirtualTime;
import io.hbench.op.Operations;
import io.hbench.settings.Setting;
import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.spec.RunSpec;
import io.hbench.spec.TaskSpec;
import io.hbench.suite.SuiteFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** Words of command lines, values of settings, and files that command lines name. */
final class WordKinds {
  private static final List<String> COMMANDS = List.of("run", "run", "load", "verify", "findmax");

  /** Settings whose values are names of files to be read. */
  private static final List<Setting<?>> FILES =
      List.of(Settings.VALUE_HISTOGRAM, Settings.REGION_WEIGHTS, Settings.RESUME, Settings.JAR);

  private static final List<Setting<?>> FLAGS =
      Settings.flags().stream().<Setting<?>>map(s -> s).filter(s -> !FILES.contains(s)).toList();

  static final Console CONSOLE =
      new Console(
          InputStream.nullInputStream(),
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
          false,
          Map.of(),
          new VirtualTime(Instant.EPOCH));

  private final Path dir;
  private final Configuration conf = new Configuration(false);
  private final List<String> suites;
  private final List<String> properties;
  private final List<String> configurations;

  private WordKinds(Path dir) throws IOException {
    this.dir = dir;
    suites = texts("job-conf", ".yaml");
    properties = texts("job-conf/ycsb", "");
    configurations = texts("job-conf", ".xml");
  }

  private static List<String> texts(String folder, String end) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(folder))) {
      for (Path file :
          files.filter(f -> Files.isRegularFile(f) && ("" + f).endsWith(end)).toList()) {
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }

  static List<Kind> all(Path dir) throws IOException {
    WordKinds kinds = new WordKinds(dir);
    return List.of(
        new Kind("command line", 60, kinds::commandLine),
        new Kind("assignment", 30, kinds::assignment),
        new Kind("value of a setting", 45, WordKinds::value),
        new Kind("value of nonsense", 15, WordKinds::nonsense),
        new Kind("settings together", 45, kinds::together),
        new Kind("-conf file", 18, kinds::configurationFile),
        new Kind("pe", 30, kinds::pe),
        new Kind("ycsb", 30, kinds::ycsb),
        new Kind("ycsb file", 18, kinds::ycsbFile),
        new Kind("suite file", 24, kinds::suiteFile),
        new Kind("histogram file", 6, kinds::histogramFile),
        new Kind("rows, histograms", 15, WordKinds::texts));
  }

  private static String maybe(String text, SplittableRandom random) {
    return random.nextInt(3) == 0 ? Mutation.text(text, random) : text;
  }

  private static String example(SettingType<?> type, SplittableRandom random) {
    String[] examples = type.example().split(" or ", -1);
    return examples[random.nextInt(examples.length)];
  }

  private static String operation(SplittableRandom random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(3); i >= 0; i--) {
      text.append(Mutation.any(Operations.labels(), random));
      text.append(random.nextBoolean() ? ":" + random.nextInt(100) : "").append(i > 0 ? "," : "");
    }
    return text.append(random.nextBoolean() ? "@" + (1 + random.nextInt(9)) : "").toString();
  }

  private static void flags(List<String> words, List<Setting<?>> flags, SplittableRandom random) {
    for (int i = random.nextInt(5); i > 0; i--) {
      Setting<?> flag = Mutation.any(flags, random);
      words.add(maybe(flag.flag(), random));
      if (!flag.isSwitch()) {
        words.add(maybe(example(flag.kind(), random), random));
      }
    }
  }

  /** Files are not read by chance: these kinds have names of none. */
  private static boolean namesFiles(List<String> words) {
    return words.stream()
        .anyMatch(
            w ->
                FILES.stream().anyMatch(f -> w.contains(f.name()))
                    || w.startsWith("-conf")
                    || w.startsWith("-P")
                    || w.startsWith("-files")
                    || w.startsWith("-libjars")
                    || w.startsWith("-archives"));
  }

  private void read(List<String> words) throws IOException {
    if (!namesFiles(words)) {
      LoadWords.read(conf, CONSOLE, words);
    }
  }

  private void commandLine(SplittableRandom random) throws IOException {
    List<String> words = new ArrayList<>();
    words.add(Mutation.any(COMMANDS, random));
    if (words.get(0).equals("run") || words.get(0).equals("findmax")) {
      words.add(maybe(operation(random), random));
    }
    flags(words, FLAGS, random);
    if (random.nextInt(5) == 0) {
      words.add(1 + random.nextInt(words.size()), Mutation.text("-Dhbench.rows=5", random));
    }
    read(words);
  }

  private void assignment(SplittableRandom random) throws IOException {
    Configuration run = new Configuration(false);
    Settings.COMMAND.set(run, "run");
    Settings.ASSIGNMENTS.set(run, Mutation.text(operation(random), random));
    TaskSpec.plan(RunSpec.from(run));
  }

  private static void value(SplittableRandom random) {
    Setting<?> setting = Mutation.any(Settings.all(), random);
    Configuration run = new Configuration(false);
    setting.set(run, Mutation.text(example(setting.kind(), random), random));
    setting.find(run);
  }

  /** A value that no setting with a syntax takes. */
  private static void nonsense(SplittableRandom random) {
    Setting<?> setting = Mutation.any(Settings.all(), random);
    List<SettingType<?>> free =
        List.of(
            SettingType.TEXT,
            SettingType.NAME,
            SettingType.PATHS,
            SettingType.PROPERTIES,
            SettingType.FAMILIES);
    if (free.stream().anyMatch(kind -> kind.read().equals(setting.kind().read()))
        || setting.equals(Settings.ASSIGNMENTS)) {
      return;
    }
    Configuration run = new Configuration(false);
    String text = "§" + random.nextInt(1000) + "?".repeat(random.nextInt(3)) + "¶";
    setting.set(run, text);
    setting.find(run);
    throw new Crash(setting.flag() + " takes nonsense");
  }

  private void together(SplittableRandom random) throws IOException {
    Configuration run = new Configuration(false);
    Settings.COMMAND.set(run, Mutation.any(COMMANDS, random));
    Settings.ASSIGNMENTS.set(run, operation(random));
    for (int i = random.nextInt(8); i > 0; i--) {
      Setting<?> setting = Mutation.any(FLAGS, random);
      setting.set(run, maybe(example(setting.kind(), random), random));
    }
    Settings.checkNames(run);
    TaskSpec.plan(RunSpec.from(run));
  }

  private void configurationFile(SplittableRandom random) throws IOException {
    Path file = dir.resolve("conf.xml");
    String seed = Mutation.any(configurations, random);
    Files.writeString(file, Mutation.text(seed, random), StandardCharsets.UTF_16LE);
    if (random.nextInt(10) > 0) {
      Files.writeString(file, Mutation.text(seed, random));
    }
    LoadWords.read(conf, CONSOLE, List.of("run", "noop", "-conf", file.toString()));
  }

  private void pe(SplittableRandom random) throws IOException {
    List<String> words = new ArrayList<>();
    words.add("pe");
    List<Setting<?>> options =
        PeOptions.all().stream()
            .<Setting<?>>map(o -> o)
            .filter(o -> !o.name().endsWith("File"))
            .toList();
    for (int i = random.nextInt(5); i > 0; i--) {
      Setting<?> option = Mutation.any(options, random);
      words.add(maybe(option.flag() + "=" + example(option.kind(), random), random));
    }
    words.add(maybe(Mutation.any(PeWorkload.labels(), random), random));
    words.add(maybe("" + random.nextInt(100), random));
    if (words.stream().noneMatch(w -> w.contains("ile="))) {
      read(words);
    }
  }

  private void ycsb(SplittableRandom random) throws IOException {
    List<String> words = new ArrayList<>(List.of("ycsb", random.nextBoolean() ? "run" : "load"));
    if (random.nextBoolean()) {
      words.add("hbase2");
    }
    for (int i = random.nextInt(6); i > 0; i--) {
      Setting<?> property = Mutation.any(YcsbProperties.all(), random);
      String value = random.nextBoolean() ? property.fallback() : example(property.kind(), random);
      words.add("-p");
      words.add(maybe(property.name() + "=" + value, random));
    }
    flags(words, FLAGS, random);
    if (words.stream().noneMatch(w -> w.contains("file"))) {
      read(words);
    }
  }

  private void ycsbFile(SplittableRandom random) throws IOException {
    Path file = dir.resolve("workload");
    String text = Mutation.text(Mutation.any(properties, random), random);
    Files.writeString(file, text);
    if (!text.contains("file")) {
      LoadWords.read(conf, CONSOLE, List.of("ycsb", "run", "-P", file.toString(), "-p", "table=t"));
    }
  }

  private void suiteFile(SplittableRandom random) {
    String text = Mutation.text(Mutation.any(suites, random), random);
    SuiteFile.parse("s.yaml", text);
  }

  private static String histogram(SplittableRandom random) {
    return Mutation.text("BlockSize\t10\n0\t1\n3\t7\n", random);
  }

  private void histogramFile(SplittableRandom random) throws IOException {
    Path file = dir.resolve("hist.txt");
    Files.write(
        file,
        histogram(random)
            .getBytes(random.nextBoolean() ? StandardCharsets.UTF_8 : StandardCharsets.UTF_16));
    LoadWords.read(
        conf,
        CONSOLE,
        List.of(
            "run", "noop", "--value-lengths", "histogram", "--value-histogram", file.toString()));
  }

  private static void texts(SplittableRandom random) throws IOException {
    try {
      if (random.nextBoolean()) {
        RowSet rows = RowSet.parse(Mutation.text("0-9,20,30-39", random));
        if (!RowSet.parse(rows.toString()).equals(rows)) {
          throw new Crash("rows are not read back");
        }
      } else {
        LengthHistogram.parse(histogram(random)).maxLength();
      }
    } catch (IllegalArgumentException | ArithmeticException e) { // as their callers expect
      throw new IOException("refused", e);
    }
  }
}
