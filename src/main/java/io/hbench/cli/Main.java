package io.hbench.cli;

import io.hbench.driver.Audit;
import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.driver.StopSignal;
import io.hbench.driver.Watchdog;
import io.hbench.job.JobSubmission;
import io.hbench.rundir.FailureText;
import io.hbench.rundir.QuickClose;
import io.hbench.rundir.Version;
import io.hbench.settings.Command;
import io.hbench.settings.CommandLineText;
import io.hbench.settings.NameSuggestion;
import io.hbench.settings.Secrets;
import io.hbench.settings.UsageException;
import io.hbench.spec.SitePolicy;
import java.io.IOException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.serializer.WritableSerialization;

/** Entry point of {@code hadoop jar hbench.jar}: finds the command, and reports errors. */
public final class Main {
  static final Map<String, Subcommand> COMMANDS = new LinkedHashMap<>();

  /** The end of the name of a class that is another tool, and the command for it. */
  private static final Map<String, String> OTHER_TOOLS =
      Map.of(".PerformanceEvaluation", "pe", ".ycsb.Client", "ycsb");

  static {
    COMMANDS.put("load", new RunCommand(Command.LOAD));
    COMMANDS.put("run", new RunCommand(Command.RUN));
    COMMANDS.put("verify", new RunCommand(Command.VERIFY));
    COMMANDS.put("replay", new RunCommand(Command.REPLAY));
    COMMANDS.put("record-wal", new RecordWalCommand());
    COMMANDS.put("pe", new PeCommand());
    COMMANDS.put("ycsb", new YcsbCommand());
    COMMANDS.put("findmax", new RunCommand(Command.FINDMAX));
    COMMANDS.put("suite", new SuiteCommand(COMMANDS));
    COMMANDS.put("size", new SizeCommand());
    COMMANDS.put("profile", new ProfileCommand());
    COMMANDS.put("plan", new PlanCommand());
    COMMANDS.put("report", new ReportCommand());
    COMMANDS.put("compare", new CompareCommand());
    COMMANDS.put("trend", new TrendCommand());
    COMMANDS.put("accept", new AcceptCommand());
    COMMANDS.put("doctor", new DoctorCommand());
    COMMANDS.put("policy", new PolicyCommand());
    COMMANDS.put("settings", new ListCommand("settings", Help::settings));
    COMMANDS.put("operations", new ListCommand("operations", Help::operations));
  }

  private Main() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // numbers of messages, and of Hadoop's file names
    LibraryWarnings.suppress();
    Console console = Console.ofProcess();
    int exitCode = run(new Configuration(), console, args);
    if (console.out().checkError()) {
      console.say("standard output: can't be written");
      exitCode = ExitCode.worst(List.of(exitCode, ExitCode.FAILED));
    }
    StopSignal.commandEnded();
    Watchdog.exit(exitCode);
  }

  /** Runs one command line. */
  public static int run(Configuration conf, Console console, String... args) {
    Audit audit = new Audit(console.time());
    int exitCode = run(conf, console.with(audit), Arrays.asList(args));
    audit.end(exitCode);
    return exitCode;
  }

  private static int run(Configuration conf, Console console, List<String> words) {
    if (words.isEmpty()) {
      console.out().print(Help.overview(COMMANDS));
      return ExitCode.USAGE;
    }
    String name = words.get(0);
    List<String> rest = words.subList(1, words.size());
    try {
      if (name.equals("--version")) {
        console.out().println(Version.describe());
        return ExitCode.OK;
      }
      if (name.equals("help") || words.contains("--help") || words.contains("-h")) {
        console.out().print(help(name.equals("help") ? rest : words));
        return ExitCode.OK;
      }
      Subcommand command = command(words);
      JobSubmission.readSite();
      QuickClose.set(conf);
      // of the files of runs, whatever the jobs of a site have
      conf.set("io.serializations", WritableSerialization.class.getName());
      command.announce(conf, rest);
      List<String> loggedIn = Login.of(conf, rest);
      if (command.needsCluster()) {
        Login.check();
      }
      if (command.mayChangeACluster(rest)) {
        new SitePolicy(conf).check(); // a directory without a value is not one that is not set
        console.audit().begin(conf, console.environment(), Secrets.commandLine(conf, words));
      }
      return command.run(conf, loggedIn, console);
    } catch (UsageException e) {
      fail(console, e.getMessage());
      return ExitCode.USAGE;
    } catch (IOException e) {
      boolean login = Login.isMissingFor(e);
      fail(console, login ? Login.MISSING : FailureText.of(e));
      return login ? ExitCode.USAGE : ExitCode.FAILED;
    } catch (RuntimeException e) {
      if (ExceptionUtils.indexOfType(e, UnknownHostException.class) >= 0) { // of Hadoop's clients
        fail(console, FailureText.of(e));
        return ExitCode.FAILED;
      }
      fail(console, console.bug(e));
      return ExitCode.FAILED;
    } catch (Error e) { // no memory left, or a class that this machine's Hadoop lacks
      fail(console, FailureText.of(e));
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(console, "interrupted");
      return ExitCode.FAILED;
    }
  }

  private static void fail(Console console, String why) {
    console.say(why);
    console.audit().failed(why);
  }

  private static String help(List<String> words) {
    return words.isEmpty() || words.get(0).startsWith("-")
        ? Help.overview(COMMANDS)
        : Help.of(words.get(0), command(words.subList(0, 1)), words.contains("--all"));
  }

  private static Subcommand command(List<String> words) {
    String name = words.get(0);
    Subcommand command = COMMANDS.get(name);
    if (command == null && name.startsWith("-")) {
      throw new UsageException(
          name + ": not a command, and the command comes first; try " + commandFirst(words));
    }
    if (command == null) {
      String hint =
          OTHER_TOOLS.entrySet().stream()
              .filter(tool -> name.endsWith(tool.getKey()))
              .map(tool -> "; did you mean " + tool.getValue() + "?")
              .findFirst()
              .orElseGet(() -> NameSuggestion.hint(name, COMMANDS.keySet(), ""));
      throw new UsageException("%s: no such command%s (see 'help')".formatted(name, hint));
    }
    return command;
  }

  /** The words with their command before what was before it, or an example. */
  private static String commandFirst(List<String> words) {
    List<String> ordered = new ArrayList<>(words);
    Optional<String> command = words.stream().filter(COMMANDS::containsKey).findFirst();
    command.ifPresent(
        name -> {
          ordered.remove(name);
          ordered.add(0, name);
        });
    return command.isEmpty()
        ? "run get --rows 10M"
        : ordered.stream().map(CommandLineText::quoted).collect(Collectors.joining(" "));
  }
}
