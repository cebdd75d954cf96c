package io.hbench.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbench.op.Operations;
import io.hbench.replay.RecordedRequest.Column;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of a recorded request. */
class RecordedRequestTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "put,row1,f:a=100 f:b=0 g:=7",
        "put,\\x00\\x2C\\x20\\x5C\\xFF,f:\\x3A\\x3D=1",
        "delete,row1,f f:a f:b=1",
        "delete,row1,",
        "get,row1,f f:a",
        "get,row1,"
      })
  void aTextIsReadAndWrittenAsItIs(String text) {
    assertThat(RecordedRequest.parse(5, text).text()).isEqualTo(text);
  }

  @Test
  void everyByteOfAKeyHasAText() {
    byte[] all = new byte[256];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) i;
    }
    String row = new String(all, StandardCharsets.ISO_8859_1);
    RecordedRequest request =
        new RecordedRequest(7, Operations.PUT, row, List.of(new Column(row, row, 3)));

    assertThat(request.text()).matches("[!-~]+,[!-~]+,[!-~]+");
    assertThat(RecordedRequest.parse(7, request.text())).isEqualTo(request);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "put,row1|not an operation, a row and columns",
        "scan,row1,f:a|scan is none of [get, put, delete]",
        "put,,f:a=1|the row has 0 bytes",
        "put,row1,|a put without columns",
        "put,row1,f:a|'f:a' is not a column of a put",
        "put,row1,f=1|'f=1' is not a column of a put",
        "get,row1,f:a=1|'f:a=1' is not a column of a get",
        "delete,row1,f:a=2|'f:a=2' is not a column of a delete",
        "put,row1,f:a=x|'x' is not a number of bytes",
        "put,row1,f:a:b=1|'f:a:b=1' is not a column such as f:a=100",
        "get,a\\x1,|'a\\x1' has bytes that are not written as \\xNN",
        "get,a\\xg1,|'a\\xg1' has bytes that are not written as \\xNN",
        "get,a\\n,|'a\\n' has bytes that are not written as \\xNN",
        "get,ä,|'ä' has bytes that are not written as \\xNN",
        "get,\uFFFD,|'\uFFFD' has bytes that are not written as \\xNN",
        "get,\"user1\",|'\"user1\"' has bytes that are not written as \\xNN",
        "get,user1,f:\\x|'\\x' has bytes that are not written as \\xNN",
      })
  void whatIsNoRequestIsRefusedWithAReason(String text, String reason) {
    assertThatThrownBy(() -> RecordedRequest.parse(0, text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(reason);
  }

  /** Python's, and keys that have a colon. */
  @Test
  void aKeyThatCanBeReadInOneWayAloneIsTaken() {
    assertThat(RecordedRequest.parse(0, "get,a\\xfc\\xC3,").row()).isEqualTo("a\u00FC\u00C3");
    assertThat(RecordedRequest.parse(0, "get,user:1=a,").text()).isEqualTo("get,user\\x3A1\\x3Da,");
  }

  /** {@code printf row1 | sha256sum}. */
  @Test
  void aHashedRowIsTheStartOfItsSha256() {
    assertThat(RecordedRequest.parse(0, "get,row1,f").withHashedRow().text())
        .isEqualTo("get,33b8a4c2584fc9f1b6dbf8da314e807c,f");
  }
}
