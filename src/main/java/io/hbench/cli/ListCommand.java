package io.hbench.cli;

import io.hbench.driver.Console;
import io.hbench.driver.ExitCode;
import io.hbench.settings.UsageException;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;

/** The commands that print a register: settings, operations. */
record ListCommand(String name, Supplier<String> register) implements Subcommand {
  @Override
  public Usage usage() {
    return new Usage("", "list of all " + name, name);
  }

  @Override
  public int run(Configuration conf, List<String> words, Console console) {
    if (!words.isEmpty()) {
      throw new UsageException(name + " " + words.get(0) + ": takes no operands; try " + name);
    }
    console.out().print(register.get());
    return ExitCode.OK;
  }
}
