package io.hbench.it;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.AccessController;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.security.access.UserPermission;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.security.UserGroupInformation;

/** An HBase with its AccessController: every user needs rights but that of this JVM. */
final class GuardedHBase implements AutoCloseable {
  /** Every right. */
  static final Action[] ALL = Action.values();

  private final Configuration conf;
  private final Connection connection;

  /** Connects to an HBase whose configuration was {@linkplain #guard guarded}. */
  GuardedHBase(Configuration conf) throws Exception {
    this.conf = conf;
    this.connection = ConnectionFactory.createConnection(conf);
    Waits.until("table of rights", () -> admin().isTableAvailable(TableName.valueOf("hbase:acl")));
  }

  /** Gives an HBase its AccessController. */
  static void guard(Configuration conf) throws IOException {
    conf.setBoolean("hbase.security.authorization", true);
    String me = UserGroupInformation.getCurrentUser().getShortUserName();
    // and the two region servers of HBase's test cluster, which have users of their own
    conf.setStrings("hbase.superuser", me, me + ".hfs.0", me + ".hfs.1");
    for (String host : new String[] {"master", "region", "regionserver"}) {
      conf.set("hbase.coprocessor." + host + ".classes", AccessController.class.getName());
    }
  }

  Configuration conf() {
    return conf;
  }

  /** A directory of a user's in HBase's file system. */
  Path home(String user) throws IOException {
    Path home = new Path(new Path(conf().get(HConstants.HBASE_DIR)), "/user/" + user);
    FileSystem fs = home.getFileSystem(conf());
    fs.mkdirs(home);
    fs.setOwner(home, user, user);
    return fs.makeQualified(home);
  }

  Connection connection() {
    return connection;
  }

  Admin admin() throws IOException {
    return connection.getAdmin();
  }

  /** Gives a user rights on a table, besides those that he has. */
  void grant(String user, String table, Action... rights) {
    grant(user, Permission.newBuilder(TableName.valueOf(table)).withActions(rights).build());
  }

  /** Gives a user rights on a namespace. */
  void grantOnNamespace(String user, String namespace, Action... rights) {
    grant(user, Permission.newBuilder(namespace).withActions(rights).build());
  }

  /** Gives a user rights on everything. */
  void grantOnEverything(String user, Action... rights) {
    grant(user, Permission.newBuilder().withActions(rights).build());
  }

  /** Gives a user rights on a family. */
  void grantOnFamily(String user, String table, String family, Action... rights) {
    grant(
        user,
        Permission.newBuilder(TableName.valueOf(table))
            .withFamily(Bytes.toBytes(family))
            .withActions(rights)
            .build());
  }

  /** Rights are known some time after they were given: servers hear of them by ZooKeeper. */
  private void grant(String user, Permission rights) {
    granted(
        () -> {
          admin().grant(new UserPermission(user, rights), true);
          Waits.until(
              "rights of " + user, () -> admin().hasUserPermissions(user, List.of(rights)).get(0));
        });
  }

  /** Takes rights on a table away. */
  void revoke(String user, String table, Action... rights) {
    granted(
        () ->
            AccessControlClient.revoke(
                connection, TableName.valueOf(table), user, null, null, rights));
  }

  void revokeOnNamespace(String user, String namespace, Action... rights) {
    granted(() -> AccessControlClient.revoke(connection, namespace, user, rights));
  }

  void dropTables() throws IOException {
    for (TableName table : admin().listTableNames()) {
      if (admin().isTableEnabled(table)) {
        admin().disableTable(table);
      }
      admin().deleteTable(table);
    }
  }

  private interface Grant {
    void run() throws Throwable;
  }

  private static void granted(Grant grant) {
    try {
      grant.run();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** hbench as a user runs it, without a password. */
  record As(UserGroupInformation user, Hbench hbench) {
    Hbench.Result job(String words) throws Exception {
      return user.doAs((PrivilegedExceptionAction<Hbench.Result>) () -> hbench.job(words));
    }

    Hbench.Result job(String name, String words) throws Exception {
      return user.doAs((PrivilegedExceptionAction<Hbench.Result>) () -> hbench.job(name, words));
    }

    Hbench.Result run(String words) throws Exception {
      return user.doAs((PrivilegedExceptionAction<Hbench.Result>) () -> hbench.run(words));
    }
  }

  As as(String user, java.nio.file.Path dir) {
    return new As(UserGroupInformation.createRemoteUser(user), new Hbench(conf(), dir));
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
