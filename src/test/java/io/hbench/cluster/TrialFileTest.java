package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The HFile of a trial is shipped, because a process of {@code hadoop jar} can't write one. {@code
 * -Dgolden.update} writes it anew.
 */
class TrialFileTest {
  @TempDir Path dir;

  @Test
  void theFileIsTheOneThatHBaseWrites() throws IOException {
    String written =
        Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(Files.readAllBytes(write()))
            + "\n";
    if (System.getProperty("golden.update") != null) {
      Files.writeString(
          Path.of("src/main/resources/io/hbench/cluster", HFileBulkLoad.TRIAL), written);
      return;
    }
    try (InputStream shipped = HFileBulkLoad.class.getResourceAsStream(HFileBulkLoad.TRIAL)) {
      assertThat(new String(shipped.readAllBytes(), StandardCharsets.US_ASCII)).isEqualTo(written);
    }
  }

  private Path write() throws IOException {
    Configuration conf = new Configuration();
    FileSystem fs = FileSystem.getLocal(conf).getRawFileSystem();
    Path file = dir.resolve("hfile");
    try (HFile.Writer writer =
        HFile.getWriterFactoryNoCache(conf)
            .withPath(fs, new org.apache.hadoop.fs.Path(file.toUri()))
            .withFileContext(new HFileContextBuilder().withCreateTime(1).build())
            .create()) {
      byte[] name = Bytes.toBytes("trial");
      writer.append(new KeyValue(name, name, name, 1L, name));
    }
    return file;
  }
}
