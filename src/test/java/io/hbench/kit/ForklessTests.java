package io.hbench.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileSystem;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes {@link ForklessFileSystem} the local file system of all tests of this JVM. Hadoop keeps the
 * first one of a user, whose settings may be those of a cluster or none; with Hadoop's own, a local
 * run starts thirty processes.
 */
public final class ForklessTests implements LauncherSessionListener {
  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Configuration conf = new Configuration();
    conf.setClass("fs.file.impl", ForklessFileSystem.class, FileSystem.class);
    // who renames asks for another file system by the settings of this one
    conf.setClass("fs.AbstractFileSystem.file.impl", ForklessFs.class, AbstractFileSystem.class);
    try {
      FileSystem.get(URI.create("file:///"), conf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
