package io.hbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;

class FailureTest {

  @Test
  void theKindIsTheCauseAndNotItsWrapper() {
    assertThat(
            Failure.of(
                    new CompletionException(
                        new RetriesExhaustedException(
                            "tired", new NotServingRegionException("r1"))))
                .kind())
        .isEqualTo("NotServingRegionException");
  }

  @Test
  void theKindOfAFailedScanIsTheExceptionOfItsScanner() {
    assertThat(Failure.of(new UncheckedIOException(new NotServingRegionException("r1"))).kind())
        .isEqualTo("NotServingRegionException");
  }

  /** It was SocketTimeoutException by the blocking client, and the cause by the other one. */
  @Test
  void theKindOfARequestThatRanOutOfRetriesIsItsLastCause() {
    Throwable end =
        new SocketTimeoutException("callTimeout=2000, callDuration=2100: busy")
            .initCause(new RegionTooBusyException("memstore"));
    assertThat(Failure.of(end).kind()).isEqualTo("RegionTooBusyException");
    assertThat(Failure.of(new SocketTimeoutException("2000 millis timeout")).kind())
        .isEqualTo("SocketTimeoutException");
  }

  @Test
  void theKindOfAFailedBatchIsItsFirstFailure() {
    assertThat(
            Failure.of(
                    new RetriesExhaustedWithDetailsException(
                        List.of(new RegionTooBusyException("memstore")),
                        List.of(new Put(new byte[] {1})),
                        List.of("rs1:16020")))
                .kind())
        .isEqualTo("RegionTooBusyException");
  }

  @Test
  void theKindOfARemoteExceptionIsTheExceptionOfTheServer() {
    assertThat(
            Failure.of(new RemoteException("org.apache.hadoop.hbase.CallQueueTooBigException", ""))
                .kind())
        .isEqualTo("CallQueueTooBigException");
  }

  @Test
  void aKindIsOneWord() {
    assertThat(Failure.of(new IOException("two words") {}).kind()).isEqualTo("IOException");
  }

  @Test
  void theRegionServerIsFoundInEveryFormatOfTheMessage() {
    assertThat(
            List.of(
                "Call to address=rs1.example.com:16020 failed on connection exception",
                "Call to address=rs1.example.com/10.0.0.1:16020 failed on local exception",
                "callDuration=60104: row 'r1' on table 't1' at region=t1,,1.abc.,"
                    + " hostname=rs1.example.com,16020,1700000000000, seqNum=2",
                "t1,,1.abc. is not online on rs1.example.com,16020,1700000000000"))
        .allSatisfy(
            message ->
                assertThat(Failure.of(new IOException("tired", new IOException(message))).server())
                    .isEqualTo("rs1.example.com:16020"));
    assertThat(Failure.of(new IOException("no server named")).server()).isNull();
  }

  /** HBase's message of a refused cell says what to change; those of servers have stack traces. */
  @Test
  void theMessageIsThatOfTheInnerExceptionInOneShortLine() {
    Throwable refused = new IllegalArgumentException("KeyValue size too large\n\tat Put.add");
    assertThat(Failure.of(new CompletionException(refused)).message())
        .isEqualTo("KeyValue size too large");
    assertThat(Failure.of(new IOException("x".repeat(1_000))).message()).hasSize(120);
    assertThat(Failure.of(new IOException()).message()).isNull();
  }
}
