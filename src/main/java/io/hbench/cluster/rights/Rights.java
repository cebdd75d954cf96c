package io.hbench.cluster.rights;

import io.hbench.client.HBaseUser;
import io.hbench.client.MissingRight;
import io.hbench.settings.Settings;
import io.hbench.settings.UsageException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.hadoop.hbase.security.access.Permission.Action;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The rights of a user, as HBase's AccessController tells them to everybody about himself. Other
 * authorizers, such as Ranger's, have rules that HBase does not know: with them no right is taken
 * for missing, and the first request that is refused says so.
 *
 * <p>Limit: rights on single cells don't count.
 */
public record Rights(Admin admin, HBaseUser user) {
  private static final String ACCESS_CONTROLLER = "AccessController";

  /** Checks what a run needs on a table that there is. */
  public void check(
      TableName table, List<byte[]> families, List<byte[]> columns, List<NeededRight> needed)
      throws IOException {
    if (needed.isEmpty() || !isTold()) {
      return;
    }
    List<Boolean> whole =
        ask(
            needed.stream()
                .map(r -> r.onEverything() ? onEverything(r.action()) : onTable(table, r.action()))
                .toList());
    for (int i = 0; i < needed.size(); i++) {
      Action action = needed.get(i).action();
      if (!whole.get(i)) {
        Optional<MissingRight> missing =
            switch (action) {
              case CREATE -> missingCreate(table);
              case ADMIN ->
                  Optional.of(
                      needed.get(i).onEverything()
                          ? MissingRight.onEverything(user, (char) action.code())
                          : MissingRight.onTable(user, action, table));
              default -> missingInColumns(action, table, families, columns);
            };
        refuse(missing, needed.get(i).what());
      }
    }
  }

  /**
   * Checks that the user may create a table.
   *
   * @param drops whether a table of that name is dropped before
   */
  public void checkCreation(TableName table, boolean drops) throws IOException {
    if (!isTold()) {
      return;
    }
    if (drops) {
      refuse(missingCreate(table), Settings.RECREATE.flag());
    }
    String namespace = table.getNamespaceAsString();
    if (!any(
        Stream.of(Action.CREATE, Action.ADMIN)
            .map(a -> Permission.newBuilder(namespace).withActions(a).build())
            .toList())) {
      refuse(
          Optional.of(MissingRight.onNamespace(user, Action.CREATE, table)),
          "creating table '" + table + "'");
    }
  }

  private static void refuse(Optional<MissingRight> missing, String what) {
    missing.ifPresent(
        right -> {
          throw new UsageException(right.neededBy(what));
        });
  }

  private Optional<MissingRight> missingCreate(TableName table) throws IOException {
    return any(List.of(onTable(table, Action.CREATE), onTable(table, Action.ADMIN)))
        ? Optional.empty()
        : Optional.of(MissingRight.onTable(user, Action.CREATE, table));
  }

  /**
   * Looks for rights on families and columns. A row is written as a whole. Of a row that is read,
   * HBase may return a part, so any column is enough here, and the first read tells the rest.
   */
  private Optional<MissingRight> missingInColumns(
      Action action, TableName table, List<byte[]> families, List<byte[]> columns)
      throws IOException {
    List<String> without = new ArrayList<>();
    for (byte[] family : families) {
      List<Permission> all = new ArrayList<>();
      for (byte[] column : columns) {
        all.add(
            Permission.newBuilder(table)
                .withFamily(family)
                .withQualifier(column)
                .withActions(action)
                .build());
      }
      List<Boolean> answers = ask(all);
      if (action == Action.READ && answers.contains(true)) {
        return Optional.empty();
      }
      if (answers.contains(false)) {
        without.add(Bytes.toString(family));
      }
    }
    if (without.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        without.size() == families.size()
            ? MissingRight.onTable(user, action, table)
            : MissingRight.onFamily(user, action, table, without.get(0)));
  }

  private static Permission onEverything(Action action) {
    return Permission.newBuilder().withActions(action).build();
  }

  private static Permission onTable(TableName table, Action action) {
    return Permission.newBuilder(table).withActions(action).build();
  }

  private boolean any(List<Permission> permissions) throws IOException {
    return ask(permissions).contains(true);
  }

  /** Whether HBase itself decides on rights, and so can tell them. */
  private boolean isTold() throws IOException {
    return admin
        .getClusterMetrics(EnumSet.of(Option.MASTER_COPROCESSORS))
        .getMasterCoprocessorNames()
        .contains(ACCESS_CONTROLLER);
  }

  private List<Boolean> ask(List<Permission> permissions) throws IOException {
    try {
      return admin.hasUserPermissions(permissions);
    } catch (DoNotRetryIOException e) { // a server that does not know the question
      return permissions.stream().map(permission -> true).toList();
    }
  }
}
