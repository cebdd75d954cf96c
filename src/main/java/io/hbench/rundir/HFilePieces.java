package io.hbench.rundir;

import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * HFiles of a bulk load: a directory for each piece, named after its rows, with a directory for
 * each column family. A directory without the prefix {@link #UNFINISHED} is complete. The region
 * servers move the files away at the hand-over; the directories stay.
 */
public final class HFilePieces {
  /** Prefix of the names of incomplete pieces. */
  public static final String UNFINISHED = "_";

  private HFilePieces() {}

  /** Directory of a complete piece with the given rows. */
  public static Path named(Path root, KeyRange rows) {
    return new Path(root, RowSet.of(rows).toString());
  }

  /** Rows of all complete pieces. */
  public static RowSet written(FileSystem fs, Path root) throws IOException {
    RowSet rows = new RowSet();
    for (Path piece : all(fs, root)) {
      rows.add(RowSet.parse(piece.getName()));
    }
    return rows;
  }

  /** Directories of all complete pieces. */
  public static List<Path> all(FileSystem fs, Path root) throws IOException {
    try {
      return Arrays.stream(fs.listStatus(root, p -> !p.getName().startsWith(UNFINISHED)))
          .map(FileStatus::getPath)
          .toList();
    } catch (FileNotFoundException e) {
      return List.of(); // nothing was written
    }
  }
}
