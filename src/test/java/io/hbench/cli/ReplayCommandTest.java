package io.hbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.kit.Hbench;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code replay} and {@code record-wal} refuse before they look for a cluster. */
class ReplayCommandTest {
  @TempDir static Path dir;
  private String file;

  /** Two minutes, 100 requests in the busiest second. */
  @BeforeEach
  void record() throws IOException {
    StringBuilder requests = new StringBuilder("time_us,operation,row,columns\n");
    for (int i = 0; i < 100; i++) {
      requests.append(i * 1_000).append(",put,row").append(i).append(",f:a=100\n");
    }
    requests.append("119999999,get,row1,f\n");
    file = Files.writeString(dir.resolve("requests.csv"), requests).toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "replay|replay: the file of requests is missing; try replay requests.csv",
        "replay FILE two|replay two: a second file; leave it out",
        "replay none.csv|replay none.csv: does not exist at file:HERE/none.csv; try replay /tmp/",
        "replay DIR|replay DIR: DIR (Is a directory); try replay /tmp/requests.csv",
        "replay FILE --rows 5|--rows 5: not one of as-they-are, hashed; try --rows as-they-are",
        "replay FILE --speed 0x|--speed 0x: not a factor above 0 and up to 1000; try --speed 10x",
        "replay FILE --rate 5|--rate 5: replay sends the requests of its file; try replay"
            + " requests.csv --speed 10x",
        "replay FILE --keys zipfian|--keys zipfian: replay sends the requests of its file; try",
        "replay FILE --batch 7|--batch 7: replay sends the requests of its file; try",
        "replay FILE --in-flight-per-server 7|--in-flight-per-server 7: replay sends the",
        "run put --speed 2x|--speed 2x: needs a twin; try --like twin.json --speed 2x",
        "replay FILE --client blocking|--client blocking: a request would wait for those of other"
            + " rows; try --client async",
        "replay FILE --for 3m|--for 3m: not a part of the replay of 2m; try --for 2m",
        "replay FILE --for auto|--for auto: not a part of the replay of 2m; try --for 2m",
        "replay FILE --warmup 2m|--warmup 2m: not shorter than the replay of 2m; try --warmup 0s",
        "replay FILE --objective 'put.p99 < 5ms' --objective 'scan.p99 < 5ms'|--objective"
            + " 'scan.p99 < 5ms': the run has no operation scan; try --objective 'get.p99 < 5ms'",
        "replay FILE --tasks 2 -D hbench.max.tasks=1|--tasks 2: this site allows at most 1",
        "replay FILE -D hbench.max.write.bytes=1k|replay file:FILE: writes 12,690 bytes, and this site"
            + " allows 1,000 (hbench.max.write.bytes); try replay requests.csv",
        "record-wal|record-wal: needs directories of WALs, --table and --out; try record-wal"
            + " /hbase/oldWALs --table t1 --out /tmp/requests",
        "record-wal DIR --table a/b --out f|--table a/b: not a table name; try --table t1",
        "record-wal none --table t1 --out f|record-wal none: does not exist; try record-wal",
        "record-wal DIR --table t1 --out FILE|--out FILE: exists already; try --out /tmp/requests2",
        "record-wal EMPTY --table t1 --out DIR/r|--table t1: the WALs have no put or delete of it",
      })
  void whatCannotBeDoneIsRefusedInOneLine(String words, String line) throws IOException {
    Files.createDirectories(dir.resolve("empty"));
    String here =
        words
            .replace("FILE", file)
            .replace("EMPTY", dir.resolve("empty").toString())
            .replace("DIR", dir.toString());
    Hbench hbench = new Hbench(dir);
    assertThat(hbench.run(here)).hasExitCode(2);
    String expected =
        line.replace("FILE", file)
            .replace("DIR", dir.toString())
            .replace("HERE", System.getProperty("user.dir"));
    assertThat(hbench.last().err()).contains(expected).hasLineCount(1);
  }

  /** Its plan says what the file was, or what somebody wrote. */
  @Test
  void theFileOfAPlanIsReadAgain() {
    String recorded =
        "{'file':'file:%s','rows':'as-they-are','requests':{'put':1},'micros':1,'peak':1,"
                .formatted(file)
            + "'families':['f'],'bytes':1,'largestRequest':1,'largestCell':1}";
    Hbench.Result run =
        new Hbench(dir)
            .run(
                "run -D hbench.command=replay -D hbench.client=async -D hbench.max.write.bytes=1k"
                    + " -D hbench.recorded="
                    + recorded.replace('\'', '"'));
    assertThat(run).hasExitCode(2);
    assertThat(run.err()).contains("writes 12,690 bytes, and this site allows 1,000");
  }

  @Test
  void aSiteLimitsTheBusiestSecondOfTheReplay() {
    Configuration site = new Configuration(false);
    site.set("hbench.max.rate", "500");
    Hbench hbench = Hbench.ofSite(site, dir);

    assertThat(hbench.run("replay " + file + " --speed 10x")).hasExitCode(2);
    assertThat(hbench.last().err())
        .isEqualTo(
            "hbench: --speed 10x: up to 1,000 requests in a second, and this site allows at most"
                + " 500 (hbench.max.rate); try --speed 5x\n");
    site.set("hbench.max.rate", "2k");
    hbench = Hbench.ofSite(site, dir.resolve("faster"));
    assertThat(hbench.run("replay " + file + " --speed 100x")).hasExitCode(2);
    assertThat(hbench.last().err()).endsWith("try --speed 20x\n");
  }
}
