package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hbench.cli.Manual;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The packages in a system that has nothing but Debian's essentials and what is mounted: this
 * machine's Java, and the sandbox's commands. For root alone, and where debootstrap is installed.
 */
@Sandbox.Shared
@Tag("soak")
class PackagesIT {
  private static final int STARTS = 5;
  private static final double MORE_THAN_HADOOP = 1.5;

  private static final String JAVA = System.getProperty("java.home");

  private static final List<String> MOUNTED =
      List.of(
          "/proc",
          "/dev",
          JAVA,
          "$(dirname $(realpath %s/conf/net.properties))".formatted(JAVA), // elsewhere in Debian
          System.getProperty("user.home") + "/.m2",
          Path.of("").toAbsolutePath().toString());

  private static Path root;

  @BeforeAll
  static void makeSystem() throws Exception {
    assumeTrue(
        Shell.run("[ $(id -u) = 0 ] && command -v debootstrap && command -v dpkg-deb").exitCode()
            == 0,
        "packages are tried by root alone, where debootstrap and dpkg-deb are installed");
    Manual.main(new String[] {"target/manual"});
    root = Files.createTempDirectory("hbench-root");
    outside("debootstrap --variant=minbase --include=man-db,zsh stable " + root);
    outside(
        "cp /etc/hosts %1$s/etc && bin/dist && cp target/dist/hbench* %1$s/root".formatted(root));
  }

  @AfterAll
  static void deleteSystem() throws Exception {
    if (root != null) {
      outside("rm -rf --one-file-system " + root);
    }
  }

  @Test
  void whatDebiansPackageInstallsWorksAndItsPurgeLeavesNothing() throws Exception {
    inside("true"); // makes the directories to mount at
    List<String> before = files();
    inside("dpkg -i /root/hbench_*.deb");

    assertThat(inside("hbench --version")).startsWith("hbench ");
    assertThat(inside("man hbench")).contains("load generator for Apache HBase").contains("--rate");
    assertThat(
            inside(
                "source /usr/share/bash-completion/completions/hbench;"
                    + " COMP_WORDS=(hbench run --client '') COMP_CWORD=3; _hbench;"
                    + " echo ${COMPREPLY[*]}"))
        .isEqualTo("blocking async\n");
    assertThat(inside("zsh -c 'autoload -U compinit; compinit -u; echo ${_comps[hbench]}'"))
        .isEqualTo("_hbench\n");
    assertThat(inside("hbench load --table packaged --rows 1k --tasks 1 --quiet")).contains("rows");
    assertThat(inside("hbench run get@1 --table packaged --rows 1k --for 2s --quiet"))
        .contains("get");

    inside("dpkg --purge hbench");
    List<String> left = new ArrayList<>(files());
    left.removeAll(before);
    assertThat(left).isEmpty();
  }

  @Test
  void theTarFileWorksWhereItIsUnpacked() throws Exception {
    inside("mkdir /opt/tools && tar -C /opt/tools -xf /root/hbench-*-bin.tar.gz");
    inside("ln -s /opt/tools/hbench-*/bin/hbench /usr/local/bin/unpacked");
    assertThat(inside("unpacked run noop@1 --ops 10 --quiet")).contains("noop");
    String startsOfBoth =
        "for i in $(seq %d); do %s; %s; done"
            .formatted(STARTS, timed("hadoop fs -ls /"), timed("unpacked --version"));
    List<Double> seconds =
        inside(startsOfBoth).lines().map(Double::valueOf).collect(Collectors.toList());
    assertThat(median(seconds, 1) / median(seconds, 0)).isLessThan(MORE_THAN_HADOOP);
  }

  private static String timed(String command) {
    return "TIMEFORMAT=%R; { time " + command + " > /dev/null 2>&1; } 2>&1";
  }

  /** The median of every second value. */
  private static double median(List<Double> values, int first) {
    List<Double> own = new ArrayList<>();
    for (int i = first; i < values.size(); i += 2) {
      own.add(values.get(i));
    }
    return own.stream().sorted().skip(own.size() / 2).findFirst().orElseThrow();
  }

  /** Names of the system's files, but for what package managers and shells note down. */
  private static List<String> files() throws Exception {
    String notes =
        Stream.of("var/lib/dpkg", "var/log", "var/cache", "tmp", "root")
            .map(path -> "-path ./" + path + " -prune -o ")
            .collect(Collectors.joining());
    return outside("cd %s && find . %s -print | sort".formatted(root, notes)).lines().toList();
  }

  /** Runs a line in the system, with the sandbox's commands on the path; returns its output. */
  private static String inside(String line) throws Exception {
    String mounts =
        MOUNTED.stream()
            .flatMap(
                dir ->
                    Stream.of("mkdir -p " + root + dir, "mount --rbind " + dir + " " + root + dir))
            .collect(Collectors.joining(" && "));
    Path script =
        Files.writeString(
            root.resolve("root/line"),
            "cd %s && eval \"$(bin/sandbox env)\" && cd && export JAVA_HOME=%s && %s"
                .formatted(Path.of("").toAbsolutePath(), JAVA, line));
    try {
      return outside(
          "unshare --mount bash -c '%s && exec chroot %s env HOME=/root bash /root/line'"
              .formatted(mounts, root));
    } finally {
      Files.delete(script);
    }
  }

  private static String outside(String line) throws Exception {
    Shell.Result result = Shell.run(line);
    assertThat(result.exitCode()).as("%s: %s%s", line, result.out(), result.err()).isZero();
    return result.out();
  }
}
