package io.hbench.json;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.util.Locale;

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

  private static GsonBuilder builder() {
    return new GsonBuilder().serializeNulls().registerTypeAdapterFactory(new Enums());
  }

  private static final class Enums implements TypeAdapterFactory {
    @Override
    public <T> TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
      return type.getRawType().isEnum() ? new Labels<T>(type.getRawType()).nullSafe() : null;
    }
  }

  private static final class Labels<T> extends TypeAdapter<T> {
    private final Class<? super T> type;

    Labels(Class<? super T> type) {
      this.type = type;
    }

    @Override
    public void write(JsonWriter out, T constant) throws IOException {
      out.value(label(constant));
    }

    @Override
    @SuppressWarnings("unchecked") // the constants of an enum are of its type
    public T read(JsonReader in) throws IOException {
      String label = in.nextString();
      for (Object constant : type.getEnumConstants()) {
        if (label(constant).equals(label)) {
          return (T) constant;
        }
      }
      return null;
    }

    private static String label(Object constant) {
      return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
