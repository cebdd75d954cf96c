package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a login before a Kerberos server is asked: SecureIT has the rest. */
class LoginTest {
  private static final String GOOD =
      "--principal hbench@EXAMPLE.COM --keytab /etc/security/keytabs/hbench.keytab";

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "run get --rows 1k --keytab, --keytab: no value",
    "suite --principal a@B nightly.yaml, no --keytab",
    "report --keytab=k dir, no --principal",
    "compare a b --keytab /no/file --principal=a@B, --keytab /no/file: not a file that can be read"
  })
  void halfALoginIsRefused(String words, String message) throws Exception {
    Hbench.Result refused = Hbench.run(new Configuration(), words.split(" "));
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).isEqualTo("hbench: " + message + "; try " + GOOD + "\n");
  }

  @Test
  void aKeytabIsRefusedWhereHadoopHasNoKerberos() throws Exception {
    Path keytab = Files.writeString(directory.resolve("k"), "");
    Hbench.Result refused =
        Hbench.run(new Configuration(), "trend", "x", "--principal", "a@B", "--keytab=" + keytab);
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("core-site.xml has no Kerberos").hasLineCount(1);
  }

  @Test
  void everyHelpNamesTheLogin() throws Exception {
    assertThat(Hbench.run(new Configuration(), "help").out())
        .contains("--principal NAME --keytab FILE");
  }
}
