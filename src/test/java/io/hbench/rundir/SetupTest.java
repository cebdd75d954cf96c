package io.hbench.rundir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SetupTest {
  @Test
  void ofArgumentsSwitchesAndNumbersAreKept() {
    Map<String, String> values =
        Setup.ofJvm(
            "25.392-b08 (Temurin)",
            Stream.of("ParNew", "ConcurrentMarkSweep"),
            Stream.of(
                "-Xmn2g",
                "-Xms /home/me",
                "-XX:+UseConcMarkSweepGC",
                "-XX:MaxDirectMemorySize=16g",
                "-XX:OnOutOfMemoryError=kill -9 %p",
                "-XX:HeapDumpPath=/home/me",
                "-Djavax.net.ssl.keyStorePassword=opensesame"),
            33_285_996_544L,
            "");
    assertThat(values)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "JDK", "8u392 (Temurin)",
                "GC", "ConcurrentMarkSweep+ParNew",
                "heap", "33300000000",
                "JVM flags", "-XX:+UseConcMarkSweepGC -XX:MaxDirectMemorySize=16g -Xmn2g"));
  }

  @Test
  void processesThatAreAlikeAreOneGroupAndTheMostFrequentOneIsTheFirst() {
    Map<String, String> few = Map.of("heap", "1");
    Map<String, String> many = Map.of("heap", "2");
    assertThat(Setup.grouped(Map.of("a", few, "c", many, "b", many)))
        .containsExactly(new Setup(List.of("b", "c"), many), new Setup(List.of("a"), few));
  }
}
