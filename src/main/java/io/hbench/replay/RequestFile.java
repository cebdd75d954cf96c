package io.hbench.replay;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.commons.lang3.function.FailableBiConsumer;
import org.apache.commons.lang3.function.FailableBiFunction;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;

/**
 * A file of requests in the order of their times: a SequenceFile of times (LongWritable) and texts
 * (Text), or CSV with the same columns.
 */
public record RequestFile(Configuration conf, Path path) {
  static final String HEADER = "time_us,operation,row,columns";
  private static final String CSV = ".csv";
  private static final byte[] MAGIC = {'S', 'E', 'Q'};

  /** Reads one request after the other. */
  public static final class Reader implements Closeable {
    private final Closeable file;
    private final FailableBiFunction<LongWritable, Text, Boolean, IOException> requests;
    private long number;
    private long last;

    /**
     * @param requests reads time and text of the next request; false after the last one
     */
    private Reader(
        Closeable file, FailableBiFunction<LongWritable, Text, Boolean, IOException> requests) {
      this.file = file;
      this.requests = requests;
    }

    /**
     * The next request, or null after the last one.
     *
     * @throws IllegalArgumentException with number and reason, if it is none
     */
    public RecordedRequest next() throws IOException {
      LongWritable micros = new LongWritable();
      Text text = new Text();
      number++;
      try {
        if (!requests.apply(micros, text)) {
          return null;
        }
        if (micros.get() < last) {
          throw new IllegalArgumentException("earlier than the request before");
        }
        last = micros.get();
        return RecordedRequest.parse(last, text.toString());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("request " + number + ": " + e.getMessage(), e);
      }
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Opens the file; it has the form that its first bytes say. */
  public Reader open() throws IOException {
    FSDataInputStream in = path.getFileSystem(conf).open(path);
    if (Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)) {
      in.close();
      return ofSequenceFile(new SequenceFile.Reader(conf, SequenceFile.Reader.file(path)));
    }
    in.seek(0);
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
    if (!HEADER.equals(lines.readLine())) {
      lines.close();
      throw new IllegalArgumentException("neither a SequenceFile nor a CSV of " + HEADER);
    }
    return ofLines(lines);
  }

  private static Reader ofSequenceFile(SequenceFile.Reader file) throws IOException {
    if (file.getKeyClass() != LongWritable.class || file.getValueClass() != Text.class) {
      file.close();
      throw new IllegalArgumentException("not a SequenceFile of LongWritable and Text");
    }
    return new Reader(file, file::next);
  }

  private static Reader ofLines(BufferedReader lines) {
    return new Reader(
        lines,
        (micros, text) -> {
          String line = lines.readLine();
          if (line == null) {
            return false;
          }
          int comma = line.indexOf(',');
          if (!line.substring(0, Math.max(0, comma)).matches("\\d{1,18}")) {
            throw new IllegalArgumentException("does not begin with microseconds");
          }
          micros.set(Long.parseLong(line.substring(0, comma)));
          text.set(line.substring(comma + 1));
          return true;
        });
  }

  /** Writes requests in the order of their times. */
  public record RequestWriter(
      Closeable file, FailableBiConsumer<LongWritable, Text, IOException> requests)
      implements Closeable {
    public void write(long micros, Text text) throws IOException {
      requests.accept(new LongWritable(micros), text);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  /** Creates the file, or replaces it: CSV if its name ends so, else a SequenceFile. */
  public RequestWriter create() throws IOException {
    if (path.getName().endsWith(CSV)) {
      Writer lines =
          new OutputStreamWriter(path.getFileSystem(conf).create(path), StandardCharsets.US_ASCII);
      lines.write(HEADER + "\n");
      return new RequestWriter(lines, (micros, text) -> lines.write(micros + "," + text + "\n"));
    }
    SequenceFile.Writer file =
        SequenceFile.createWriter(
            conf,
            SequenceFile.Writer.file(path),
            SequenceFile.Writer.keyClass(LongWritable.class),
            SequenceFile.Writer.valueClass(Text.class),
            SequenceFile.Writer.compression(SequenceFile.CompressionType.BLOCK));
    return new RequestWriter(file, (micros, text) -> file.append(micros, text));
  }
}
