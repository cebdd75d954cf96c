package io.hbench.job;

import io.hbench.settings.SettingType;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import io.hbench.spec.RunSpec;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.security.token.AuthenticationTokenIdentifier;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.apache.hadoop.security.token.delegation.AbstractDelegationTokenIdentifier;

/**
 * The maximum lifetime of the tokens by which the tasks of a job log in. YARN renews tokens of file
 * systems, each up to that; HBase's can't be renewed. Kerberos only: other clusters have no tokens.
 */
final class TokenLifetime {
  private TokenLifetime() {}

  /**
   * Refuses a run that goes on after its tokens: all its requests would fail from then on.
   *
   * @throws UsageException if warm-up and window are longer than what the tokens last; runs whose
   *     length is a number of requests or rows are not judged
   */
  static void check(RunSpec spec, Configuration conf, Path out) throws IOException {
    if (!UserGroupInformation.isSecurityEnabled() || spec.limit().time().isEmpty()) {
      return;
    }
    Job job = Job.getInstance(conf);
    TokenCache.obtainTokensForNamenodes(job.getCredentials(), new Path[] {out}, conf);
    LoadJob.addTokens(job, spec, conf);
    long now = System.currentTimeMillis();
    for (Token<?> token : job.getCredentials().getAllTokens()) {
      check(spec, token, Duration.ofMillis(end(token.decodeIdentifier()) - now));
    }
  }

  private static void check(RunSpec spec, Token<?> token, Duration left) {
    Duration needed = spec.limit().time().orElseThrow().plus(spec.measurement().warmup());
    if (needed.compareTo(left) > 0) {
      throw Settings.FOR.bad(
          SettingType.text(spec.limit().time().get()),
          "%s lasts for %d hours, and the run needs it to its end"
              .formatted(token.getKind(), left.toHours()),
          "several runs in a suite");
    }
  }

  /** When it can't be renewed any more, in milliseconds since 1970; that of a store may not say. */
  static long end(TokenIdentifier token) {
    if (token instanceof AuthenticationTokenIdentifier hbase) {
      return hbase.getExpirationDate();
    }
    return token instanceof AbstractDelegationTokenIdentifier file && file.getMaxDate() > 0
        ? file.getMaxDate()
        : Long.MAX_VALUE;
  }
}
