package io.hbench.view;

import io.hbench.cli.MadeHistory;
import io.hbench.html.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/** {@code bin/dev screenshots}: pictures of pages. */
final class Screenshots {
  private static final int WIDTH = 1200;

  private Screenshots() {}

  /**
   * Takes the pictures.
   *
   * @param args directory for the pictures, then name, height and page of each picture; without
   *     these, the pictures of the documentation but report.png, from synthetic runs
   */
  public static void main(String[] args) throws Exception {
    Path to = Files.createDirectories(Path.of(args[0]));
    Path runs = Files.createTempDirectory("screenshots");
    try (Browser browser = new Browser()) {
      List<String> pictures = Stream.of(args).skip(1).toList();
      if (pictures.isEmpty()) {
        pictures =
            List.of(
                "compare",
                "1020",
                withRunPathsOfHdfs(MadeHistory.compare(runs), runs),
                "trend",
                "900",
                withRunPathsOfHdfs(MadeHistory.trend(runs), runs),
                "findmax",
                "800",
                MadeHistory.findmax(runs).toString());
      }
      for (int i = 0; i < pictures.size(); i += 3) {
        String name = pictures.get(i);
        browser.open(Path.of(pictures.get(i + 2)), WIDTH, name.endsWith("-dark"));
        Files.write(
            to.resolve(name + ".png"),
            browser.screenshot(WIDTH, Integer.parseInt(pictures.get(i + 1))));
      }
    } finally {
      FileUtils.deleteQuietly(runs.toFile());
    }
  }

  /** The page with paths of HDFS in place of local ones. */
  private static String withRunPathsOfHdfs(Path page, Path runs) throws IOException {
    Files.writeString(
        page, Files.readString(page).replace("file:" + runs, "hdfs://nn/user/me/hbench"));
    return page.toString();
  }
}
