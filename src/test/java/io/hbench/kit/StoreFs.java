package io.hbench.kit;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The binding of {@link StoreFileSystem}, as S3A has one: to rename onto a file, it deletes that
 * file, and renames then. Here the process is killed in between.
 */
public final class StoreFs extends DelegateToFileSystem {
  public StoreFs(URI name, Configuration conf) throws IOException, URISyntaxException {
    super(name, new StoreFileSystem(), conf, name.getScheme(), false);
  }

  /** The same settings with this binding. */
  public static Configuration in(Configuration conf) {
    Configuration with = StoreFileSystem.in(conf);
    with.setClass("fs.AbstractFileSystem.store.impl", StoreFs.class, StoreFs.class);
    return with;
  }

  @Override
  public int getUriDefaultPort() {
    return -1;
  }

  @Override
  public void renameInternal(Path from, Path to) throws IOException {
    throw new IOException("killed");
  }
}
