package io.hbench.kit;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A file system {@code owned:///} on the local disk whose files have owners, as those of HDFS: the
 * user of this process, except where a test has named another one.
 */
public final class OwnedFileSystem extends RawLocalFileSystem {
  private static final URI NAME = URI.create("owned:///");
  private static final String OWNER = "fs.owned.owner.";

  /** The same settings with this file system. */
  public static Configuration in(Configuration conf) {
    Configuration with = new Configuration(conf);
    with.setClass("fs.owned.impl", OwnedFileSystem.class, RawLocalFileSystem.class);
    with.setBoolean("fs.owned.impl.disable.cache", true); // owners are those of the settings
    return with;
  }

  /** Names the owner of all files of a name. */
  public static void give(Configuration conf, String file, String owner) {
    conf.set(OWNER + file, owner);
  }

  @Override
  public URI getUri() {
    return NAME;
  }

  @Override
  public String getScheme() {
    return NAME.getScheme();
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return owned(super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    FileStatus[] known = super.listStatus(path);
    for (int i = 0; i < known.length; i++) {
      known[i] = owned(known[i]);
    }
    return known;
  }

  private FileStatus owned(FileStatus known) throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    return StatusOf.file(
        known,
        FsPermission.valueOf(
            "-"
                + PosixFilePermissions.toString(
                    Files.getPosixFilePermissions(pathToFile(known.getPath()).toPath()))),
        getConf().get(OWNER + known.getPath().getName(), user),
        "users");
  }
}
