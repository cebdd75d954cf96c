package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.LocalJobs;
import io.hbench.kit.OwnedFileSystem;
import io.hbench.kit.StoreFileSystem;
import io.hbench.settings.Settings;
import io.hbench.settings.UserFile;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that commands read and write on file systems of Hadoop. */
class FilesFromAnywhereTest {
  private static final String RUN = "run noop@1 --ops 100 --warmup 0s";

  @TempDir Path dir;
  private Hbench hbench;

  @BeforeEach
  void hbenchBesideAStore() {
    hbench = Hbench.ofSite(StoreFileSystem.in(new Configuration()), dir);
  }

  private String stored(String name, String text) throws IOException {
    Files.writeString(dir.resolve(name), text);
    return store(name);
  }

  private String store(String name) {
    return "store://" + dir.resolve(name);
  }

  @Test
  void aSuiteReadsAndWritesItsFilesThere() throws IOException {
    String conf =
        stored(
            "settings.xml",
            """
            <configuration>
            <property><name>hbench.ops</name><value>70</value></property>
            <property><name>hbench.warmup</name><value>0s</value></property>
            </configuration>
            """);
    String suite = stored("s.yaml", "name: s\nsteps: [{name: a, command: run noop@1}]\n");
    String summary = store("mail.txt");
    String words = "suite %s -conf %s --summary %s".formatted(suite, conf, summary);
    assertThat(hbench.job("first", words)).hasExitCode(0);
    assertThat(hbench.last().json("suite.json").list("rows").get(0)).has("figures.ops.mean", 70);
    assertThat(dir.resolve("mail.txt")).content().startsWith("hbench s ");
    assertThat(hbench.job("second", words)).as("its own file is replaced").hasExitCode(0);
    stored("mail.txt", "a letter");
    assertThat(hbench.job("third", words)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--summary " + summary + ": exists, and is not a file of hbench; try ");
  }

  @Test
  void figuresForPrometheusAndTrendsAreWrittenThere() throws IOException {
    String prometheus = store("metrics/hbench.prom");
    assertThat(hbench.job("runs/a", RUN + " --prometheus " + prometheus)).hasExitCode(0);
    assertThat(hbench.job("runs/b", RUN + " --prometheus " + prometheus)).hasExitCode(0);
    assertThat(dir.resolve("metrics/hbench.prom")).content().contains("id=\"b\"");
    String trend =
        "trend %s --csv %s --html %s".formatted(store("runs"), store("t.csv"), store("t"));
    assertThat(hbench.run(trend)).hasExitCode(0);
    assertThat(hbench.run(trend)).as("replaced").hasExitCode(0);
    assertThat(dir.resolve("t.csv")).content().startsWith("time,");
    assertThat(dir.resolve("t")).content().startsWith("<!doctype html>");
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("."));
    }
  }

  @Test
  void propertiesAndHistogramsAreReadThere() throws IOException {
    String workload = stored("workload", "recordcount=700\nreadproportion=1\nmaxexecutiontime=3\n");
    assertThat(hbench.run("ycsb run -P " + workload + " --print")).hasExitCode(0);
    assertThat(hbench.last().out()).contains(" --rows 700 ");
    String histogram = stored("hist.txt", "BlockSize 10\n0 1\n1 3\n");
    assertThat(
            hbench.job(
                "histogram", RUN + " --value-lengths histogram --value-histogram " + histogram))
        .hasExitCode(0);
    assertThat(dir.resolve("histogram/plan.xml")).content().contains("BlockSize 10");
  }

  @Test
  void operationsComeFromAJarThere() throws IOException, URISyntaxException {
    Path jar = dir.resolve("my-operations.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("mine.txt"));
    }
    assertThat(hbench.job("with", RUN + " --jar " + store("my-operations.jar"))).hasExitCode(0);
    assertThat(hbench.run("run noop@1 --jar " + store("none.jar"))).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: --jar %s: not a file; try --jar my-operations.jar\n"
                .formatted(store("none.jar")));
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try {
      CommandLine line =
          CommandLine.parse(
              StoreFileSystem.in(LocalJobs.conf(dir)),
              List.of("--jar", store("my-operations.jar")),
              Settings.flags());
      assertThat(line.conf().getClassLoader().getResource("mine.txt")).isNotNull();
      String shipped = line.conf().get("tmpjars");
      assertThat(shipped).startsWith("file:/").endsWith("/my-operations.jar");
      assertThat(new File(new URI(shipped))).hasSameBinaryContentAs(jar.toFile());
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** Hadoop's parser reads the first of each option: jars and files were missing in the job. */
  @Test
  void theLastJarAndAllFilesAreShipped() throws IOException {
    List<String> names = List.of("1.jar", "2.jar", "3.jar", "4.jar", "5.txt", "6.txt");
    for (String name : names) {
      Files.createFile(dir.resolve(name));
    }
    String words =
        "--jar DIR/1.jar --jar DIR/2.jar -libjars DIR/3.jar -libjars DIR/4.jar -files DIR/5.txt"
            + " -files DIR/6.txt";
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try {
      Configuration conf =
          CommandLine.parse(
                  LocalJobs.conf(dir),
                  List.of(words.replace("DIR", dir.toString()).split(" ")),
                  Settings.flags())
              .conf();
      assertThat(conf.getStrings("tmpjars"))
          .extracting(jar -> jar.replaceFirst(".*/", ""))
          .containsExactly("2.jar", "3.jar", "4.jar");
      assertThat(conf.getStrings("tmpfiles"))
          .extracting(file -> file.replaceFirst(".*/", ""))
          .containsExactly("5.txt", "6.txt");
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  /** A name with a colon that is no scheme is that of a file here, with all its characters. */
  @Test
  void aNameWithoutASchemeStaysLocal() throws IOException {
    String name = dir + "/10:15 %41.prom";
    String[] words =
        Stream.concat(
                Stream.of(RUN.split(" ")), Stream.of("--out", dir + "/run", "--prometheus", name))
            .toArray(String[]::new);
    assertThat(Hbench.run(site(), words)).hasExitCode(0);
    assertThat(Path.of(name)).exists();
    assertThat(dir.resolve(".10:15 %41.prom.crc")).doesNotExist();
  }

  private Configuration site() {
    return StoreFileSystem.in(LocalJobs.conf(dir));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          suite gs://b/s.yaml | suite gs://b/s.yaml | suite job-conf/reference/1-cache.yaml
          ycsb run -P gs://b/w | -P gs://b/w | -P job-conf/ycsb/workloada
          run noop -conf gs://b/c.xml | -conf gs://b/c.xml | -conf job-conf/java17.xml
          run noop --jar gs://b/o.jar | --jar gs://b/o.jar | --jar my-operations.jar
          run noop --prometheus gs://b/p | --prometheus gs://b/p | --prometheus /var/lib/node_exporter/hbench.prom
          doctor --value-histogram gs://b/h | --value-histogram gs://b/h | --value-histogram hist.txt
          size --value-histogram gs://b/h | --value-histogram gs://b/h | --value-histogram hist.txt
          run noop --value-histogram gs://b/h | --value-histogram gs://b/h | --value-histogram hist.txt
          """)
  void aFileSystemWithoutItsJarsIsNamed(String words, String flag, String example) {
    assertThat(hbench.run(words)).hasExitCode(2);
    assertThat(hbench.last().err())
        .contains(flag + ": no such file system: No FileSystem for scheme \"gs\"; try " + example);
  }

  @Test
  void aConfigurationFileThereBringsInNoOtherFile() throws IOException {
    String other = "<property><name>hbench.ops</name><value>70</value></property>";
    Files.writeString(dir.resolve("secret.xml"), "<configuration>" + other + "</configuration>");
    String text =
        "<configuration xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\"%s\"/>"
                .formatted(dir.resolve("secret.xml"))
            + "</configuration>";
    String conf = stored("c.xml", text);
    assertThat(hbench.run("run noop@1 -conf " + conf)).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: -conf "
                + conf
                + ": not a configuration file; try -conf job-conf/java17.xml\n");
    assertThat(hbench.job("here", "run noop@1 --warmup 0s -conf " + dir.resolve("c.xml")))
        .hasExitCode(0);
  }

  @Test
  void aConfigurationFileThereNamesNoFileHere() throws IOException {
    for (String file : List.of("/home/me/key", "x:y/../../home/me/key", "FILE:/home/me/key")) {
      for (String name : List.of("value-histogram", "region-weights")) {
        String property =
            "<property><name>hbench.%s</name><value>%s</value></property>".formatted(name, file);
        String conf = stored("c.xml", "<configuration>" + property + "</configuration>");
        assertThat(hbench.run("run noop@1 -conf " + conf)).hasExitCode(2);
        assertThat(hbench.last().err())
            .isEqualTo(
                "hbench: -conf %s: hbench.%s names a file of this machine, as only a local one may;"
                        .formatted(conf, name)
                    + " try -conf job-conf/java17.xml\n");
      }
    }
  }

  @Test
  void aConfigurationFileThereReadsNoEnvironmentAndLeavesTheSitesVariables() throws IOException {
    String property = "<configuration><property><name>a</name><value>%s</value></property>%s";
    String conf = stored("c.xml", property.formatted("1", "</configuration>"));
    Configuration site = site();
    site.set("of.site", "${user.name} ${env.PATH}");
    CommandLine line = CommandLine.parse(site, List.of("-conf", conf), Settings.flags());
    assertThat(line.conf().get("a")).isEqualTo("1");
    assertThat(line.conf().get("of.site"))
        .isEqualTo(System.getProperty("user.name") + " " + System.getenv("PATH"));
    String hidden = "<property><name>b</name><value>v</value></property></configuration>";
    String nested = "${${user.language}v.PATH}"; // en, of the site
    for (String value : List.of("x ${env.PATH}", "${en${b}.PATH}", nested)) {
      stored("c.xml", property.formatted(value, hidden));
      assertThat(hbench.run("run noop@1 -conf " + conf)).hasExitCode(2);
      assertThat(hbench.last().err())
          .isEqualTo(
              ("hbench: -conf %s: reads the environment, as only a local file may; try -conf"
                      + " job-conf/java17.xml\n")
                  .formatted(conf));
    }
  }

  @Test
  void aSuiteMayComeFromAPipe() throws Exception {
    String pipe = dir.resolve("pipe").toString();
    new ProcessBuilder("mkfifo", pipe).start().waitFor();
    Process writer =
        new ProcessBuilder(
                "bash",
                "-c",
                "echo 'steps: [{name: a, command: run noop@1 --ops 9 --warmup 0s}]' > " + pipe)
            .start();
    try {
      assertThat(hbench.job("piped", "suite " + pipe)).hasExitCode(0);
    } finally {
      writer.destroy();
    }
  }

  /** Hadoop's local file system has a umask of its own. */
  @Test
  void filesHereHaveTheUsualPermissions() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("fs.permissions.umask-mode", "077");
    conf.setBoolean("fs.file.impl.disable.cache", true);
    Path file = dir.resolve("hbench.prom");
    Settings.PROMETHEUS.set(conf, file.toString());
    UserFile.of(Settings.PROMETHEUS, conf, "hbench.prom", text -> true).orElseThrow().replace("x");
    assertThat(file).hasContent("x");
    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(Files.getPosixFilePermissions(Files.createFile(dir.resolve("other"))));
  }

  @Test
  void theSuiteOfAnotherUserIsRunOnlyIfThatUserIsTrusted() throws IOException {
    Files.writeString(
        dir.resolve("s.yaml"), "steps:\n- {name: a, shell: touch %s/done}\n".formatted(dir));
    Configuration conf = OwnedFileSystem.in(LocalJobs.conf(dir));
    String suite = "suite owned://" + dir.resolve("s.yaml");
    OwnedFileSystem.give(conf, "s.yaml", "bob");
    Hbench.Result refused = Hbench.run(conf, (suite + " --out " + dir + "/1").split(" "));
    assertThat(refused).hasExitCode(2);
    assertThat(refused.err())
        .isEqualTo(
            ("hbench: suite owned:%1$s: user bob may have written its files, which bring in"
                    + " consent, users, programs and local files; try suite owned:%1$s --trust bob\n")
                .formatted(dir.resolve("s.yaml")));
    assertThat(dir.resolve("done")).doesNotExist();
    String trusted = suite + " --trust bob --out " + dir + "/2";
    assertThat(Hbench.run(conf, trusted.split(" "))).hasExitCode(0);
    assertThat(dir.resolve("done")).exists();
  }

  @Test
  void propertiesAndJarsOfOthersAreTheChoiceOfWhoNamesThem() throws IOException {
    Files.writeString(dir.resolve("workload"), "recordcount=700\nreadproportion=1\n");
    Files.writeString(dir.resolve("operations.jar"), "");
    Configuration conf = OwnedFileSystem.in(LocalJobs.conf(dir));
    OwnedFileSystem.give(conf, "workload", "bob");
    OwnedFileSystem.give(conf, "operations.jar", "bob");
    String words =
        "ycsb run -P owned://%1$s/workload --jar owned://%1$s/operations.jar --print"
            .formatted(dir);
    assertThat(Hbench.run(conf, words.split(" ")).out()).contains(" --rows 700 ");
  }
}
