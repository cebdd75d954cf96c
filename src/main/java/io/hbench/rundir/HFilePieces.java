package io.hbench.rundir;

import io.hbench.data.KeyRange;
import io.hbench.data.RowSet;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * HFiles of a bulk load: a directory for each piece, named after its rows, with a directory for
 * each column family, and a list of the files that the task has written. A directory without the
 * prefix {@link #UNFINISHED} is complete. The region servers move the files away at the hand-over;
 * the directories stay.
 */
public final class HFilePieces {
  /** Prefix of the names of incomplete pieces. */
  public static final String UNFINISHED = "_";

  /** List of the HFiles of a piece, in lines of path and length. */
  private static final String FILES = UNFINISHED + "files";

  private HFilePieces() {}

  /** Lists the files of a piece in it, before it is published. */
  public static void seal(FileSystem fs, Path piece) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (FileStatus file : files(fs, piece)) {
      lines.append(line(file)).append('\n');
    }
    RunDirectory.create(fs, new Path(piece, FILES), lines.toString());
  }

  /**
   * The files of a piece that have not been handed over. Who may write into the directory could add
   * rows to the table with the rights of the user who loads.
   *
   * @param owner of the files that the tasks have written
   * @throws IOException naming a file that the task has not written
   */
  public static List<FileStatus> files(FileSystem fs, Path piece, String owner) throws IOException {
    List<FileStatus> files = files(fs, piece);
    Path list = new Path(piece, FILES);
    Set<String> lines;
    try (InputStream in = fs.open(list)) {
      check(fs.getFileStatus(list), owner, true);
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      lines = text.lines().collect(Collectors.toSet());
    } catch (FileNotFoundException e) {
      if (files.isEmpty()) {
        return files;
      }
      throw new IOException(
          piece + ": HFiles without a list of them: written by an older version of hbench", e);
    }
    for (FileStatus file : files) {
      check(file, owner, lines.contains(line(file)));
    }
    return files;
  }

  private static void check(FileStatus file, String owner, boolean listed) throws IOException {
    if (!file.getOwner().equals(owner) || !listed) {
      throw new IOException(
          "%s: %d bytes, of user %s: not what a task of this load has written"
              .formatted(file.getPath(), file.getLen(), file.getOwner()));
    }
  }

  private static List<FileStatus> files(FileSystem fs, Path piece) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    for (FileStatus family : fs.listStatus(piece, p -> !p.getName().equals(FILES))) {
      Arrays.stream(fs.listStatus(family.getPath()))
          .filter(FileStatus::isFile) // HBase splits files in a directory beside them
          .forEach(files::add);
    }
    return files;
  }

  private static String line(FileStatus file) {
    Path path = file.getPath();
    return path.getParent().getName() + "/" + path.getName() + " " + file.getLen();
  }

  /** Deletes the directory of all pieces if it has none. */
  public static void deleteEmpty(FileSystem fs, Path root) throws IOException {
    if (fs.exists(root) && fs.listStatus(root).length == 0) {
      fs.delete(root, false);
    }
  }

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

  /** Rows of the pieces whose files have all been handed over. */
  public static RowSet handedOver(FileSystem fs, Path root) throws IOException {
    RowSet rows = new RowSet();
    for (Path piece : all(fs, root)) {
      if (files(fs, piece).isEmpty()) {
        rows.add(RowSet.parse(piece.getName()));
      }
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
