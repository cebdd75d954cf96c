import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.security.UserGroupInformation;

/** The grant of HBase's shell, as HBase's superuser. A source file that {@code java} runs. */
final class Grant {
  private Grant() {}

  /**
   * Replaces what a user may do.
   *
   * @param args the keytab of the services, the user, the rights as letters of RWXCA or {@code -}
   *     for none, and a table or @namespace, which is created if it does not exist
   */
  public static void main(String[] args) throws Throwable {
    Configuration conf = HBaseConfiguration.create();
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab("hbase/localhost@SANDBOX.LOCAL", args[0]);
    String user = args[1];
    String target = args[3];
    try (Connection hbase = ConnectionFactory.createConnection(conf)) {
      if (args[2].equals("-")) {
        if (target.startsWith("@")) {
          AccessControlClient.revoke(hbase, target.substring(1), user, Permission.Action.values());
        } else {
          AccessControlClient.revoke(hbase, TableName.valueOf(target), user, null, null);
        }
        return;
      }
      Permission.Action[] rights =
          args[2]
              .chars()
              .mapToObj(letter -> action((char) letter))
              .toArray(Permission.Action[]::new);
      if (target.startsWith("@")) {
        create(hbase, target.substring(1));
        AccessControlClient.grant(hbase, target.substring(1), user, rights);
      } else {
        AccessControlClient.grant(hbase, TableName.valueOf(target), user, null, null, rights);
      }
    }
  }

  private static void create(Connection hbase, String namespace) throws IOException {
    try (Admin admin = hbase.getAdmin()) {
      if (!List.of(admin.listNamespaces()).contains(namespace)) {
        admin.createNamespace(NamespaceDescriptor.create(namespace).build());
      }
    }
  }

  private static Permission.Action action(char letter) {
    for (Permission.Action action : Permission.Action.values()) {
      if (action.name().charAt(0) == letter || action == Permission.Action.EXEC && letter == 'X') {
        return action;
      }
    }
    throw new IllegalArgumentException(letter + ": not one of RWXCA");
  }
}
