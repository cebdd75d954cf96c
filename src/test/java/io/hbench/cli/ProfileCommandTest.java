package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.settings.UserFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Words of {@code profile}, and what it says of two twins. */
class ProfileCommandTest {
  private static final String EXAMPLE = "src/test/resources/twin.json";

  @TempDir Path dir;

  @Test
  void wrongWordsAreRefusedInOneLine() {
    refuses("", "profile: no --table; try profile --table t1 --for 10m --out twin");
    refuses("--table a/b", "--table a/b: not a table name; try --table t1");
    refuses("--table t1 --for 9s", "--for 9s: less than 10 s; try --for 10m");
    refuses("--table t1 --sample 200k", "--sample 200k: more than 100k rows; try --sample 1000");
    refuses("--table t1 --out " + dir, "--out " + dir + ": exists already; try --out new-twin");
    refuses(EXAMPLE, "profile " + EXAMPLE + ": two files and no flags compare twins; try");
    refuses("no.json no.json", "profile no.json: not a file; try profile twin/twin.json");
    refuses("pom.xml pom.xml", "profile pom.xml: not a file of schema hbench.twin/1; try");
  }

  @Test
  void aDirectoryThatExistsAtTheEndIsLeftAlone() throws IOException {
    Configuration conf = new Configuration(false);
    String name = dir.resolve("twin").toString();
    UserFile out = UserFile.of(conf, "--out", name, "--out twin");
    assertThat(ProfileCommand.free(out)).isEqualTo(out.path());
    Files.createDirectory(dir.resolve("twin"));
    assertThat(ProfileCommand.free(out)).isEqualTo(out.path().suffix("-2"));
  }

  private static void refuses(String words, String message) {
    Hbench.Result result = Hbench.run(new Configuration(), ("profile " + words).trim().split(" "));
    assertThat(result.err()).startsWith("hbench: " + message);
    assertThat(result.exitCode()).isEqualTo(2);
  }

  @Test
  void aTwinThatIsLikeItsOriginalHasExitCode0() {
    Hbench.Result same = compare(EXAMPLE, EXAMPLE);
    assertThat(same.exitCode()).isZero();
    assertThat(same.out())
        .startsWith(
            "hbench profile of an original and of its twin\nverdict: alike as far as known (1 unknown), 0 of ")
        .containsPattern("\nrows +1,000/s +1,000/s +[+]0.0 % +2.0 %\n")
        .containsPattern("\nmulti-get +- +- +- +2.0 points\n");
  }

  @Test
  void whatIsOutsideIsNamedAndHasExitCode1() throws IOException {
    Path other = dir.resolve("twin.json");
    Files.copy(Path.of(EXAMPLE), other);
    Json.edit(other, twin -> twin.set("servers.hitRatio", 0.5).set("rowKeys.mean", 20));
    Hbench.Result different = compare(EXAMPLE, other.toString());
    assertThat(different.exitCode()).isEqualTo(1);
    assertThat(different.out())
        .contains("verdict: different, 2 of ")
        .contains("  outside-its-bound: hit ratio: 50.0 %, and 93.0 % of the original\n")
        .containsPattern("\nrow key +16.0 B +20.0 B +[+]25.0 % +5.0 % +outside\n");
  }

  private static Hbench.Result compare(String original, String twin) {
    return Hbench.run(new Configuration(), "profile", original, twin);
  }
}
