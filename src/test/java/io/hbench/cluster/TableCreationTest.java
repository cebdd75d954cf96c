package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.hbench.kit.Fake;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.quotas.QuotaExceededException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableCreationTest {
  private static final TableName TABLE = TableName.valueOf("t1");
  private static final TableName LEFT =
      TableName.valueOf("t1_hbench_trial_00000000-0000-0000-0000-000000000001");

  private final List<TableName> tables = new ArrayList<>(List.of(LEFT));

  /** A master's coprocessor may refuse it, or another process drops the same table now. */
  @Test
  void anOldTrialThatCantBeDroppedStaysAndHoldsUpNothing() throws IOException {
    List<TableName> tried = new ArrayList<>();
    new TableCreation(admin(), descriptor(TABLE), new byte[0][], true).tryBeside(tried::add);
    assertThat(tried).hasSize(1);
    assertThat(tables).containsExactly(LEFT);
  }

  /** A trial beside the old table was one region, or one table, too many: HBase refused it. */
  @ParameterizedTest
  @CsvSource({"maxregions, 2", "maxtables, 1"})
  void aTableIsCreatedAgainInAFullNamespace(String limit, String max) {
    NamespaceDescriptor limits =
        NamespaceDescriptor.create("default")
            .addConfiguration("hbase.namespace.quota." + limit, max)
            .build();
    RegionInfo region = RegionInfoBuilder.newBuilder(TABLE).build();
    Admin full =
        Fake.fake(
            Admin.class,
            (method, args) ->
                switch (method) {
                  case "getNamespaceDescriptor" -> limits;
                  case "tableExists" -> args[0].equals(TableName.valueOf("hbase:quota"));
                  case "listTableNamesByNamespace" -> new TableName[] {TABLE};
                  case "getRegions" -> List.of(region, region);
                  case "listTableDescriptors" -> List.of();
                  case "createTable" -> throw new QuotaExceededException("no more");
                  default -> throw new UnsupportedOperationException(method);
                });
    TableCreation again = new TableCreation(full, descriptor(TABLE), new byte[1][], true);
    assertThatCode(() -> again.check(Optional.empty())).doesNotThrowAnyException();
  }

  private static TableDescriptor descriptor(TableName name) {
    TableMark mark = new TableMark("1", "default:t1", "c", Instant.EPOCH.toString(), "bob", "r");
    return TableDescriptorBuilder.newBuilder(name).setValue(TableMark.KEY, mark.toString()).build();
  }

  /** Of a master that lets nobody change the table that is left. */
  private Admin admin() {
    return (Admin)
        Proxy.newProxyInstance(
            Admin.class.getClassLoader(),
            new Class<?>[] {Admin.class},
            (proxy, method, args) ->
                switch (method.getName()) {
                  case "listTableDescriptors" -> List.of(descriptor(LEFT));
                  case "tableExists" -> tables.contains(args[0]);
                  case "isTableDisabled" -> false;
                  case "createTable" -> tables.add(((TableDescriptor) args[0]).getTableName());
                  case "disableTable" -> disable((TableName) args[0]);
                  case "deleteTable" -> tables.remove(args[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private static Object disable(TableName table) throws IOException {
    if (table.equals(LEFT)) {
      throw new AccessDeniedException("Insufficient permissions for user 'alice'");
    }
    return null;
  }
}
