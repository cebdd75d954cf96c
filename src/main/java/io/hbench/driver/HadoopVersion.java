package io.hbench.driver;

import io.hbench.settings.UsageException;
import org.apache.commons.lang3.StringUtils;
import org.apache.commons.lang3.math.NumberUtils;

/** The version of the Hadoop that submits jobs. */
final class HadoopVersion {
  private static final int OLDEST = 3;

  private HadoopVersion() {}

  /**
   * Refuses Hadoop 2, whose jobs fail without a reason. A distribution of Hadoop 3.0 to 3.2 may
   * have what hbench needs of 3.3.
   *
   * @param version as Hadoop says it; what is no version is accepted
   */
  static void check(String version) {
    if (NumberUtils.toInt(StringUtils.substringBefore(version, "."), OLDEST) < OLDEST) {
      throw new UsageException(
          "Hadoop %s: too old for hbench, which needs Hadoop 3.3 or newer; try the hadoop command of such an installation"
              .formatted(version));
    }
  }
}
