import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;

/** What an administrator does on a new HDFS with Kerberos. A source file that {@code java} runs. */
final class Directories {
  private Directories() {}

  /**
   * Makes directories of HDFS as its superuser.
   *
   * @param args the keytab of the services, then triples of a path, its owner and its permissions,
   *     such as {@code /user/alice alice 700}
   */
  public static void main(String[] args) throws Exception {
    Configuration conf = new Configuration();
    UserGroupInformation.setConfiguration(conf);
    UserGroupInformation.loginUserFromKeytab("hdfs/localhost@SANDBOX.LOCAL", args[0]);
    try (FileSystem hdfs = FileSystem.get(conf)) {
      for (int i = 1; i < args.length; i += 3) {
        Path path = new Path(args[i]);
        hdfs.mkdirs(path);
        hdfs.setOwner(path, args[i + 1], "hadoop");
        hdfs.setPermission(path, new FsPermission(args[i + 2]));
      }
    }
  }
}
