package io.hbench.rundir;

import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Renaming of a file onto another one, in one step. */
public final class Renaming {
  private Renaming() {}

  /**
   * The context that does it; empty for an object store. There it would be a deletion and a copy,
   * whatever its binding says, while a file that is written over takes the place of the old version
   * when it is closed. Object stores are known by the permissions that they lack; ABFS has them,
   * and deletes the old version before it renames the new one.
   */
  public static Optional<FileContext> ontoFiles(FileSystem fs, Path path) throws IOException {
    if (!fs.hasPathCapability(path, CommonPathCapabilities.FS_PERMISSIONS)) {
      return Optional.empty();
    }
    try {
      return Optional.of(FileContext.getFileContext(fs.getUri(), fs.getConf()));
    } catch (UnsupportedFileSystemException e) { // no binding
      return Optional.empty();
    }
  }
}
