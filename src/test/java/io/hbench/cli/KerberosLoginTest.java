package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.HbenchProcess;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.minikdc.MiniKdc;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Logins at a real Kerberos server, each by a process of its own: Hadoop keeps a login for the life
 * of a JVM. The cluster behind it is in SecureIT.
 */
class KerberosLoginTest {
  @TempDir static Path directory;
  private static MiniKdc kdc;
  private static File keytab;

  @BeforeAll
  static void start() throws Exception {
    kdc =
        new MiniKdc(MiniKdc.createConf(), Files.createDirectory(directory.resolve("kdc")).toFile());
    kdc.start();
    keytab = directory.resolve("hbench.keytab").toFile();
    kdc.createPrincipal(keytab, "hbench");
    Files.writeString(
        Files.createDirectory(directory.resolve("conf")).resolve("core-site.xml"),
        "<configuration><property><name>hadoop.security.authentication</name>"
            + "<value>kerberos</value></property></configuration>");
  }

  @AfterAll
  static void stop() {
    kdc.stop();
  }

  @Test
  void aKeytabIsEnoughForALogin() throws Exception {
    Ended report = hbench("report /no/run " + login("hbench", keytab));
    assertThat(report.output())
        .as("it goes on after the login")
        .contains("report file:/no/run: does not exist");
    assertThat(report.exitCode()).isEqualTo(2);
  }

  @Test
  void aKeytabOfAnotherPrincipalIsRefusedInOneLine() throws Exception {
    Ended report = hbench("report /no/run " + login("alice", keytab));
    assertThat(report.exitCode()).as(report.output()).isEqualTo(2);
    assertThat(report.output().lines().toList())
        .hasSize(1)
        .first()
        .asString()
        .contains("no login as alice@EXAMPLE.COM");
  }

  @Test
  void withoutTicketAndKeytabNothingIsAsked() throws Exception {
    Ended run = hbench("run get --table t --rows 1k --quorum localhost");
    assertThat(run.exitCode()).as(run.output()).isEqualTo(2);
    assertThat(run.output().lines().toList())
        .hasSize(1)
        .first()
        .asString()
        .contains("no Kerberos ticket", "kinit", "--keytab");
  }

  private record Ended(int exitCode, String output) {}

  private static String login(String user, File keys) {
    return "--principal %s@%s --keytab %s".formatted(user, kdc.getRealm(), keys);
  }

  private static Ended hbench(String words) throws Exception {
    List<String> command =
        HbenchProcess.command(
            directory.resolve("conf") + ":" + System.getProperty("java.class.path"),
            "-Djava.security.krb5.conf=" + kdc.getKrb5conf());
    Stream.of(words.split(" ")).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().remove(HbenchProcess.TOOL_OPTIONS);
    builder.environment().put("KRB5CCNAME", "/no/ticket");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }
}
