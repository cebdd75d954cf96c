package io.hbench.kit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.hbench.json.JsonFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.lang3.StringUtils;
import org.assertj.core.api.AssertProvider;

/**
 * A value of a JSON document. Methods take the path of a part, such as {@code
 * operations.0.service.p99.9}: names and indexes, with a dot between them; names may have dots. A
 * part that is missing or of another type is an {@link AssertionError} with path and value.
 */
public final class Json implements AssertProvider<ReportAssert> {
  private static final int MAX_SHOWN = 2_000;

  private final String place;
  private final JsonElement value;

  private Json(String place, JsonElement value) {
    this.place = place;
    this.value = value;
  }

  public static Json parse(String text) {
    return of(JsonParser.parseString(text));
  }

  public static Json of(JsonElement value) {
    return new Json("", value);
  }

  public static Json read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes a file, which may be one of Hadoop's local file system with its checksum. */
  public static void edit(Path file, Consumer<Json> change) throws IOException {
    Json document = read(file);
    change.accept(document);
    Files.deleteIfExists(file.resolveSibling("." + file.getFileName() + ".crc"));
    document.write(file);
  }

  public void write(Path file) throws IOException {
    Files.writeString(file, value.toString());
  }

  /** Sets a text, a number, a truth value, {@link Json} or null in this document. */
  public Json set(String path, Object value) {
    return change(path, (parent, name) -> parent.add(name, tree(value)));
  }

  private static JsonElement tree(Object value) {
    return value instanceof Json json ? json.value : JsonFormat.LINE.toJsonTree(value);
  }

  public Json remove(String path) {
    return change(path, JsonObject::remove);
  }

  private Json change(String path, BiConsumer<JsonObject, String> change) {
    if (has(path) || !path.contains(".")) {
      change.accept(as("an object", JsonElement::getAsJsonObject), path);
    } else {
      String name = nameIn(path);
      at(name).change(path.substring(name.length() + 1), change);
    }
    return this;
  }

  public Json at(String path) {
    Json here = this;
    String left = path;
    while (!left.isEmpty()) {
      String name = here.nameIn(left);
      JsonElement part =
          here.value instanceof JsonArray array
              ? array.get(Integer.parseInt(name))
              : here.value.getAsJsonObject().get(name);
      here = new Json(here.place.isEmpty() ? name : here.place + "." + name, part);
      left = left.substring(Math.min(left.length(), name.length() + 1));
    }
    return here;
  }

  /** The longest beginning of a path that names a part. */
  private String nameIn(String path) {
    for (int end = path.length(); end > 0; end = path.lastIndexOf('.', end - 1)) {
      String name = path.substring(0, end);
      if (has(name)) {
        return name;
      }
    }
    throw new AssertionError("no '%s' in %s".formatted(path, described()));
  }

  private boolean has(String name) {
    return value instanceof JsonObject object
        ? object.has(name)
        : value instanceof JsonArray array
            && name.matches("[0-9]{1,9}")
            && Integer.parseInt(name) < array.size();
  }

  public double number(String path) {
    return at(path).as("a number", JsonElement::getAsDouble);
  }

  /** A number without a fraction. */
  public long count(String path) {
    return at(path).as("a whole number", e -> e.getAsBigDecimal().longValueExact());
  }

  /** A text, or a number or truth value as it is in the document. */
  public String text(String path) {
    return at(path).as("a text", JsonElement::getAsString);
  }

  public boolean isNull(String path) {
    return at(path).is(null);
  }

  public List<Json> list(String path) {
    int size = at(path).as("a list", JsonElement::getAsJsonArray).size();
    String parent = path.isEmpty() ? "" : path + ".";
    return IntStream.range(0, size).mapToObj(i -> at(parent + i)).toList();
  }

  public List<String> texts(String path) {
    return list(path).stream().map(part -> part.text("")).toList();
  }

  public Set<String> names(String path) {
    return at(path).as("an object", e -> e.getAsJsonObject().keySet());
  }

  /** An operation of a report. */
  public Json operation(String name) {
    return list("operations").stream()
        .filter(operation -> operation.text("operation").equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no operation %s: %s".formatted(name, described())));
  }

  /** The value by one of Gson's conversions. */
  private <T> T as(String what, Function<JsonElement, T> conversion) {
    try {
      return conversion.apply(value);
    } catch (RuntimeException e) { // Gson throws four types
      throw new AssertionError("not %s: %s".formatted(what, described()), e);
    }
  }

  boolean is(Object expected) {
    return value.equals(tree(expected));
  }

  /** Path and value, for messages. */
  String described() {
    return (place.isEmpty() ? "" : place + ": ") + StringUtils.abbreviate(toString(), MAX_SHOWN);
  }

  @Override
  public ReportAssert assertThat() {
    return new ReportAssert(this);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Json json && json.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
