package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.kit.Hbench;
import io.hbench.kit.Json;
import io.hbench.settings.UsageException;
import io.hbench.settings.UserFile;
import io.hbench.twin.Twin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    refuses(
        "src/docs/twin.schema.json no",
        "profile src/docs/twin.schema.json: not a file of schema hbench.twin/1; try");
    refuses(
        "--table t1 --for 24h --detach",
        "--detach: no job observes a table, but this process; try nohup hadoop jar hbench.jar"
            + " profile --table t1 --for 24h &");
    String join = "; try profile --add monday tuesday --out both";
    String out = " --out " + dir.resolve("sum");
    refuses("--add" + out, "--add: no profiles" + join);
    refuses(
        "--add --for 1h a b" + out, "--for 1h: contradicts --add, which observes nothing" + join);
    refuses("--add " + EXAMPLE + " no.json" + out, "profile no.json: not a file" + join);
    refuses(
        "--add " + EXAMPLE + " src/test/resources" + out,
        "profile src/test/resources: is the same profile as " + EXAMPLE + join);
  }

  @Test
  void profilesOfATableAreJoined() throws IOException {
    Path tuesday = Files.createDirectory(dir.resolve("tuesday"));
    Files.copy(Path.of(EXAMPLE), tuesday.resolve("twin.json"));
    Json.edit(tuesday.resolve("twin.json"), twin -> twin.set("seconds", 180));
    Path both = dir.resolve("both");
    Hbench.Result sum =
        run("profile", "--add", EXAMPLE, tuesday.toString(), "--out", both.toString());
    assertThat(sum).hasExitCode(0);
    assertThat(sum.out())
        .startsWith("hbench profile of a table over 4 min\n")
        .contains("twin.json and twin.html in " + both);
    assertThat(both.resolve("twin.html")).exists();
    Twin twin = Twin.parse(Files.readString(both.resolve("twin.json")));
    assertThat(twin.requests()).isEqualTo(2 * 60_000);
    Hbench.Result taken = run("profile", "--add", EXAMPLE, "--out", both.toString());
    assertThat(taken.err()).contains("exists already; try --out new-twin");
  }

  @Test
  void profilesOfOtherRegionsAreNotJoined() throws IOException {
    Path other = dir.resolve("twin.json");
    JsonObject twin = JsonParser.parseString(Files.readString(Path.of(EXAMPLE))).getAsJsonObject();
    twin.getAsJsonArray("regions").remove(3);
    Files.writeString(other, twin.toString());
    refuses(
        "--add %s %s --out %s".formatted(EXAMPLE, other, dir.resolve("sum")),
        "profile %s: has another number of regions or families than %s; try"
            .formatted(other, EXAMPLE));
  }

  @Test
  void whatWasObservedSoFarIsKeptAndReplaced() throws IOException {
    List<String> said = new ArrayList<>();
    Path there = dir.resolve("there");
    UserFile out =
        UserFile.of(new Configuration(false), "--out", there.resolve("twin").toString(), "--out x");
    Twin twin = Twin.parse(Files.readString(Path.of(EXAMPLE)));
    Files.writeString(there, "no directory");
    ProfileCommand.keep(out, twin, said::add);
    String failed = "twin.json not written, goes on: ";
    assertThat(said).hasSize(1);
    Files.delete(there);
    Path file = Files.createDirectories(there.resolve("twin/twin.json")); // as which it is no file
    ProfileCommand.keep(out, twin, said::add);
    Files.delete(file);
    ProfileCommand.keep(out, twin, said::add);
    ProfileCommand.keep(out, twin, said::add);
    assertThat(said).hasSize(2).allMatch(line -> line.startsWith(failed));
    assertThat(there.resolve("twin")).isDirectoryContaining("glob:**/twin.json");
    assertThat(Twin.parse(Files.readString(there.resolve("twin/twin.json")))).isEqualTo(twin);
  }

  @Test
  void ofTwoProcessesThatMakeADirectoryAtOnceOneHasIt() throws IOException {
    Path twin = dir.resolve("twin");
    Configuration conf = new Configuration(false);
    UserFile out = UserFile.of(conf, "--out", twin.toString(), "--out x");
    ProfileCommand.take(out, conf);
    ProfileCommand.keep(out, Twin.parse(Files.readString(Path.of(EXAMPLE))), line -> {});
    assertThatThrownBy(() -> ProfileCommand.take(out, conf))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("exists already; try --out new-twin");
    assertThat(twin.resolve("twin.json")).isNotEmptyFile();
  }

  @Test
  void aProfileThatFailsAtOnceLeavesNoDirectory() {
    Path twin = dir.resolve("twin");
    assertThat(run("profile", "--table", "t1", "--out", twin.toString()).exitCode()).isNotZero();
    assertThat(twin).doesNotExist();
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
        .containsPattern("\nrows +1,000/s +1,000/s +[+]0.0 % +5.1 %\n")
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

  @Test
  void aDirectoryStandsForItsTwin() {
    assertThat(compare(EXAMPLE, "src/test/resources")).hasExitCode(0);
  }

  private static Hbench.Result compare(String original, String twin) {
    return run("profile", original, twin);
  }

  private static Hbench.Result run(String... words) {
    return Hbench.run(new Configuration(), words);
  }
}
