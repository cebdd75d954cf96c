package io.hbench.cluster;

import io.hbench.client.HBaseUser;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Failed logins at HBase's servers by Kerberos, as errors of the property that names the servers'
 * principal: HBase's client reports them as servers that fail.
 */
final class ServerLogin {
  private static final Pattern REASON =
      Pattern.compile("GSS|SaslException|No valid credentials|Kerberos principal");

  private ServerLogin() {}

  /**
   * Refuses a login that failed, and no other failure.
   *
   * @param property the servers' principal
   */
  static void check(Configuration conf, String property, IOException failure) throws IOException {
    if (!UserGroupInformation.isSecurityEnabled()) {
      return;
    }
    if (!User.isHBaseSecurityEnabled(conf)) {
      if (ExceptionUtils.indexOfType(failure, ConnectionClosedException.class) >= 0) {
        throw UsageException.badProperty(
            conf,
            User.HBASE_SECURITY_CONF_KEY,
            "the servers close connections without Kerberos",
            "-D " + User.HBASE_SECURITY_CONF_KEY + "=kerberos");
      }
      return;
    }
    Optional<String> why =
        ExceptionUtils.getThrowableList(failure).stream()
            .map(cause -> StringUtils.defaultString(cause.getMessage()))
            .flatMap(String::lines) // of which some list all attempts
            .filter(line -> REASON.matcher(line).find())
            .findFirst();
    if (why.isPresent()) {
      String user = UserGroupInformation.getLoginUser().getUserName();
      throw UsageException.badProperty(
          conf,
          property,
          "no login at the servers: " + reason(why.get()),
          "-D " + property + "=hbase/_HOST@" + StringUtils.substringAfter(user, "@"));
    }
  }

  /**
   * Refuses a proxy without a ticket, such as a job of a workflow engine, which has tokens alone.
   */
  static void checkTicket(Configuration conf, HBaseUser user) throws IOException {
    if (isProxy(conf, user) && !UserGroupInformation.getLoginUser().hasKerberosCredentials()) {
      throw Settings.USER.bad(
          user,
          "takes a Kerberos ticket of the submitter, which this process lacks",
          "kinit, or --principal hbench@EXAMPLE.COM --keytab /etc/security/keytabs/hbench.keytab");
    }
  }

  /** Refuses a proxy whose connections the servers close; they tell no reason. */
  static void checkProxy(Configuration conf, HBaseUser user, IOException failure)
      throws IOException {
    if (!isProxy(conf, user)
        || ExceptionUtils.indexOfType(failure, ConnectionClosedException.class) < 0) {
      return;
    }
    HBaseUser submitter = HBaseUser.SUBMITTER;
    Cluster.open(submitter.connect(conf), submitter).close(); // or the proxy is not the reason
    String name = UserGroupInformation.getLoginUser().getShortUserName();
    throw Settings.USER.bad(
        user,
        "HBase closes connections of user '%1$s' as its proxy, and takes those without --user: hadoop.proxyuser.%1$s.hosts and hadoop.proxyuser.%1$s.groups (or .users) in core-site.xml of HBase's servers do not allow it, or hbase-policy.xml does not admit user '%2$s'"
            .formatted(name, user),
        "the same once they do");
  }

  private static boolean isProxy(Configuration conf, HBaseUser user) {
    return user.isProxied() && User.isHBaseSecurityEnabled(conf);
  }

  /** What Kerberos says, without the classes that pass it on. */
  static String reason(String line) {
    String level = StringUtils.substringBetween(line, "Mechanism level: ", ")]");
    String gss = StringUtils.substringBetween(line, "GSSException: ", "]");
    String last = line.replaceFirst("^.*Exception(\\([^)]*\\))?: ", "");
    return Stream.of(level, gss, last).filter(Objects::nonNull).findFirst().orElseThrow();
  }
}
