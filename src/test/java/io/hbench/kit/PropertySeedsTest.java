package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.launcher.EngineFilter.includeEngines;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherFactory;

class PropertySeedsTest {
  private static final List<Long> ONE = new ArrayList<>();
  private static final List<Long> OTHER = new ArrayList<>();

  /** Properties that this test runs; Surefire leaves nested classes out. */
  static final class Drawn {
    @Property(tries = 20)
    void one(@ForAll long any) {
      ONE.add(any);
    }

    @Property
    void other(@ForAll long any) {
      OTHER.add(any);
    }
  }

  @Test
  void aPropertyHasTheSameInputsInEachRunAndOthersThanTheNextProperty() {
    run();
    List<Long> first = List.copyOf(ONE);
    run();
    assertThat(ONE).hasSize(20).isEqualTo(first);
    assertThat(OTHER).hasSize(200).doesNotContainSequence(first.subList(10, 20));
  }

  private static void run() {
    ONE.clear();
    OTHER.clear();
    LauncherFactory.create()
        .execute(
            request()
                .selectors(selectClass(Drawn.class))
                .filters(includeEngines("jqwik"))
                .configurationParameter("jqwik.reporting.usejunitplatform", "true")
                .build());
  }
}
