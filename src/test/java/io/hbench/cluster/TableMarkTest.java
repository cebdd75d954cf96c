package io.hbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

class TableMarkTest {
  private static final TableName NAME = TableName.valueOf("t");
  private static final TableMark MARK =
      new TableMark(
          "1", "default:t", "cluster-1", "2026-01-31T10:15:00Z", "alice", "hdfs://nn/a run");

  @Test
  void aMarkIsThatOfOneTableOfOneCluster() {
    assertThat(MARK.fits(NAME, "cluster-1")).isTrue();
    assertThat(MARK.fits(NAME, "cluster-2")).isFalse();
    assertThat(MARK.fits(TableName.valueOf("t2"), "cluster-1")).isFalse();
    assertThat(MARK.fits(TableName.valueOf("n", "t"), "cluster-1")).isFalse();
  }

  @Test
  void otherTextsAreNoMarks() {
    assertThat(TableMark.of(table(MARK.toString()))).isEqualTo(Optional.of(MARK));
    assertThat(TableMark.of(table("version=1"))).isEmpty();
    assertThat(TableMark.of(table("more " + MARK))).isEmpty();
    assertThat(TableMark.of(TableDescriptorBuilder.newBuilder(NAME).build())).isEmpty();
  }

  @Test
  void theMarkOfAnOlderVersionHasNoKnownOwner() {
    String old = "version=1 table=default:t cluster=cluster-1 created=2026-01-31T10:15:00Z";
    assertThat(TableMark.of(table(old)).orElseThrow().user()).isEqualTo("unknown");
    assertThat(TableMark.of(table(old)).orElseThrow().fits(NAME, "cluster-1")).isTrue();
    assertThat(TableMark.of(table(old)).orElseThrow().describe(NAME))
        .isEqualTo("an older version of hbench created table t, and did not note for whom");
  }

  @Test
  void aMarkTellsWhetherItsTableIsOld() {
    Instant created = Instant.parse(MARK.created());
    Duration age = Duration.ofMinutes(10);
    assertThat(MARK.isOlder(age, created.plus(age))).isFalse();
    assertThat(MARK.isOlder(age, created.plus(age).plusSeconds(1))).isTrue();
    assertThat(MARK.at(created.plus(age)).isOlder(age, created.plus(age).plusSeconds(1))).isFalse();
    String damaged = MARK.toString().replace(MARK.created(), "lately");
    assertThat(
            TableMark.of(table(damaged))
                .orElseThrow()
                .isOlder(age, created.plus(age.multipliedBy(9))))
        .isFalse();
  }

  private static TableDescriptor table(String mark) {
    return TableDescriptorBuilder.newBuilder(NAME).setValue(TableMark.KEY, mark).build();
  }
}
