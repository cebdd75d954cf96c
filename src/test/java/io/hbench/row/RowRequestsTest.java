package io.hbench.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbench.data.KeyFormat;
import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import io.hbench.data.ScanLengths;
import io.hbench.data.ValueBytes;
import io.hbench.data.ValueLengths;
import io.hbench.kit.Chance;
import io.hbench.verify.Defect;
import io.hbench.verify.ExpectedRows;
import io.hbench.verify.RowVerifier;
import io.hbench.verify.VerificationResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PrivateCellUtil;
import org.apache.hadoop.hbase.Tag;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan.ReadType;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowRequestsTest {
  private static final int COLUMNS = 5;

  @Test
  void aPutHasTheFamiliesAndColumnsOfTheLayout() {
    List<String> names = new ArrayList<>();
    for (List<Cell> cells :
        requests(ColumnChoice.ALL).writes().newRow(7).getFamilyCellMap().values()) {
      cells.forEach(c -> names.add(family(c) + ":" + column(c)));
    }
    assertThat(names)
        .containsExactly(
            "a:field0",
            "a:field1",
            "a:field2",
            "a:field3",
            "a:field4",
            "b:field0",
            "b:field1",
            "b:field2",
            "b:field3",
            "b:field4");
  }

  @Test
  void oneColumnIsUniformlyChosenAndHasTheValueOfTheWholeRow() {
    RowRequests requests = requests(ColumnChoice.ONE).forThread(3);
    Put whole = requests.writes().newRow(7);
    assertThat(whole.size()).isEqualTo(2 * COLUMNS);
    long[] puts = new long[2 * COLUMNS];
    long[] gets = new long[2 * COLUMNS];
    for (int i = 0; i < 10_000; i++) {
      Put put = requests.writes().put(7);
      assertThat(put.size()).isEqualTo(1);
      Cell cell = put.getFamilyCellMap().firstEntry().getValue().get(0);
      Cell same = whole.get(CellUtil.cloneFamily(cell), CellUtil.cloneQualifier(cell)).get(0);
      assertThat(CellUtil.matchingValue(cell, same)).isTrue();
      puts[place(family(cell), column(cell))]++;
      Get get = requests.reads().get(7);
      var read = get.getFamilyMap().entrySet().iterator().next();
      assertThat(get.numFamilies()).isEqualTo(1);
      assertThat(read.getValue()).hasSize(1);
      gets[place(Bytes.toString(read.getKey()), Bytes.toString(read.getValue().first()))]++;
    }
    double[] equal = new double[2 * COLUMNS];
    Arrays.fill(equal, 1);
    assertThat(new ChiSquareTest().chiSquareTest(equal, puts)).isGreaterThan(Chance.ONCE);
    assertThat(new ChiSquareTest().chiSquareTest(equal, gets)).isGreaterThan(Chance.ONCE);
  }

  /** Against HBase's own constructor, which copies a row, a column, a value and tags. */
  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void aCellHasTheBytesThatHBaseWouldMakeOfItsParts(int tags) {
    Put put = requests(ColumnChoice.ALL, tags).writes().newRow(7);
    assertThat(put.size()).isEqualTo(2 * COLUMNS);
    for (List<Cell> cells : put.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        List<Tag> ofCell = new ArrayList<>();
        PrivateCellUtil.tagsIterator(cell).forEachRemaining(ofCell::add);
        assertThat(ofCell)
            .hasSize(tags)
            .allMatch(tag -> tag.getType() >= Tag.CUSTOM_TAG_TYPE_RANGE); // not HBase's own
        KeyValue copied =
            new KeyValue(
                put.getRow(),
                CellUtil.cloneFamily(cell),
                CellUtil.cloneQualifier(cell),
                HConstants.LATEST_TIMESTAMP,
                KeyValue.Type.Put,
                CellUtil.cloneValue(cell),
                ofCell);
        assertThat(((KeyValue) cell).getBuffer()).isEqualTo(copied.getBuffer());
        assertThat(cell.getValueLength()).isEqualTo(20);
      }
    }
  }

  @Test
  void theSameSeedChoosesTheSameColumns() {
    assertThat(choices(1)).isEqualTo(choices(1)).isNotEqualTo(choices(2));
  }

  private static List<String> choices(long seed) {
    RowRequests requests = requests(ColumnChoice.ONE).forThread(seed);
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      var read = requests.reads().get(i).getFamilyMap().entrySet().iterator().next();
      chosen.add(Bytes.toString(read.getKey()) + Bytes.toString(read.getValue().first()));
      chosen.add(
          column(requests.writes().put(i).getFamilyCellMap().firstEntry().getValue().get(0)));
    }
    return chosen;
  }

  private static String family(Cell cell) {
    return Bytes.toString(CellUtil.cloneFamily(cell));
  }

  private static String column(Cell cell) {
    return Bytes.toString(CellUtil.cloneQualifier(cell));
  }

  private static int place(String family, String column) {
    return (family.equals("a") ? 0 : COLUMNS) + column.charAt(5) - '0';
  }

  /** The whole scan failed, which the server had answered. */
  @Test
  void aForeignKeyAmongTheRowsOfAScanIsUnexpected() {
    RowRequests requests = requests(ColumnChoice.ALL);
    RowVerifier known = requests.reads().outcomes().verifier();
    KeyRange rows = KeyRange.ofRows(10);
    RowVerifier verifier =
        new RowVerifier(
            known.keys(),
            known.families(),
            known.columns(),
            known.values(),
            new ExpectedRows(rows, RowSet.of(rows), 0, 1));
    List<Cell> cells = new ArrayList<>();
    requests.writes().newRow(7).getFamilyCellMap().values().forEach(cells::addAll);
    Cell foreign =
        new KeyValue(Bytes.toBytes("0x"), Bytes.toBytes("a"), Bytes.toBytes("q"), new byte[1]);
    VerificationResult result =
        verifier.sample(
            List.of(Result.create(List.of(foreign)), Result.create(cells)),
            row -> verifier.keys().row(row.getRow()));
    assertThat(result.correct()).isEqualTo(1);
    assertThat(result.count(Defect.UNEXPECTED)).isEqualTo(1);
  }

  private static RowRequests requests(ColumnChoice columns) {
    return requests(columns, 0);
  }

  private static RowRequests requests(ColumnChoice columns, int tags) {
    return RowRequests.of(
        KeyFormat.parse("{row:26}"),
        new CellLayout(
            List.of("a", "b"),
            COLUMNS,
            "field",
            20,
            0,
            ValueLengths.FIXED,
            Optional.empty(),
            ValueBytes.RANDOM,
            1,
            tags,
            0),
        new ReadOptions(false, false, columns, false, Consistency.STRONG, -1),
        new ScanOptions(10, ScanLengths.FIXED, 10, false, true, ReadType.DEFAULT),
        new WriteOptions(Durability.USE_DEFAULT, 0, columns),
        1,
        0,
        Map.of(),
        new ExpectedRows(KeyRange.ofRows(10), RowSet.of(KeyRange.ofRows(10)), 0, 0));
  }
}
