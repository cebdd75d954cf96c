package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LibraryWarningsTest {
  private final Logger registry = Logger.getLogger(LibraryWarnings.ZOOKEEPER_REGISTRY);

  private final Logger configuration = Logger.getLogger(LibraryWarnings.CONFIGURATION);

  @AfterEach
  void removeLevel() {
    registry.setLevel(null);
    configuration.setLevel(null);
  }

  @Test
  void theDeprecationOfTheZooKeeperRegistryIsNotLogged() {
    Level others = Logger.getLogger("org.apache.hadoop.hbase.client").getEffectiveLevel();
    LibraryWarnings.suppress();
    assertThat(registry.isEnabledFor(Level.WARN)).isFalse();
    assertThat(registry.isEnabledFor(Level.ERROR)).isTrue();
    assertThat(Logger.getLogger("org.apache.hadoop.hbase.client").getEffectiveLevel())
        .isEqualTo(others);
  }

  @Test
  void theStackTraceOfADamagedConfigurationIsNotLogged() {
    LibraryWarnings.suppress();
    assertThat(configuration.isEnabledFor(Level.ERROR)).isFalse();
    assertThat(configuration.isEnabledFor(Level.FATAL)).isTrue();
  }

  @Test
  void aLevelThatTheUserConfiguredStays() {
    registry.setLevel(Level.DEBUG);
    LibraryWarnings.suppress();
    assertThat(registry.getLevel()).isEqualTo(Level.DEBUG);
  }

  @Test
  void theLoggerHasTheNameOfTheClassThatWarns() throws ClassNotFoundException {
    assertThat(Class.forName(LibraryWarnings.ZOOKEEPER_REGISTRY)).isNotNull();
    assertThat(Class.forName(LibraryWarnings.CONFIGURATION)).isNotNull();
  }
}
