package io.hbench.rundir;

import java.io.IOException;
import java.io.OutputStream;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** A file that is replaced as a whole: a reader finds the old or the new version. */
record ReplacedFile(FileSystem fs, Path file) {

  /**
   * Writes the new version beside the old one and renames it. A file system that can't rename onto
   * a file is an object store: what is written there takes the place of the old version when it is
   * closed.
   */
  void write(Configuration conf, RunDirectory.Content content) throws IOException {
    FileContext context;
    try {
      context = FileContext.getFileContext(fs.getUri(), conf);
    } catch (UnsupportedFileSystemException e) {
      write(file, content);
      return;
    }
    Path next = new Path(file.getParent(), "_" + file.getName() + "-" + UUID.randomUUID());
    write(next, content);
    context.rename(next, file, Options.Rename.OVERWRITE);
  }

  private void write(Path to, RunDirectory.Content content) throws IOException {
    try (OutputStream out = fs.create(to, true)) {
      content.writeTo(out);
    }
  }
}
