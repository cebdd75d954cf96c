package io.hbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of the documentation with parts that are made from the code. */
public record MarkedPage(Path path) {
  /**
   * The part between {@code <!-- name: … -->} and the next {@code <!-- end -->} is the text. With
   * {@code -Dreadme.update} it is written instead.
   */
  public void holds(String name, String text) throws IOException {
    String page = Files.readString(path);
    Matcher block =
        Pattern.compile("(<!-- " + name + ":[^\n]*-->\n)(.*?)(<!-- end -->)", Pattern.DOTALL)
            .matcher(page);
    assertThat(block.find()).isTrue();
    if (System.getProperty("readme.update") != null) {
      Files.writeString(
          path, page.substring(0, block.end(1)) + text + page.substring(block.start(3)));
    } else {
      assertThat(block.group(2)).isEqualTo(text);
    }
  }
}
