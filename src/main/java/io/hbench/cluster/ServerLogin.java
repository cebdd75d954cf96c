package io.hbench.cluster;

import io.hbench.rundir.FailureText;
import io.hbench.settings.UsageException;
import java.io.IOException;
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
  private ServerLogin() {}

  /**
   * The failure of a call, if it is no failed login.
   *
   * @param property the servers' principal
   * @throws UsageException for a failed login
   */
  static IOException refusal(Configuration conf, String property, IOException failure)
      throws IOException {
    check(conf, property, failure);
    return failure;
  }

  /**
   * Refuses a login that failed, and no other failure.
   *
   * @throws UsageException naming the property and its source
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
    for (Throwable cause : ExceptionUtils.getThrowableList(failure)) {
      String text = FailureText.of(cause);
      if (text.contains("GSS")
          || text.contains("No valid credentials")
          || text.contains("rincipal")) {
        String user = UserGroupInformation.getLoginUser().getUserName();
        throw UsageException.badProperty(
            conf,
            property,
            "no login at the servers: " + text.replaceFirst(".*Mechanism level: (.*)[)].*", "$1"),
            "-D " + property + "=hbase/_HOST@" + StringUtils.substringAfter(user, "@"));
      }
    }
  }
}
