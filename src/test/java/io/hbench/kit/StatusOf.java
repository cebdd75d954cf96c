package io.hbench.kit;

import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.permission.FsPermission;

/** Status of a file with rights and owners that the test file system has for it. */
final class StatusOf {
  private StatusOf() {}

  static FileStatus file(FileStatus known, FsPermission permission, String owner, String group) {
    return new FileStatus(
        known.getLen(),
        known.isDirectory(),
        known.getReplication(),
        known.getBlockSize(),
        known.getModificationTime(),
        known.getAccessTime(),
        permission,
        owner,
        group,
        known.getPath());
  }
}
