package io.hbench.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Test;

class ForklessFileSystemTest {
  @Test
  void theLocalFileSystemOfPlainSettingsIsForklessAlsoAfterItWasClosed() throws IOException {
    for (int i = 0; i < 2; i++) {
      try (FileSystem local = FileSystem.get(URI.create("file:///"), new Configuration())) {
        assertThat(local).isInstanceOf(ForklessFileSystem.class);
        FileContext context = FileContext.getFileContext(local.getUri(), local.getConf());
        assertThat(context.getDefaultFileSystem()).isInstanceOf(ForklessFs.class);
      }
    }
  }
}
