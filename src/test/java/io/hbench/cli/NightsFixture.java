package io.hbench.cli;

import io.hbench.doc.Document;
import io.hbench.doc.TextRenderer;
import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.trend.Night;
import io.hbench.view.TrendView;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Nights that each test makes in a directory of its own, from one run of hbench. */
abstract class NightsFixture {
  @TempDir static Path shared;
  static Hbench hbench;
  static Nights real;

  @TempDir Path dir;
  Nights nights;

  @BeforeAll
  static void runOnce() {
    hbench = new Hbench(shared);
    real = Nights.of(LocalJobs.conf(shared), shared.resolve("real"));
  }

  static Document document(Night night) {
    return TrendView.of(night, "trend.html");
  }

  /** What a person reads of a night. */
  static String text(Night night) {
    return TextRenderer.whole(document(night));
  }

  @BeforeEach
  void nightsInADirectoryOfTheirOwn() {
    nights = real.in(dir);
  }
}
