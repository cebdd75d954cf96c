package io.hbench.kit;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * {@link ForklessFileSystem} for Hadoop's {@code FileContext}, whose own local file system starts
 * eight processes to rename one file.
 */
public final class ForklessFs extends DelegateToFileSystem {
  private static final String SCHEME = "file";

  /** As {@code FileContext} wants it. */
  public ForklessFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(uri, new ForklessFileSystem(), conf, SCHEME, false);
  }

  @Override
  public int getUriDefaultPort() {
    return -1;
  }

  /** Renames the file and its checksums, each of them atomically. */
  @Override
  public void renameInternal(Path source, Path target, boolean overwrite) throws IOException {
    if (!overwrite) {
      super.renameInternal(source, target, false);
      return;
    }
    move(file(source), file(target));
    File sums = sumsOf(source);
    if (sums.exists()) {
      move(sums, sumsOf(target));
    }
  }

  private static void move(File source, File target) throws IOException {
    Files.move(source.toPath(), target.toPath(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static File sumsOf(Path path) {
    return file(new Path(path.getParent(), "." + path.getName() + ".crc"));
  }

  private static File file(Path path) {
    return new File(path.toUri().getPath());
  }
}
