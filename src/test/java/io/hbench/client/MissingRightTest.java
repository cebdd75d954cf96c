package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;

class MissingRightTest {
  private static final TableName TABLE = TableName.valueOf("t1");
  private static final String WRITE =
      "Insufficient permissions (user=alice@EXAMPLE.COM, scope=default:t1, family=info0:0,"
          + " params=[table=default:t1,family=info0:0],action=WRITE)";

  @Test
  void theServersOwnWordsSayWhichRightItIs() throws IOException {
    String user = User.getCurrent().getShortName();
    assertThat(line(new AccessDeniedException(WRITE)))
        .contains(
            "user '%s' lacks W on table 't1', which put needs; grant it: grant '%s', 'W', 't1'"
                .formatted(user, user));
    assertThat(
            line(
                new AccessDeniedException(
                    "Insufficient permissions for user 'alice' (table=t1, action=READ)")))
        .hasValueSatisfying(text -> assertThat(text).contains("lacks R on table 't1'"));
    assertThat(
            line(
                new AccessDeniedException(
                    "Insufficient permissions for user 'alice' (global, action=ADMIN)")))
        .contains(
            "user '%s' lacks A on everything, which put needs; grant it: grant '%s', 'A'"
                .formatted(user, user));
  }

  @Test
  void wrappersOfTheClientsAreOpened() {
    AccessDeniedException denied = new AccessDeniedException(WRITE);
    List<Exception> wrapped =
        List.of(
            new CompletionException(denied),
            new IOException(new RemoteException(denied.getClass().getName(), WRITE)),
            new RetriesExhaustedWithDetailsException(
                List.of(denied), List.of(new Put(new byte[] {1})), List.of("host:16020")));
    for (Exception failure : wrapped) {
      assertThat(line(failure))
          .as(failure.toString())
          .hasValueSatisfying(text -> assertThat(text).contains("lacks W on table 't1'"));
    }
  }

  @Test
  void anAuthorizerWithWordsOfItsOwnIsNamedWithoutAnyRight() throws IOException {
    assertThat(line(new AccessDeniedException("Insufficient permissions for user 'alice',put")))
        .contains(
            "HBase denies user '%s' on table 't1' what put needs; ask for that right"
                .formatted(User.getCurrent().getShortName()));
  }

  @Test
  void otherFailuresAreNone() {
    assertThat(line(new NotServingRegionException(WRITE))).isEmpty();
  }

  private static Optional<String> line(Throwable failure) {
    return MissingRight.of(failure, HBaseUser.SUBMITTER, TABLE).map(right -> right.neededBy("put"));
  }
}
