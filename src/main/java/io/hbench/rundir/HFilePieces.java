package io.hbench.rundir;

import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The HFiles of a bulk load: a directory for each piece, named after the rows in it, and in it one
 * for each family. A piece is complete, or it is not there. Its files are gone when the servers
 * have taken them; the directories stay.
 */
public final class HFilePieces {
  /** How the name of something begins that is not complete. */
  public static final String UNFINISHED = "_";

  private HFilePieces() {}

  public static Path named(Path root, KeyRange rows) {
    return new Path(root, RowSet.of(rows).toString());
  }

  /** The rows whose pieces are complete. */
  public static RowSet written(FileSystem fs, Path root) throws IOException {
    RowSet rows = new RowSet();
    for (Path piece : all(fs, root)) {
      rows.add(RowSet.parse(piece.getName()));
    }
    return rows;
  }

  /** Complete pieces; each holds a directory for each family, with HFiles. */
  public static List<Path> all(FileSystem fs, Path root) throws IOException {
    List<Path> pieces = new ArrayList<>();
    try {
      for (FileStatus piece : fs.listStatus(root, p -> !p.getName().startsWith(UNFINISHED))) {
        pieces.add(piece.getPath());
      }
    } catch (FileNotFoundException e) {
      // nothing was written
    }
    return pieces;
  }
}
