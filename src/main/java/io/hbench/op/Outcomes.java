package io.hbench.op;

import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;

/** Counts what came back and what was written. */
final class Outcomes {
  private Outcomes() {}

  /** A row that was asked for by its key. */
  static Outcome read(Result row) {
    return row.isEmpty() ? new Outcome(0, 1, 0) : new Outcome(1, 0, bytes(row));
  }

  /** Rows that were asked for by their keys. */
  static Outcome read(List<Result> rows) {
    long empty = 0;
    long bytes = 0;
    for (Result row : rows) {
      if (row.isEmpty()) {
        empty++;
      }
      bytes += bytes(row);
    }
    return new Outcome(rows.size() - empty, empty, bytes);
  }

  /** A range of rows: one that holds none counts as one empty. */
  static Outcome scanned(List<Result> rows) {
    return rows.isEmpty() ? new Outcome(0, 1, 0) : read(rows);
  }

  static Outcome written(Mutation row) {
    return new Outcome(1, 0, bytes(row));
  }

  static Outcome written(List<? extends Mutation> rows) {
    long bytes = 0;
    for (Mutation row : rows) {
      bytes += bytes(row);
    }
    return new Outcome(rows.size(), 0, bytes);
  }

  private static long bytes(Result row) {
    long bytes = 0;
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        bytes += cell.getSerializedSize();
      }
    }
    return bytes;
  }

  private static long bytes(Mutation row) {
    long bytes = 0;
    for (List<Cell> cells : row.getFamilyCellMap().values()) {
      for (Cell cell : cells) {
        bytes += cell.getSerializedSize();
      }
    }
    return bytes;
  }
}
