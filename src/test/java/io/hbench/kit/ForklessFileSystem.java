package io.hbench.kit;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Hadoop's local file system, but for permissions: without Hadoop's native library it starts a
 * process to set them, and one to read them, which takes longer than the rest of a small job.
 */
public final class ForklessFileSystem extends LocalFileSystem {
  public ForklessFileSystem() {
    super(new Raw());
  }

  /** Stays in Hadoop's cache: what is made in its place might be Hadoop's own. */
  @Override
  public void close() throws IOException {
    processDeleteOnExit();
  }

  private static final class Raw extends RawLocalFileSystem {
    private static final int OF_FILES = 0777;

    /** Stamps a new file with the time of its maker. */
    @Override
    protected OutputStream createOutputStreamWithMode(
        Path path, boolean append, FsPermission permission) throws IOException {
      OutputStream out = super.createOutputStreamWithMode(path, append, permission);
      VirtualTime.ofThread()
          .ifPresent(time -> pathToFile(path).setLastModified(time.instant().toEpochMilli()));
      return out;
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
      FsPermission set = new FsPermission((short) (permission.toShort() & OF_FILES));
      Files.setPosixFilePermissions(
          pathToFile(path).toPath(), PosixFilePermissions.fromString(set.toString()));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
      FileStatus known = super.getFileStatus(path); // asks a process for what is not in here
      File file = pathToFile(path);
      PosixFileAttributes attributes =
          Files.readAttributes(file.toPath(), PosixFileAttributes.class);
      return StatusOf.file(
          known,
          FsPermission.valueOf("-" + PosixFilePermissions.toString(attributes.permissions())),
          attributes.owner().getName(),
          attributes.group().getName());
    }
  }
}
