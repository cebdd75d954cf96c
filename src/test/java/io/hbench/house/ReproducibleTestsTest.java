package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two runs of the tests draw the same: nothing in a test is random without a seed. */
class ReproducibleTestsTest {
  private static final Path TESTS = Path.of("src/test/java/io/hbench");

  private static final Pattern WITHOUT_SEED =
      Pattern.compile(
          String.join(
              "|",
              "\\bnew [\\w.]*(?:Random|Twister|Well\\w+)\\(\\)",
              "\\bMath(?:\\.|::)random\\b",
              "\\b(?:ThreadLocalRandom|SecureRandom|RandomUtils|RandomStringUtils)(?:\\.|::|\\()",
              "\\brandomUUID\\b",
              "\\bRandomSource\\s*\\.\\w+\\s*\\.create\\(\\)",
              "\\bRandomGenerator\\.(?:of|getDefault)\\b",
              "\\bCollections\\.shuffle\\([^,;]*\\);",
              "\\.drawingAnew\\(",
              // each is that of io.hbench.kit.PropertySeeds; one that failed becomes a test
              "@Property\\([^)]*\\bseed\\s*="));

  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "bench/BareRequests.java", "a benchmark, with the random numbers of a usual client",
          "cli/DrawSeedTest.java", "tests that each run draws anew",
          "house/ReproducibleTestsTest.java", "has the names");

  @Test
  void nothingInATestIsRandomWithoutASeed() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : Sources.below(TESTS)) {
      if (isWithoutSeed(Files.readString(file))) {
        found.add(TESTS.relativize(file).toString());
      }
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(EXCEPTIONS.keySet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new Random()",
        "new java.util.SplittableRandom()",
        "new MersenneTwister()",
        "DoubleStream.generate(Math::random)",
        "ThreadLocalRandom.current()",
        "UUID.randomUUID()",
        "RandomSource.XO_RO_SHI_RO_128_PP.create()",
        "RandomGenerator.getDefault()",
        "Collections.shuffle(all);",
        "@Property(tries = 10, seed = \"1\")"
      })
  void aSourceWithoutASeedIsFound(String source) {
    assertThat(isWithoutSeed(source)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "new Random(seed)",
        "RandomSource.XO_RO_SHI_RO_128_PP.create(1)",
        "Collections.shuffle(all, new Random(1));",
        "@Property(tries = 10)"
      })
  void aSourceWithASeedIsNot(String source) {
    assertThat(isWithoutSeed(source)).isFalse();
  }

  private static boolean isWithoutSeed(String source) {
    return WITHOUT_SEED.matcher(source).find();
  }
}
