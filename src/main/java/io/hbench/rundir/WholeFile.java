package io.hbench.rundir;

import static io.hbench.figure.Format.format;

import com.google.gson.Gson;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reader of a file that is read as a whole, and that may be damaged or somebody else's: limited in
 * size, and every error names the file.
 */
record WholeFile(FileSystem fs, Path file) {
  /** Maximum size in bytes. */
  private static final long MAX_LENGTH = 256L << 20;

  /** Reads JSON; null for an empty file. */
  <T> T json(Gson json, Class<T> type) throws IOException {
    try (InputStreamReader text = new InputStreamReader(open(), StandardCharsets.UTF_8)) {
      return json.fromJson(text, type);
    } catch (RuntimeException e) { // not only of Gson: records check their parts
      throw damaged(e);
    }
  }

  /**
   * Reads settings, without any defaults. The file brings in no other file, and nothing of the
   * environment and the JVM of the reader.
   */
  Configuration settings() throws IOException {
    try (InputStream in = open()) {
      return settings(in);
    }
  }

  /**
   * Reads settings in the same way, and asks the NameNode once: without the length. Empty if the
   * file does not exist.
   */
  Optional<Configuration> published() throws IOException {
    try (InputStream in = fs.open(file)) {
      return Optional.of(settings(in));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private Configuration settings(InputStream in) throws IOException {
    Configuration settings = new Configuration(false);
    settings.setRestrictSystemProperties(true);
    try {
      settings.addResource(in, file.toString(), true);
      settings.size(); // reads it now
      return settings;
    } catch (RuntimeException e) {
      throw damaged(e);
    }
  }

  private InputStream open() throws IOException {
    long length = fs.getFileStatus(file).getLen();
    if (length > MAX_LENGTH) {
      throw new IOException(
          format(
              "%s is damaged: %,d bytes, and no such file has more than %,d",
              file, length, MAX_LENGTH));
    }
    return fs.open(file);
  }

  /** The error of wrong content; the causes of a library's error name the reason. */
  private IOException damaged(RuntimeException e) {
    Throwable reason = Objects.requireNonNullElse(ExceptionUtils.getRootCause(e), e);
    return new IOException(file + " is damaged: " + FailureText.of(reason), e);
  }
}
