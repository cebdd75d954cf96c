package io.hbench.rundir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.compare.SyntheticRuns;
import io.hbench.latency.LatencyRecord;
import io.hbench.settings.Settings;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.SequenceFile.CompressionType;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a run directory that somebody else wrote, or that are damaged. */
class UntrustedFilesTest {
  private static final String SECRET = "a secret of the reader";

  @TempDir Path dir;
  private RunDirectory run;

  @BeforeEach
  void writeARun() throws IOException {
    run =
        new SyntheticRuns(1, 20, 50, 500_000, 0, 0, 0, 0, 1, Map.of(), null)
            .write(dir.resolve("run"), 1);
  }

  @Test
  void aPlanIncludesNoOtherFile() throws IOException {
    Path other = dir.resolve("other.xml");
    Files.writeString(
        other, "<configuration>" + property("hbench.table", SECRET) + "</configuration>");
    plan(
        "<configuration xmlns:xi=\"http://www.w3.org/2001/XInclude\"><xi:include href=\""
            + other.toUri()
            + "\"/></configuration>");
    assertThatThrownBy(() -> run.plan())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run/plan.xml is damaged: ")
        .hasMessageContaining("XInclude")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aPlanHasNoEntities() throws IOException {
    Path other = dir.resolve("other.txt");
    Files.writeString(other, SECRET);
    plan(
        "<!DOCTYPE c [<!ENTITY own \"1\"><!ENTITY file SYSTEM \""
            + other.toUri()
            + "\">]><configuration>"
            + property("hbench.table", "&file;")
            + property("hbench.seed", "&own;")
            + "</configuration>");
    assertThatThrownBy(() -> run.plan())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run/plan.xml is damaged: Undeclared general entity")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void aPlanTakesNothingFromTheEnvironmentOrTheJvm() throws IOException {
    plan(
        "<configuration>"
            + property("hbench.table", "${env.PATH}")
            + property("hbench.column-family", "${user.home}")
            + "</configuration>");
    assertThat(Settings.TABLE.text(run.plan())).isEqualTo("${env.PATH}");
    assertThat(run.plan().get("hbench.column-family")).isEqualTo("${user.home}");
  }

  @Test
  void aPlanThatIsNoXmlIsNamed() throws IOException {
    plan("<configuration><property>");
    assertThatThrownBy(() -> run.plan())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run/plan.xml is damaged: ");
  }

  @Test
  void aFileOfUnlikelySizeIsNotRead() throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(file("job.json").toFile(), "rw")) {
      file.setLength(1L << 40); // sparse
    }
    assertThatThrownBy(() -> run.readJson("job.json", JobFacts.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run/job.json is damaged: 1,099,511,627,776 bytes");
  }

  @Test
  void aFileWithoutTheFactsOfEveryJobIsNamedWithWhatItLacks() throws IOException {
    Files.writeString(file("job.json"), "{\"job\": {\"id\": \"j\"}}");
    assertThatThrownBy(() -> run.readJson("job.json", JobFacts.class))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(".*run/job.json is damaged: .*");
    Files.writeString(file("job.json"), "{}");
    assertThatThrownBy(() -> run.readJson("job.json", JobFacts.class))
        .hasMessageEndingWith("run/job.json is damaged: no job");
    Files.writeString(file("tasks/facts-m-00000.json"), "{\"index\": 0}");
    assertThatThrownBy(() -> run.tasks().facts())
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("facts-m-00000.json is damaged: no process");
  }

  /** Its acknowledged rows would be missing: verify would count fewer rows as lost. */
  @Test
  void factsAreNotReadWithoutThoseOfADamagedFile() throws IOException {
    Files.delete(file("tasks/facts-m-00000.json"));
    Files.writeString(file("tasks/part-m-00000"), "not a file of records, but a text");
    assertThatThrownBy(() -> run.tasks().acknowledged())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("tasks/part-m-00000");
  }

  @Test
  void aRecordThatClaimsTwoGigabytesIsADamagedFile() throws IOException {
    SequenceFile.createWriter(
            SyntheticRuns.conf(),
            SequenceFile.Writer.file(
                new org.apache.hadoop.fs.Path(run.path(), RunDirectory.MERGED)),
            SequenceFile.Writer.keyClass(Text.class),
            SequenceFile.Writer.valueClass(LatencyRecord.class),
            SequenceFile.Writer.compression(CompressionType.BLOCK))
        .close();
    byte[] header = Files.readAllBytes(file("part-r-00000"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(header);
    out.writeInt(-1); // escape, then the mark between blocks, which ends the header
    out.write(header, header.length - 16, 16);
    WritableUtils.writeVInt(out, 1);
    WritableUtils.writeVInt(out, Integer.MAX_VALUE - 8);
    Files.write(file("part-r-00000"), bytes.toByteArray());
    assertThatThrownBy(() -> run.readRecords(RunDirectory.MERGED, (series, record) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run/part-r-00000 is damaged: ");
  }

  @Test
  void aFileOfAnotherKindIsNamed() throws IOException {
    Files.writeString(
        file("part-r-00000"), "not a SequenceFile, and longer than the header of one");
    assertThatThrownBy(() -> run.readRecords(RunDirectory.MERGED, (series, record) -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run/part-r-00000");
    Files.writeString(file("tasks/part-m-notes"), "of mine");
    assertThat(run.tasks().read((task, series, record) -> {})).isEmpty();
  }

  private void plan(String xml) throws IOException {
    Files.writeString(file("plan.xml"), xml);
  }

  private Path file(String name) {
    return dir.resolve("run").resolve(name);
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>";
  }
}
