package io.hbench.cli;

import io.hbench.rundir.FailureText;
import io.hbench.settings.UsageException;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.security.sasl.SaslException;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Login by Kerberos, as the user of a ticket or, for jobs of the night, of a keytab. The two flags
 * are no settings: neither a plan nor the configuration of a job holds them.
 */
final class Login {
  static final String PRINCIPAL = "--principal";
  static final String KEYTAB = "--keytab";
  private static final String EXAMPLE =
      PRINCIPAL + " hbench@EXAMPLE.COM " + KEYTAB + " /etc/security/keytabs/hbench.keytab";

  static final String MISSING =
      "no Kerberos ticket, or one that has ended; try kinit, or " + EXAMPLE;

  /** A thread that logs in again when four fifths of the ticket's lifetime are over. */
  private static final String RENEWAL = "hadoop.kerberos.keytab.login.autorenewal.enabled";

  private Login() {}

  /**
   * Logs in by the keytab, if the words have one.
   *
   * @return the words without principal and keytab
   * @throws UsageException for half a pair, or a keytab that does not have the principal's key
   */
  static List<String> of(Configuration conf, List<String> words) throws IOException {
    List<String> rest = new ArrayList<>();
    String principal = null;
    String keytab = null;
    for (int i = 0; i < words.size(); i++) {
      String name = words.get(i).replaceFirst("=.*", "");
      if (!name.equals(PRINCIPAL) && !name.equals(KEYTAB)) {
        rest.add(words.get(i));
        continue;
      }
      boolean joined = words.get(i).contains("=");
      if (!joined && i + 1 == words.size()) {
        throw new UsageException(name + ": no value; try " + EXAMPLE);
      }
      String value = joined ? words.get(i).substring(name.length() + 1) : words.get(++i);
      principal = name.equals(PRINCIPAL) ? value : principal;
      keytab = name.equals(KEYTAB) ? value : keytab;
    }
    if (principal != null || keytab != null) {
      login(conf, principal, keytab);
    }
    return rest;
  }

  private static void login(Configuration given, String principal, String keytab)
      throws IOException {
    if (principal == null || keytab == null) {
      String missing = principal == null ? PRINCIPAL : KEYTAB;
      throw new UsageException("no " + missing + "; try " + EXAMPLE);
    }
    if (!new File(keytab).canRead()) {
      throw UsageException.badValue(KEYTAB, keytab, "not a file that can be read", EXAMPLE);
    }
    if (!UserGroupInformation.isSecurityEnabled()) {
      throw UsageException.badValue(
          KEYTAB,
          keytab,
          "core-site.xml has no Kerberos (hadoop.security.authentication)",
          "HADOOP_CONF_DIR=/etc/hadoop/conf, or leave it out");
    }
    Configuration conf = new Configuration(given);
    conf.setBoolean(RENEWAL, true);
    UserGroupInformation.setConfiguration(conf);
    try {
      UserGroupInformation.loginUserFromKeytab(principal, keytab);
    } catch (IOException e) {
      Throwable root = ExceptionUtils.getRootCause(e);
      String cause = "no login as " + principal + ": " + FailureText.of(root);
      if (root instanceof IOException && root != e) { // no answer of the Kerberos server
        throw new IOException(cause, e);
      }
      throw UsageException.badValue(KEYTAB, keytab, cause, EXAMPLE);
    }
  }

  /**
   * Refuses to go on without a ticket, where Hadoop asks for one.
   *
   * @throws UsageException in one line; HBase's client would try again for half a minute
   */
  static void check() throws IOException {
    if (isMissing()) {
      throw new UsageException(MISSING);
    }
  }

  /** Whether a command that needs no cluster has failed because it met one, without a ticket. */
  static boolean isMissingFor(IOException failure) {
    boolean login =
        ExceptionUtils.indexOfType(failure, AccessControlException.class) >= 0
            || ExceptionUtils.indexOfType(failure, SaslException.class) >= 0;
    try {
      return login && isMissing();
    } catch (IOException e) {
      return false; // the login itself fails: the failure tells
    }
  }

  /** Jobs of a workflow engine have tokens in place of a ticket. */
  private static boolean isMissing() throws IOException {
    if (!UserGroupInformation.isSecurityEnabled()) {
      return false;
    }
    UserGroupInformation user = UserGroupInformation.getLoginUser();
    return !user.hasKerberosCredentials() && user.getCredentials().numberOfTokens() == 0;
  }
}
