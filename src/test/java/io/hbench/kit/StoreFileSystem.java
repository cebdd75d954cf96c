package io.hbench.kit;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.Progressable;

/**
 * A file system {@code store:///} on the local disk with what object stores lack: a file is not
 * there before it is closed, nothing can be flushed or appended, and there are no permissions and
 * no owners: as of S3A, the user who asks owns each file, and everybody may write it.
 */
public final class StoreFileSystem extends RawLocalFileSystem {
  private static final URI NAME = URI.create("store:///");

  /** The same settings with this file system. */
  public static Configuration in(Configuration conf) {
    Configuration with = new Configuration(conf);
    with.setClass("fs.store.impl", StoreFileSystem.class, RawLocalFileSystem.class);
    return with;
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
  public FSDataOutputStream create(
      Path path,
      FsPermission permission,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return create(path, overwrite);
  }

  @Override
  public FSDataOutputStream create(
      Path path,
      boolean overwrite,
      int bufferSize,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    return create(path, overwrite);
  }

  @Override
  public FSDataOutputStream create(Path path, boolean overwrite) throws IOException {
    if (exists(path) && !overwrite) {
      throw new FileAlreadyExistsException(path + " exists");
    }
    mkdirs(path.getParent());
    java.nio.file.Path upload = Files.createTempFile("upload", null);
    return new FSDataOutputStream(
        new FilterOutputStream(Files.newOutputStream(upload)) {
          private boolean closed;

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
          }

          @Override
          public void close() throws IOException {
            if (!closed) {
              closed = true;
              super.close();
              Files.move(upload, pathToFile(path).toPath(), StandardCopyOption.REPLACE_EXISTING);
            }
          }
        },
        null);
  }

  @Override
  public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
    throw new UnsupportedOperationException("append is not supported by " + NAME);
  }

  @Override
  public void setPermission(Path path, FsPermission permission) {}

  @Override
  public boolean hasPathCapability(Path path, String capability) throws IOException {
    return !capability.equals(CommonPathCapabilities.FS_PERMISSIONS)
        && super.hasPathCapability(path, capability);
  }

  /** What a file system says that knows no capacity. */
  @Override
  public FsStatus getStatus(Path path) {
    return new FsStatus(Long.MAX_VALUE, 0, Long.MAX_VALUE);
  }

  /** A store lists all files to tell that there is no quota. */
  @Override
  public QuotaUsage getQuotaUsage(Path path) {
    throw new IllegalStateException("lists all files below " + path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    FileStatus known = super.getFileStatus(path);
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    return StatusOf.file(known, new FsPermission((short) 0666), user, user);
  }
}
