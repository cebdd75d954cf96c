package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.OwnedFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories into which others may have written: figures are read, and nothing else. */
class UntrustedDirectoriesTest {
  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchInADirectoryOfItsOwn() {
    hbench = new Hbench(dir);
  }

  @Test
  void aLoadIsNotResumedFromThePlanOfAnotherUser() throws IOException {
    Path plan = Files.createDirectory(dir.resolve("load")).resolve("plan.xml");
    Files.writeString(
        plan,
        """
        <configuration>
        <property><name>hbench.command</name><value>load</value></property>
        <property><name>hbench.table</name><value>theirs</value></property>
        <property><name>hbench.yes</name><value>true</value></property>
        <property><name>hbench.jdk</name><value>hdfs:///tmp/evil.tar.gz</value></property>
        </configuration>
        """);
    String resume = "load --resume " + plan.getParent();
    assertThat(hbench.run(resume)).hasExitCode(2);
    assertThat(hbench.last().err()).contains("no HBase configuration found");
    openToAll(plan);
    isRefused(resume, "load");
    hbench.run(resume + " --trust everybody");
    assertThat(hbench.last().err()).contains("no HBase configuration found");
  }

  @Test
  void aFileThatAnotherUserOwnsIsNotTakenUnlessThatUserIsTrusted() throws IOException {
    Files.writeString(
        Files.createDirectory(dir.resolve("load")).resolve("plan.xml"),
        """
        <configuration>
        <property><name>hbench.command</name><value>load</value></property>
        <property><name>hbench.table</name><value>theirs</value></property>
        </configuration>
        """);
    Configuration conf = OwnedFileSystem.in(LocalJobs.conf(dir));
    String resume = "load --resume owned://" + dir.resolve("load");
    assertThat(err(conf, resume)).contains("no HBase configuration found").doesNotContain("owners");
    OwnedFileSystem.give(conf, "plan.xml", "bob");
    assertThat(err(conf, resume))
        .startsWith(
            "hbench: --resume owned:%s: user bob may have written its files"
                .formatted(dir.resolve("load")));
    assertThat(err(conf, resume + " --trust alice")).contains(": user bob may have written");
    assertThat(err(conf, resume + " --trust bob")).contains("no HBase configuration found");
  }

  /** Who hands them over adds their rows to the table, with his own rights. */
  @Test
  void theHFilesOfAnotherUserAreRefusedBeforeTheJob() throws IOException {
    Files.writeString(
        Files.createDirectory(dir.resolve("load")).resolve("plan.xml"),
        """
        <configuration>
        <property><name>hbench.command</name><value>load</value></property>
        <property><name>hbench.table</name><value>theirs</value></property>
        <property><name>hbench.bulk</name><value>true</value></property>
        </configuration>
        """);
    Path piece = Files.createDirectories(dir.resolve("load/hfiles/0-99/info0")).getParent();
    Files.writeString(piece.resolve("info0/hfile"), "rows");
    Files.writeString(piece.resolve("_files"), "info0/hfile 4\n");
    Configuration conf = OwnedFileSystem.in(LocalJobs.conf(dir));
    String resume = "load --rows 1k --trust bob --resume owned://" + dir.resolve("load");
    assertThat(err(conf, resume)).contains("no HBase configuration found");
    OwnedFileSystem.give(conf, "plan.xml", "bob");
    OwnedFileSystem.give(conf, "hfile", "bob");
    assertThat(err(conf, resume))
        .contains("load: can't hand over its HFiles: ", "hfile: 4 bytes, of user bob: not what")
        .endsWith("; try load --bulk --recreate in its place\n");
  }

  private static String err(Configuration conf, String words) {
    return Hbench.run(conf, words.split(" ")).err();
  }

  @Test
  void theShellLinesOfAnotherUserAreNotRun() throws IOException {
    Path file = dir.resolve("s.yaml");
    Files.writeString(file, "steps:\n- {name: a, shell: test -e %s/fine}\n".formatted(dir));
    assertThat(hbench.job("suite", "suite " + file)).hasExitCode(1);
    assertThat(Files.getPosixFilePermissions(dir.resolve("suite/suite.yaml")))
        .isEqualTo(Files.getPosixFilePermissions(dir.resolve("suite/suite.json")));
    Files.createFile(dir.resolve("fine"));
    String resume = "suite --resume " + dir.resolve("suite");
    for (String opened : new String[] {"suite.yaml", "suite.json"}) {
      Path theirs = dir.resolve("suite").resolve(opened);
      openToAll(theirs);
      isRefused(resume, "suite");
      Files.setPosixFilePermissions(theirs, PosixFilePermissions.fromString("rw-r--r--"));
    }
    openToAll(dir.resolve("suite/suite.yaml"));
    assertThat(hbench.run(resume + " --trust everybody")).hasExitCode(0);
  }

  @Test
  void theLocalFileTheUsersAndTheClusterOfAnotherUserAreNotUsed() throws IOException {
    Path file = dir.resolve("hbench.prom");
    String words = "run noop@1 --ops 10 --warmup 0s --prometheus " + file;
    assertThat(hbench.job("run", words)).hasExitCode(0);
    String follow = "report --follow " + dir.resolve("run");
    assertThat(hbench.run(follow)).hasExitCode(0);
    assertThat(hbench.last().err())
        .contains("hbench: from file:%s/run: --prometheus %s\n".formatted(dir, file));
    Path plan = dir.resolve("run/plan.xml");
    openToAll(plan);
    assertThat(hbench.run(follow)).hasExitCode(0);
    String users =
        """
        <property><name>hbench.user</name><value>web</value></property>
        <property><name>hbench.candidate</name><value>user=etl
        table=t2</value></property>
        </configuration>
        """;
    Files.writeString(plan, Files.readString(plan).replace("</configuration>", users));
    Files.delete(plan.resolveSibling(".plan.xml.crc"));
    hbench.run(follow);
    assertThat(hbench.last().err())
        .contains(
            "hbench: not taken from file:%s/run, which user everybody may have written:"
                    .formatted(dir)
                + " --user web --candidate user=etl,table=t2 --prometheus "
                + file
                + "\n");
  }

  @Test
  void aFileThatThePlanOfALoadNamesIsNotRead() throws IOException {
    Path key = Files.writeString(dir.resolve("key"), "secret");
    Files.writeString(
        Files.createDirectory(dir.resolve("load")).resolve("plan.xml"),
        """
        <configuration>
        <property><name>hbench.command</name><value>load</value></property>
        <property><name>hbench.value-lengths</name><value>histogram</value></property>
        <property><name>hbench.value-histogram</name><value>%s</value></property>
        </configuration>
        """
            .formatted(key));
    assertThat(hbench.run("verify " + dir.resolve("load"))).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--value-histogram " + key + ": a file that plan.xml names")
        .doesNotContain("secret");
  }

  @Test
  void aLoadIsVerifiedAndResumedAsItsUser() throws IOException {
    Path plan = Files.createDirectory(dir.resolve("load")).resolve("plan.xml");
    Files.writeString(
        plan,
        """
        <configuration>
        <property><name>hbench.command</name><value>load</value></property>
        <property><name>hbench.table</name><value>theirs</value></property>
        <property><name>hbench.user</name><value>web</value></property>
        </configuration>
        """);
    String load = plan.getParent().toString();
    assertThat(hbench.run("load --user etl --resume " + load)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--user etl: not the user of the load, web; try --resume file:" + load);
    hbench.run("verify " + load);
    assertThat(hbench.last().err()).contains("hbench: from file:" + load + ": --user web\n");
    openToAll(plan);
    hbench.run("verify " + load);
    assertThat(hbench.last().err())
        .contains("not taken from file:%s, which user everybody may".formatted(load))
        .contains(": --user web\n");
  }

  private static void openToAll(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
  }

  private void isRefused(String words, String name) {
    assertThat(hbench.run(words)).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            ("hbench: --resume file:%1$s/%2$s: user everybody may have written its files, which"
                    + " bring in consent, users, programs and local files; try --resume file:%1$s/%2$s"
                    + " --trust everybody\n")
                .formatted(dir, name));
  }
}
