package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.rundir.RunDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of commands in a real HDFS. */
@HBaseFixture.Shared
class FilesOnHdfsIT {
  private final Configuration conf = HBaseFixture.conf();
  private FileSystem hdfs;
  private Path place;
  private Hbench hbench;

  @BeforeEach
  void aDirectory(@TempDir java.nio.file.Path dir) throws IOException {
    hdfs = FileSystem.get(conf);
    place = hdfs.makeQualified(new Path("/files-" + Runs.ID));
    hbench = new Hbench(conf, dir);
  }

  private String file(String name, String text) throws IOException {
    Path file = new Path(place, name);
    RunDirectory.write(hdfs, file, text);
    return file.toString();
  }

  private String text(String name) throws IOException {
    try (InputStream in = hdfs.open(new Path(place, name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void aSuiteItsPropertiesItsSettingsAndItsOutputAreThere() throws IOException {
    String properties =
        file(
            "workload",
            "recordcount=500\ncolumnfamily=f\nreadproportion=1\nrequestdistribution=uniform\n");
    String settings =
        file(
            "settings.xml",
            """
            <configuration>
            <property><name>hbench.local</name><value>true</value></property>
            <property><name>hbench.quiet</name><value>true</value></property>
            </configuration>
            """);
    String suite =
        file(
            "s.yaml",
            """
            name: anywhere
            steps:
            - {name: load, command: ycsb load hbase2 -P %1$s -p table=files-on-hdfs --recreate}
            - {name: read, command: ycsb run hbase2 -P %1$s -p table=files-on-hdfs --ops 300}
            """
                .formatted(properties));
    String metrics = place + "/hbench.prom";
    String words =
        "suite %s -conf %s --summary %s/mail.txt --prometheus %s --out %s/"
            .formatted(suite, settings, place, metrics, place);
    assertThat(hbench.run(words + 1)).hasExitCode(0);
    FileStatus first = hdfs.getFileStatus(new Path(metrics));
    assertThat(text("1/suite.json")).contains("\"read\"");
    assertThat(text("1/suite.html")).startsWith("<!doctype html>");
    assertThat(text("mail.txt")).startsWith("hbench anywhere ");
    assertThat(text("hbench.prom")).contains("hbench_figure{figure=\"ops\",of=\"total\"} 300.0");
    assertThat(hbench.run(words + 2)).as("files of its own are replaced").hasExitCode(0);
    assertThat(hdfs.getFileStatus(new Path(metrics)).getModificationTime())
        .isGreaterThan(first.getModificationTime());
    assertThat(hdfs.listStatus(place, path -> path.getName().startsWith("."))).isEmpty();
  }

  @Test
  void theSuiteOfAnotherUserNeedsATrust() throws IOException {
    String suite =
        file("bobs.yaml", "steps: [{name: a, command: run noop@1 --ops 10 --warmup 0s --local}]\n");
    hdfs.setOwner(new Path(suite), "bob", "users");
    assertThat(hbench.job("suite " + suite)).hasExitCode(2);
    assertThat(hbench.last().err()).contains("suite " + suite + ": user bob may have written ");
    assertThat(hbench.job("suite " + suite + " --trust bob")).hasExitCode(0);
    hdfs.setOwner(
        new Path(suite), UserGroupInformation.getCurrentUser().getShortUserName(), "users");
    hdfs.setPermission(new Path(suite), new FsPermission((short) 0666));
    assertThat(hbench.job("suite " + suite)).hasExitCode(2);
    assertThat(hbench.last().err()).contains("suite " + suite + ": user everybody may have ");
  }

  @Test
  void aFileThatIsNotThereOrInNoDirectoryIsNamedBeforeTheRun() throws IOException {
    assertThat(hbench.run("suite " + place + "/none.yaml")).hasExitCode(2);
    assertThat(hbench.last().err())
        .startsWith("hbench: suite " + place + "/none.yaml: not a file; try suite job-conf/");
    String metrics = place + "/none/hbench.prom";
    assertThat(hbench.job("run noop@1 --ops 10 --warmup 0s --local --prometheus " + metrics))
        .hasExitCode(2);
    assertThat(hbench.last().err())
        .contains("--prometheus " + metrics + ": cannot be written: ")
        .contains("; try --prometheus /var/lib/node_exporter/hbench.prom");
  }

  @Test
  void aNameWithoutAnAuthorityIsOnTheDefaultFileSystem() throws IOException {
    String words =
        "run noop@1 --ops 10 --warmup 0s --local --prometheus hdfs://%1$s/x.prom --out %1$s/x";
    for (int i = 0; i < 2; i++) {
      String[] split = (words.formatted(place.toUri().getPath()) + i).split(" ");
      assertThat(Hbench.runOnCluster(conf, split)).hasExitCode(0);
    }
    assertThat(text("x.prom")).contains("id=\"x1\"");
  }
}
