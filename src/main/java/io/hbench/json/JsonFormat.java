package io.hbench.json;

import com.google.gson.ExclusionStrategy;
import com.google.gson.FieldAttributes;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import com.google.gson.Strictness;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * The formats of JSON that hbench writes and reads. Fields that are null are written. An enum is
 * written as its name in lower case with hyphens; an unknown one is read as null.
 */
public final class JsonFormat {
  /** One line; {@code <} is escaped, so that no text ends the element of a page. */
  public static final Gson LINE = builder().create();

  /** Indented. Strict: hbench writes no NaN, and could not write one that it has read. */
  public static final Gson INDENTED =
      builder().setPrettyPrinting().disableHtmlEscaping().setStrictness(Strictness.STRICT).create();

  private JsonFormat() {}

  /** Reads the same without the fields of some names, at any depth: they are as if absent. */
  public static Gson without(Set<String> names) {
    return INDENTED
        .newBuilder()
        .addDeserializationExclusionStrategy(
            new ExclusionStrategy() {
              @Override
              public boolean shouldSkipField(FieldAttributes field) {
                return names.contains(field.getName());
              }

              @Override
              public boolean shouldSkipClass(Class<?> type) {
                return false;
              }
            })
        .create();
  }

  private static GsonBuilder builder() {
    return new GsonBuilder()
        .serializeNulls()
        .registerTypeHierarchyAdapter(
            Enum.class,
            (JsonSerializer<Enum<?>>)
                (constant, type, context) -> new JsonPrimitive(label(constant)))
        .registerTypeHierarchyAdapter(
            Enum.class,
            (JsonDeserializer<Enum<?>>) (json, type, context) -> constant((Class<?>) type, json));
  }

  private static Enum<?> constant(Class<?> type, JsonElement json) {
    if (!json.isJsonPrimitive()) {
      throw new JsonParseException("not a text: " + type.getSimpleName());
    }
    String label = json.getAsString();
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> (Enum<?>) constant)
        .filter(constant -> label(constant).equals(label))
        .findFirst()
        .orElse(null);
  }

  private static String label(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
