package io.hbench.driver;

import io.hbench.cluster.Cluster;
import io.hbench.cluster.HBaseConf;
import io.hbench.cluster.action.ClusterActions;
import io.hbench.cluster.action.LocalShell;
import io.hbench.cluster.action.ServerTemplates;
import io.hbench.cluster.action.Undo;
import io.hbench.rundir.RunDirectory;
import io.hbench.settings.Setting;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;

/**
 * The undos that a suite has left, because its process was killed, or because they failed.
 *
 * @param conf addresses, of the command line that asks for the undo
 */
public record PendingUndos(RunDirectory directory, Configuration conf, Console console) {
  /**
   * Performs them, the newest first.
   *
   * @param trust user who may have written them, if there is one
   * @return how many there were
   * @throws UsageException if another process drives the suite, another user may have written them,
   *     or another cluster is chosen than that of one of them; nothing is undone
   * @throws IOException if one of them can't be read: nothing is undone; or has failed: it stays
   */
  @SuppressWarnings("try") // the suite is this process's until the end
  public int perform(Setting<?> flag, Configuration trust)
      throws IOException, InterruptedException {
    UndoJournal journal = new UndoJournal(directory);
    if (journal.pending().isEmpty()) {
      return 0;
    }
    try (var lease = SuiteDriver.lease(directory, conf, console, flag)) {
      List<String> files = new ArrayList<>(journal.pending());
      EarlierRun.checkTrust(directory, flag.flag(), trust, console, files.toArray(String[]::new));
      Collections.reverse(files);
      Map<String, UndoJournal.Entry> entries = new LinkedHashMap<>();
      for (String file : files) { // all, before the first undo: each builds on those before it
        UndoJournal.Entry entry = journal.read(file);
        if (entry.undo().line() == null) {
          var unused = hbase(entry.cluster());
        }
        entries.put(file, entry);
      }
      console.audit().note("directory", directory.path());
      ShellLines lines = new ShellLines(0, "", journal, says("undo"), says("problem"));
      try (lines) {
        for (Map.Entry<String, UndoJournal.Entry> one : entries.entrySet()) {
          UndoJournal.Entry entry = one.getValue();
          lines.restore(one.getKey(), entry, (undo, shell) -> perform(entry, undo, shell));
        }
      }
      int left = lines.failures().size();
      if (left > 0) {
        throw new IOException(
            "not undone: %d of %d, first %s%s"
                .formatted(left, files.size(), lines.failures().get(0), journal.hint()));
      }
      return files.size();
    }
  }

  private Consumer<String> says(String event) {
    return line -> {
      console.say(line);
      console.audit().note(event, line.replaceFirst("^undo: ", ""));
    };
  }

  private void perform(UndoJournal.Entry entry, Undo undo, LocalShell shell)
      throws IOException, InterruptedException {
    Configuration hbase = hbase(entry.cluster());
    try (Cluster cluster = Cluster.connect(hbase);
        ClusterActions actions = cluster.actions(undo.table(), new ServerTemplates(hbase))) {
      actions.undo(undo, shell);
    }
  }

  /**
   * The configuration of a cluster: that of this machine, or with the addresses of the undo where
   * it has none, or those of another cluster. On another cluster the table of an undo would seem to
   * be dropped, and the undo done.
   *
   * @param description {@code zk1:2181 /hbase}
   * @throws UsageException if the user or the site has chosen another cluster
   */
  private Configuration hbase(String description) {
    Configuration own = new Configuration(conf);
    try {
      Configuration hbase = HBaseConf.find(own, console.environment());
      if (HBaseConf.describe(hbase).equals(description)) {
        return hbase;
      }
    } catch (UsageException e) { // none is configured on this machine
      if (!description.contains(" /")) {
        throw e;
      }
    }
    String quorum = description.replace(" /", ":/");
    if (Settings.QUORUM.isSet(conf) && !quorum.equals(description)) {
      throw Settings.QUORUM.bad(
          conf,
          "the undo is for HBase at " + description,
          "-D %s=%s".formatted(Settings.QUORUM.property(), quorum));
    }
    Settings.QUORUM.set(own, quorum);
    Configuration other = HBaseConf.find(own, console.environment());
    if (!HBaseConf.describe(other).equals(description)) {
      throw new UsageException(
          "the undo is for HBase at %s; try -conf /etc/hbase/conf/hbase-site.xml"
              .formatted(description));
    }
    return other;
  }
}
