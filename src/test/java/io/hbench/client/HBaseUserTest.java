package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.token.AuthenticationTokenIdentifier;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.Test;

/** As whom HBase is asked, with tokens as a job has them; no server is asked. */
class HBaseUserTest {
  private static final String KERBEROS = "kerberos";

  private static User user(String name, String authentication, String... services)
      throws Exception {
    Configuration conf = new Configuration(false);
    conf.set(User.HBASE_SECURITY_CONF_KEY, authentication);
    UserGroupInformation task = UserGroupInformation.createRemoteUser("alice");
    for (String service : services) {
      Token<?> token =
          new Token<>(
              service.getBytes(StandardCharsets.UTF_8),
              new byte[0],
              AuthenticationTokenIdentifier.AUTH_TOKEN_TYPE,
              new Text(service));
      task.addToken(token);
    }
    PrivilegedExceptionAction<User> asked = () -> new HBaseUser(Optional.of(name)).user(conf);
    return task.doAs(asked);
  }

  @Test
  void aTaskHasTheTokensOfItsUserAndNoOthers() throws Exception {
    String[] ofTheJob = {
      "cluster1", "web@cluster1", "web@cluster2", "etl@cluster1", "webs@cluster1"
    };
    User web = user("web", KERBEROS, ofTheJob);
    assertThat(web.getShortName()).isEqualTo("web");
    assertThat(web.getTokens())
        .extracting(
            token ->
                token.getService()
                    + " "
                    + new String(token.getIdentifier(), StandardCharsets.UTF_8))
        .containsExactlyInAnyOrder("cluster1 web@cluster1", "cluster2 web@cluster2");
  }

  @Test
  void withoutATokenTheSubmitterIsTheProxy() throws Exception {
    UserGroupInformation web = user("web", KERBEROS, "cluster1", "etl@cluster1").getUGI();
    assertThat(web.getTokens()).isEmpty();
    assertThat(web.getRealUser()).isEqualTo(UserGroupInformation.getLoginUser());
  }

  @Test
  void theSubmitterIsNoProxyOfItself() {
    assertThat(new HBaseUser(Optional.of(HBaseUser.SUBMITTER.toString())).isProxied()).isFalse();
    assertThat(new HBaseUser(Optional.of("web")).isProxied()).isTrue();
    assertThat(HBaseUser.SUBMITTER.isProxied()).isFalse();
  }

  @Test
  void withoutKerberosANameIsEnough() throws Exception {
    UserGroupInformation web = user("web", "simple", "web@cluster1").getUGI();
    assertThat(web.getShortUserName()).isEqualTo("web");
    assertThat(web.getRealUser()).isNull();
    assertThat(web.getTokens()).isEmpty();
  }
}
