package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.client.HBaseUser;
import io.hbench.settings.UsageException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What Kerberos says of a failed login, in the lines of HBase's client. */
class ServerLoginTest {
  @Test
  void aProxyWithoutATicketIsRefusedBeforeItConnects() {
    Configuration conf = new Configuration(false);
    HBaseUser web = new HBaseUser(Optional.of("web"));
    assertThatCode(() -> ServerLogin.checkTicket(conf, web)).doesNotThrowAnyException();
    conf.set(User.HBASE_SECURITY_CONF_KEY, "kerberos");
    assertThatCode(() -> ServerLogin.checkTicket(conf, HBaseUser.SUBMITTER))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> Cluster.connect(conf, web))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            "--user web: takes a Kerberos ticket of the submitter, which this process lacks; try"
                + " kinit, or --principal ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Call to address=localhost:24510 failed on local exception:"
            + " javax.security.sasl.SaslException: GSS initiate failed [Caused by GSSException: No"
            + " valid credentials provided (Mechanism level: Server not found in Kerberos database"
            + " (7) - LOOKING_UP_SERVER)]"
            + " | Server not found in Kerberos database (7) - LOOKING_UP_SERVER",
        "SaslException: GSS initiate failed [Caused by GSSException: Defective token detected]"
            + " | Defective token detected",
        "MasterNotRunningException: java.io.IOException: DecoderException:"
            + " org.apache.hadoop.ipc.RemoteException(javax.security.sasl.SaslException): GSS"
            + " initiate failed | GSS initiate failed",
        "java.io.IOException: Kerberos principal a does not have the expected format"
            + " | Kerberos principal a does not have the expected format",
      })
  void theReasonIsWithoutTheClassesThatPassItOn(String line, String reason) {
    assertThat(ServerLogin.reason(line)).isEqualTo(reason);
  }
}
