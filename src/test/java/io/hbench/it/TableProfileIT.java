package io.hbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.hbench.cluster.Cluster;
import io.hbench.cluster.TableProfile;
import io.hbench.driver.Console;
import io.hbench.driver.ProfileDriver;
import io.hbench.kit.Hbench;
import io.hbench.kit.Turns;
import io.hbench.twin.Law;
import io.hbench.twin.Twin;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.Interval;
import io.hbench.twin.Twin.Region;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The twin of a table whose every name, key and value tells something; its servers have no pages.
 */
@Order(Turns.BESIDE_ALONE)
@HBaseFixture.Shared
class TableProfileIT {
  private static final TableName TABLE = TableName.valueOf("secretns", "secret-patients");
  private static final byte[][] BOUNDS = {bytes("secret-3"), bytes("secret-6")};
  private static final int ROWS = 300;

  @TempDir static Path dir;
  private static GuardedHBase hbase;
  private static Connection connection;

  @BeforeAll
  static void make() throws Exception {
    hbase = new GuardedHBase(HBaseFixture.conf());
    connection = ConnectionFactory.createConnection(HBaseFixture.conf());
    Admin admin = connection.getAdmin();
    admin.createNamespace(NamespaceDescriptor.create("secretns").build());
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setValue("SECRET_OWNER", "secret-clinic")
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(bytes("secret_names"))
                    .setDataBlockEncoding(DataBlockEncoding.FAST_DIFF)
                    .setTimeToLive(1_000_000)
                    .setValue("SECRET_NOTE", "secret-note")
                    .build())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("secret_images"))
            .build(),
        BOUNDS);
    try (Table table = connection.getTable(TABLE)) {
      for (int i = 0; i < ROWS; i++) {
        Put put = new Put(key(i));
        for (int column = 0; column < 4; column++) {
          put.addColumn(bytes("secret_names"), bytes("secret" + column), new byte[column * 10]);
        }
        if (i % 3 == 0) {
          put.addColumn(bytes("secret_images"), bytes("secret"), bytes("secret-value"));
        }
        table.put(put);
      }
    }
    admin.flush(TABLE);
  }

  @AfterAll
  static void close() throws Exception {
    connection.close();
    hbase.close();
  }

  @Test
  void requestsByRegionAreThoseThatWereSent() throws Exception {
    Twin twin;
    try (Cluster cluster = Cluster.connect(HBaseFixture.conf());
        Table table = connection.getTable(TABLE)) {
      TableProfile profile = TableProfile.begin(cluster, TABLE, 0);
      for (int i = 0; i < 120; i++) {
        assertThat(table.get(new Get(key(i % 50))).isEmpty()).isFalse();
      }
      for (int i = 0; i < 30; i++) {
        table.put(new Put(key(299)).addColumn(bytes("secret_images"), bytes("q"), bytes("v")));
      }
      try (ResultScanner rows = table.getScanner(new Scan().withStartRow(key(100)).setLimit(60))) {
        assertThat(rows).hasSize(60);
      }
      twin = profile.twin(false);
    }
    assertThat(twin.regions()).extracting(Region::reads).containsExactly(120L, 60L, 0L);
    assertThat(twin.regions()).extracting(Region::writes).containsExactly(0L, 0L, 30L);
    assertThat(twin.curve().stream().mapToDouble(i -> i.seconds() * i.reads()).sum())
        .isBetween(179.9, 180.1);
    assertThat(twin.calls()).allMatch(calls -> calls.perSecond() == null);
    assertThat(twin.unknown())
        .containsEntry(
            "calls",
            "metrics pages: no answer from %1$d of %1$d servers".formatted(twin.servers().count()))
        .containsKeys("servers", "keys", "rowKeys", "table.families");
  }

  @Test
  void aSampleTellsTheLengthsOfKeysAndCells() throws Exception {
    Twin twin;
    try (Cluster cluster = Cluster.connect(HBaseFixture.conf())) {
      twin = TableProfile.begin(cluster, TABLE, 1_000).twin(true);
    }
    assertThat(twin.table().name()).isEqualTo("secretns:secret-patients");
    assertThat(twin.table().families())
        .extracting(Family::name)
        .containsExactly("secret_images", "secret_names");
    Family names = twin.table().families().get(1);
    assertThat(names.settings().blockEncoding()).isEqualTo("fast_diff");
    assertThat(names.settings().ttlSeconds()).isEqualTo(1_000_000);
    assertThat(names.columns().mean()).isEqualTo(4);
    assertThat(names.qualifiers().mean()).isEqualTo(7);
    assertThat(names.values().mean()).isEqualTo(15);
    assertThat(names.values().twentieths()).startsWith(0.0).endsWith(30.0);
    assertThat(names.compressibleTo()).isLessThan(0.1);
    assertThat(names.rows()).isEqualTo(1);
    assertThat(twin.table().families().get(0).rows()).isBetween(0.25, 0.45);
    assertThat(twin.rowKeys().mean()).isEqualTo(key(0).length);
    assertThat(twin.rowKeys().count()).isBetween(100L, (long) ROWS);
    // its scans were before
    assertThat(twin.requests()).isZero();
  }

  @Test
  void withoutASampleStoreFilesTellMeans() throws Exception {
    Twin twin;
    try (Cluster cluster = Cluster.connect(HBaseFixture.conf())) {
      twin = TableProfile.begin(cluster, TABLE, 0).twin(false);
    }
    Family names = twin.table().families().get(1);
    assertThat(names.values()).isEqualTo(new Law(4 * ROWS, 15, null));
    assertThat(names.keys()).isEqualTo(new Law(4 * ROWS, key(0).length + 7, null));
    assertThat(twin.table().families().get(0).values().mean()).isEqualTo(12);
    assertThat(twin.rowKeys()).isNull();
    assertThat(twin.unknown().get("table.families")).startsWith("means of 6 store files, ");
    assertThat(twin.requests()).isZero();
  }

  @Test
  void aLongProfileIsKeptPartByPart() throws Exception {
    List<Twin> kept = new ArrayList<>();
    Twin twin;
    try (Table table = connection.getTable(TABLE)) {
      twin =
          ProfileDriver.observe(
              HBaseFixture.conf(),
              Console.ofProcess(),
              new ProfileDriver.Request(TABLE, Duration.ofSeconds(12), 0, false),
              Duration.ofSeconds(5),
              soFar -> {
                kept.add(soFar);
                get(table, 30);
              });
    }
    assertThat(kept).isNotEmpty(); // two, if the machine keeps up
    for (int i = 0; i < kept.size(); i++) {
      assertThat(kept.get(i).requests()).isEqualTo(30L * i);
    }
    assertThat(twin.requests()).isEqualTo(30L * kept.size());
    assertThat(twin.seconds()).isGreaterThanOrEqualTo(12);
    assertThat(twin.curve().stream().mapToDouble(Interval::seconds).sum())
        .isCloseTo(twin.seconds(), within(1e-6));
  }

  @Test
  void aServerWithoutARegionAnyMoreIsNoLongerAsked() throws Exception {
    Admin admin = connection.getAdmin();
    List<ServerName> servers = List.copyOf(admin.getRegionServers());
    List<RegionInfo> regions = admin.getRegions(TABLE);
    move(admin, regions.get(0), servers.get(0));
    move(admin, regions.get(1), servers.get(1));
    move(admin, regions.get(2), servers.get(1));
    try (Cluster cluster = Cluster.connect(HBaseFixture.conf())) {
      TableProfile profile = TableProfile.begin(cluster, TABLE, 0);
      assertThat(profile.twin(false).servers().count()).isEqualTo(2);
      move(admin, regions.get(0), servers.get(1));
      Twin twin = profile.twin(false);
      assertThat(twin.servers().count()).isEqualTo(1);
      assertThat(twin.unknown().get("regions")).startsWith("regions opened again: 1");
    }
  }

  private static void move(Admin admin, RegionInfo region, ServerName to) throws Exception {
    admin.move(region.getEncodedNameAsBytes(), to);
    Waits.until(
        "the move",
        () ->
            admin.getRegions(to).stream()
                .anyMatch(one -> one.getEncodedName().equals(region.getEncodedName())));
  }

  private static void get(Table table, int count) {
    try {
      for (int i = 0; i < count; i++) {
        assertThat(table.get(new Get(key(i))).isEmpty()).isFalse();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "none"})
  void noStringOfTheFilesTellsAnything(String sample) throws Exception {
    Path out = dir.resolve("twin-" + sample);
    List<String> words =
        new ArrayList<>(
            List.of(
                "profile",
                "--table",
                TABLE.getNameAsString(),
                "--for",
                "10s",
                "--out",
                out.toString()));
    if (!sample.equals("none")) {
      words.addAll(List.of("--sample", sample));
    }
    Hbench.Result profile = Hbench.runOnCluster(HBaseFixture.conf(), words.toArray(String[]::new));
    assertThat(profile).hasExitCode(0);
    assertThat(profile.err()).contains("table " + TABLE + " is observed for 10s");
    assertThat(profile.out()).startsWith("hbench profile of a table over ");
    String json = Files.readString(out.resolve("twin.json"));
    List<String> strings = new ArrayList<>();
    collect(JsonParser.parseString(json), strings);
    assertThat(strings).hasSizeGreaterThan(30);
    strings.add(profile.out().replace(out.toString(), ""));
    strings.add(Files.readString(out.resolve("twin.html")));
    String host = InetAddress.getLocalHost().getHostName();
    for (String text : strings) {
      assertThat(text.toLowerCase(Locale.ROOT))
          .doesNotContain("secret", "clinic", "patients", "localhost", "127.0.0.1");
    }
    assertThat(json).doesNotContainPattern("(?i)\\b" + Pattern.quote(host) + "\\b");
  }

  @Test
  void aUserWithoutRightsLearnsTheLoadAndWhichRightTheRestNeeds() throws Exception {
    GuardedHBase.As user = hbase.as("mallory", dir.resolve("mallory"));
    String profile = "profile --for 10s --table " + TABLE + " --out " + dir.resolve("other");
    Hbench.Result sampled = user.run(profile + " --sample 100");
    assertThat(sampled.err())
        .contains("user 'mallory' lacks R on table 'secretns:secret-patients'");
    assertThat(sampled.exitCode()).isEqualTo(1);
    assertThat(user.run(profile)).hasExitCode(0);
    Twin twin = Twin.parse(Files.readString(dir.resolve("other").resolve("twin.json")));
    assertThat(twin.regions()).hasSize(3);
    // HBase's files are those of this process' user
    assertThat(twin.table().families()).hasSize(2).extracting(Family::settings).containsOnlyNulls();
    assertThat(twin.unknown())
        .containsEntry(
            "table",
            "the user lacks the right C on the table, by which the schema is read; families without"
                + " cells may be missing");
    hbase.grant("mallory", TABLE.getNameAsString(), Action.READ);
    assertThat(user.run(profile + "-2 --sample 100")).hasExitCode(0);
  }

  /** All strings of a file, and the names of its fields. */
  private static void collect(JsonElement json, List<String> strings) {
    if (json.isJsonObject()) {
      json.getAsJsonObject()
          .asMap()
          .forEach(
              (name, value) -> {
                strings.add(name);
                collect(value, strings);
              });
    } else if (json.isJsonArray()) {
      json.getAsJsonArray().forEach(value -> collect(value, strings));
    } else if (!json.isJsonNull() && json.getAsJsonPrimitive().isString()) {
      strings.add(json.getAsString());
    }
  }

  private static byte[] key(int row) {
    return bytes("secret-%d-%04d".formatted(row * 9 / ROWS + 1, row));
  }

  private static byte[] bytes(String text) {
    return Bytes.toBytes(text);
  }
}
