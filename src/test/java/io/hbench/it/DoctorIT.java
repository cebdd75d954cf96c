package io.hbench.it;

import static org.apache.hadoop.hbase.security.access.Permission.Action.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import io.hbench.kit.SmallFileSystem;
import io.hbench.kit.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code doctor} on set-ups that are broken in one way each, of an HBase without web pages and
 * without YARN.
 */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class DoctorIT {
  private static final String PAGES = "metrics pages";

  @TempDir static Path dir;
  private static GuardedHBase hbase;

  @BeforeAll
  static void start() throws Exception {
    hbase = new GuardedHBase(HBaseFixture.conf());
  }

  @AfterAll
  static void stop() throws Exception {
    hbase.close();
  }

  @Test
  void thePageSaysWhatThisHBaseHasAndThatItsPagesAreClosed() {
    Hbench.Result page = doctor("");
    assertThat(page.out().lines().map(line -> line.substring(0, 24).strip()))
        .containsExactly(
            "ok       java",
            "ok       login",
            "ok       configuration",
            "ok       policy",
            "ok       cluster",
            "ok       table",
            "problem  metrics pages",
            "note     slow log",
            "note     queue",
            "ok       run directory",
            "ok       clock",
            "ok       free space",
            "note     containers");
    assertThat(page.out())
        .contains(
            " closed to this machine at 2 of 2 servers, so no cost and no caches in reports; open"
                + " hbase.regionserver.info.port of ")
        .contains(", 2 region servers\n")
        .contains("rights on hbench suffice; it would be created");
  }

  @Test
  void itLeavesNothing() throws IOException {
    DistributedFileSystem hdfs = hdfs();
    var home = new org.apache.hadoop.fs.Path("/doctor-" + Runs.ID);
    hdfs.mkdirs(home);
    doctor("--out " + hdfs.makeQualified(home) + "/of/my/run");
    assertThat(hdfs.listStatus(home)).isEmpty();
    assertThat(hbase.admin().listTableNames())
        .noneMatch(table -> table.getNameAsString().equals("hbench"));
  }

  @Test
  void aWrongZnodeIsNamed() {
    isTheProblem(
        doctor("-D zookeeper.znode.parent=/nowhere"),
        "cluster",
        "zookeeper.znode.parent /nowhere (from command line): no HBase there in ZooKeeper ",
        "; try -D zookeeper.znode.parent=/hbase");
  }

  @Test
  void aWrongPortOfZooKeeperIsNamed() {
    isTheProblem(
        doctor("--quorum 127.0.0.1:1"),
        "cluster",
        "can't reach HBase at 127.0.0.1:1 ",
        "; start HBase, or name another one by --quorum");
  }

  @Test
  void aMissingConfigurationIsNamed() {
    Configuration conf = new Configuration(HBaseFixture.conf());
    conf.unset(HConstants.ZOOKEEPER_QUORUM);
    isTheProblem(
        new Hbench(conf, dir).run("doctor"),
        "configuration",
        "no HBase configuration found; searched hbase-site.xml ",
        "; try --quorum zk1,zk2,zk3 or -conf /etc/hbase/conf/hbase-site.xml");
  }

  @Test
  void aMissingRightIsNamed() throws Exception {
    GuardedHBase.As dan = hbase.as("doctor-dan", dir);
    String words = "doctor --out " + hbase.home("doctor-dan") + "/run";
    isTheProblem(
        dan.run(words),
        "table",
        "user 'doctor-dan' lacks C on namespace 'default', which creating table 'hbench' needs",
        "; grant it: grant 'doctor-dan', 'C', '@default'",
        PAGES);
    hbase.grantOnNamespace("doctor-dan", "default", CREATE);
    assertThat(dan.run(words).out()).contains("ok       table  ");
    hbase.revokeOnNamespace("doctor-dan", "default", CREATE);
  }

  @Test
  void aTableThatHbenchDidNotCreateIsNoted() throws IOException {
    Hbench hbench = new Hbench(HBaseFixture.conf(), dir);
    TableName table = TableName.valueOf("doctor-foreign");
    hbase
        .admin()
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("info0"))
                .build());
    assertThat(hbench.run("doctor --table doctor-foreign").out())
        .contains(
            "note     table          rights on doctor-foreign suffice; hbench did not create table"
                + " doctor-foreign: write into it? add --yes=doctor-foreign\n");
  }

  @Test
  void aDirectoryThatThisUserMayNotWriteIsNamed() throws Exception {
    GuardedHBase.As dan = hbase.as("doctor-dan", dir);
    isTheProblem(
        dan.run("doctor --out " + hbase.home("doctor-eva") + "/run"),
        "run directory",
        "Permission denied: user=doctor-dan, access=WRITE, inode=\"/user/doctor-eva\"",
        "; name one by --out that has room, and where this user may write",
        "table",
        PAGES);
  }

  @Test
  void aQuotaThatIsUsedUpIsNamed() throws IOException {
    DistributedFileSystem hdfs = hdfs();
    var full = hdfs.makeQualified(new org.apache.hadoop.fs.Path("/doctor-full-" + Runs.ID));
    hdfs.mkdirs(full);
    hdfs.setQuota(full, HdfsConstants.QUOTA_DONT_SET, 1);
    isTheProblem(
        doctor("--out " + full + "/run"),
        "run directory",
        "The DiskSpace quota of " + full.toUri().getPath() + " is exceeded: quota = 1 B",
        "; name one by --out that has room, and where this user may write",
        PAGES);
    assertThat(hdfs.listStatus(full)).isEmpty();
  }

  @Test
  void aFullFileSystemIsNamed() throws IOException {
    Path free = Files.writeString(dir.resolve("free"), "40");
    Configuration full = SmallFileSystem.in(new Configuration(HBaseFixture.conf()), free);
    isTheProblem(
        new Hbench(full, dir).run("doctor"),
        "free space",
        "small:/// has 4.0 % of its space left, less than the 5% of hbench.min.free.space",
        "; free some, as hdfs dfsadmin -report says",
        PAGES);
  }

  @Test
  void theSpaceOfATableThatIsDroppedIsEnough() throws IOException {
    Configuration small =
        SmallFileSystem.in(
            new Configuration(HBaseFixture.conf()), Files.writeString(dir.resolve("few"), "400"));
    Hbench hbench = new Hbench(small, dir);
    String words = " --table doctor-old --tasks 1 --quiet --rows ";
    assertThat(hbench.job("old", "load" + words + "100")).hasExitCode(0);
    isTheProblem(
        hbench.run("doctor" + words + "150M"), "free space", "with all replicas", "", PAGES);
    assertThat(hbench.run("doctor" + words + "150M --recreate=doctor-old --yes=size").out())
        .contains("ok       free space");
  }

  @Test
  void aLoadThatNeedsConsentToItsSizeIsNoted() throws IOException {
    Configuration large =
        SmallFileSystem.in(
            new Configuration(HBaseFixture.conf()), Files.writeString(dir.resolve("much"), "900"));
    assertThat(new Hbench(large, dir).run("doctor --rows 150M").out())
        .contains("note     free space     enough for the load, ")
        .contains("; it writes up to 157 GB: add --yes=size\n");
  }

  @Test
  void aTableToCopyThatIsMissingIsNamed() {
    isTheProblem(
        doctor("--copy-of doctor-none"),
        "table",
        "--copy-of doctor-none: no table, or a disabled one",
        "; try --copy-of t1",
        PAGES);
  }

  @Test
  void valuesThatDoNotFitAreNamed() {
    isTheProblem(
        doctor("--value-size 20MB"),
        "table",
        "and HBase takes 10,485,760 (hbase.client.keyvalue.maxsize)",
        "; try --value-size ",
        PAGES);
  }

  @Test
  void aLoadThatTheSiteForbidsIsNamed() {
    Configuration site = new Configuration(HBaseFixture.conf());
    site.set("hbench.max.tasks", "2");
    isTheProblem(
        new Hbench(site, dir).run("doctor --tasks 3"),
        "policy",
        "--tasks 3: this site allows at most 2 (hbench.max.tasks",
        "; try --tasks 2",
        PAGES);
    assertThat(new Hbench(site, dir).run("doctor --tasks 2").out())
        .contains("the load is within the limits of this site\n");
  }

  @Test
  void wrongWordsAreRefused() {
    assertThat(doctor("--tasks none")).hasExitCode(2);
    assertThat(doctor("t1")).hasExitCode(2);
  }

  private static DistributedFileSystem hdfs() throws IOException {
    return (DistributedFileSystem) FileSystem.get(HBaseFixture.conf());
  }

  private static Hbench.Result doctor(String words) {
    return new Hbench(HBaseFixture.conf(), dir).run(("doctor " + words).strip());
  }

  private static void isTheProblem(
      Hbench.Result page, String check, String what, String remedy, String... others) {
    List<String> problems = page.out().lines().filter(line -> line.startsWith("problem ")).toList();
    assertThat(problems)
        .as(page.out() + page.err())
        .filteredOn(line -> List.of(others).stream().noneMatch(o -> line.startsWith(o, 9)))
        .singleElement()
        .asString()
        .startsWith("problem  " + check)
        .contains(what)
        .contains(remedy);
    assertThat(page).hasExitCode(1);
  }
}
