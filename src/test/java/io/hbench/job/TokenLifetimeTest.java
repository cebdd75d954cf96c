package io.hbench.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.junit.jupiter.api.Test;

class TokenLifetimeTest {
  /** Kind: tokens of S3A, which say when they end in a field of their own. */
  @Test
  void aTokenWithoutAMaximumLifetimeLimitsNoRun() {
    DelegationTokenIdentifier token = new DelegationTokenIdentifier();
    assertThat(TokenLifetime.end(token)).isEqualTo(Long.MAX_VALUE);
    token.setMaxDate(1_700_000_000_000L);
    assertThat(TokenLifetime.end(token)).isEqualTo(1_700_000_000_000L);
  }
}
