package io.hbench.client;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.token.ClientTokenUtil;
import org.apache.hadoop.hbase.util.FutureUtils;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;

/**
 * The user as whom a run asks HBase. File systems and YARN are always asked as the submitter.
 *
 * @param proxied short name of the user whose proxy the submitter is; empty for the submitter
 */
public record HBaseUser(Optional<String> proxied) {
  public static final HBaseUser SUBMITTER = new HBaseUser(Optional.empty());

  /**
   * Between user and cluster in the name of the service that a token in a job is for. HBase's
   * client takes any token for its cluster, and one job has those of several users.
   */
  private static final String AT = "@";

  /** Whether it is another one than the submitter, who may name himself. */
  public boolean isProxied() {
    return proxied.isPresent() && !proxied.get().equals(SUBMITTER.toString());
  }

  public Connection connect(Configuration conf) throws IOException {
    return isProxied()
        ? ConnectionFactory.createConnection(conf, user(conf))
        : ConnectionFactory.createConnection(conf);
  }

  public AsyncConnection connectAsync(Configuration conf) throws IOException {
    return FutureUtils.get(
        isProxied()
            ? ConnectionFactory.createAsyncConnection(conf, user(conf))
            : ConnectionFactory.createAsyncConnection(conf));
  }

  /**
   * Gets a token of the proxied user, by which the tasks of a job log in; none without Kerberos.
   */
  public void addToken(Configuration conf, Credentials credentials) throws IOException {
    if (User.isHBaseSecurityEnabled(conf)) {
      try (Connection connection = connect(conf)) {
        Token<?> token = ClientTokenUtil.obtainToken(connection);
        token.setService(new Text(proxied.orElseThrow() + AT + token.getService()));
        credentials.addToken(token.getService(), token);
      }
    }
  }

  /** With Kerberos: in a task by the tokens of the job, else by the login of this process. */
  User user(Configuration conf) throws IOException {
    String name = proxied.orElseThrow();
    UserGroupInformation user = UserGroupInformation.createRemoteUser(name);
    if (User.isHBaseSecurityEnabled(conf)) {
      for (Token<?> token : UserGroupInformation.getCurrentUser().getTokens()) {
        String service = token.getService().toString();
        if (service.startsWith(name + AT)) {
          Token<?> own = token.copyToken();
          own.setService(new Text(service.substring(name.length() + AT.length())));
          user.addToken(own);
        }
      }
      if (user.getTokens().isEmpty()) {
        user = UserGroupInformation.createProxyUser(name, UserGroupInformation.getLoginUser());
      }
    }
    return User.create(user);
  }

  /** The short name, as HBase's rights have it. */
  @Override
  public String toString() {
    return proxied.orElseGet(
        () -> {
          try {
            return User.getCurrent().getShortName();
          } catch (IOException e) {
            return System.getProperty("user.name");
          }
        });
  }
}
