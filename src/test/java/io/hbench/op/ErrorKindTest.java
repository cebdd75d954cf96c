package io.hbench.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.ipc.RemoteException;
import org.junit.jupiter.api.Test;

class ErrorKindTest {

  @Test
  void theExceptionThatMattersIsNamedAndNotItsWrapper() {
    assertThat(
            ErrorKind.of(
                new CompletionException(
                    new RetriesExhaustedException("tired", new NotServingRegionException("r1")))))
        .isEqualTo("NotServingRegionException");
  }

  @Test
  void aFailedScanIsNamedAfterWhatItsScannerMet() {
    assertThat(ErrorKind.of(new UncheckedIOException(new NotServingRegionException("r1"))))
        .isEqualTo("NotServingRegionException");
  }

  @Test
  void aFailedBatchIsNamedAfterItsFirstFailure() {
    assertThat(
            ErrorKind.of(
                new RetriesExhaustedWithDetailsException(
                    List.of(new RegionTooBusyException("memstore")),
                    List.of(new Put(new byte[] {1})),
                    List.of("rs1:16020"))))
        .isEqualTo("RegionTooBusyException");
  }

  @Test
  void aRemoteExceptionIsNamedAfterWhatTheServerThrew() {
    assertThat(
            ErrorKind.of(
                new RemoteException("org.apache.hadoop.hbase.CallQueueTooBigException", "")))
        .isEqualTo("CallQueueTooBigException");
  }

  @Test
  void aKindIsOneWord() {
    assertThat(ErrorKind.of(new IOException("two words") {})).isEqualTo("IOException");
  }
}
