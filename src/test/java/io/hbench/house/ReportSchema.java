package io.hbench.house;

import com.github.javaparser.ParserConfiguration.LanguageLevel;
import com.github.javaparser.StaticJavaParser;
import com.github.javaparser.ast.body.RecordDeclaration;
import com.github.javaparser.javadoc.Javadoc;
import com.github.javaparser.javadoc.JavadocBlockTag;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.annotations.SerializedName;
import io.hbench.json.JsonFormat;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The JSON Schema (draft 2020-12) of a file such as {@code report.json}, made from the records that
 * Gson writes: types by reflection, descriptions from their javadoc. A field may be null if it is a
 * boxed number, or if its {@code @param} says so; without one, if the record's own description
 * does.
 */
final class ReportSchema {
  private static final Pattern MAY_BE_NULL = Pattern.compile("\\bnull\\b|\\blikewise\\b");

  private final Map<String, JsonObject> definitions = new TreeMap<>();
  private final Map<Class<?>, String> names = new HashMap<>();

  private ReportSchema() {}

  /**
   * The schema of a file.
   *
   * @param file the record of its whole
   * @param name that it has in its field {@code schema}: {@code hbench.report/2}
   */
  static JsonObject of(Class<?> file, String name) throws IOException {
    ReportSchema schemas = new ReportSchema();
    JsonObject root = new JsonObject();
    root.addProperty("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.addProperty("$id", "urn:" + name.replaceAll("[./]", ":"));
    root.addProperty("title", name);
    schemas.object(file).asMap().forEach(root::add);
    JsonObject constant = new JsonObject();
    constant.addProperty("const", name);
    root.getAsJsonObject("properties").add("schema", constant);
    JsonObject definitions = new JsonObject();
    schemas.definitions.forEach(definitions::add);
    root.add("$defs", definitions);
    return root;
  }

  private JsonObject object(Class<?> type) throws IOException {
    Javadoc doc = doc(type);
    JsonObject properties = new JsonObject();
    JsonArray required = new JsonArray();
    for (RecordComponent component : type.getRecordComponents()) {
      String name = name(type, component);
      properties.add(name, property(doc, component));
      required.add(name);
    }
    JsonObject schema = new JsonObject();
    schema.addProperty("description", text(doc.getDescription().toText()));
    schema.addProperty("type", "object");
    schema.add("properties", properties);
    schema.add("required", required); // null is written, too
    return schema;
  }

  private JsonObject property(Javadoc doc, RecordComponent component) throws IOException {
    Optional<String> param =
        doc.getBlockTags().stream()
            .filter(tag -> tag.getType() == JavadocBlockTag.Type.PARAM)
            .filter(tag -> tag.getName().filter(component.getName()::equals).isPresent())
            .map(tag -> tag.getContent().toText())
            .findFirst();
    JsonObject schema = schema(component.getGenericType());
    if (mayBeNull(component, doc.getDescription().toText(), param)) {
      schema = orNull(schema);
    }
    if (param.filter(text -> text.contains("ISO 8601")).isPresent()) {
      schema.addProperty("format", "date-time");
    }
    if (param.isPresent()) {
      schema.addProperty("description", text(param.get()));
    }
    return schema;
  }

  private static boolean mayBeNull(
      RecordComponent component, String record, Optional<String> param) {
    if (component.getType().isPrimitive()) {
      return false;
    }
    if (Number.class.isAssignableFrom(component.getType())) {
      return true;
    }
    boolean namesOthers =
        Arrays.stream(component.getDeclaringRecord().getRecordComponents())
            .anyMatch(c -> record.contains("{@code " + c.getName() + "}"));
    boolean named = record.contains("{@code " + component.getName() + "}");
    return MAY_BE_NULL.matcher(param.orElse(named || !namesOthers ? record : "")).find();
  }

  private JsonObject schema(Type type) throws IOException {
    JsonObject schema = new JsonObject();
    if (type instanceof ParameterizedType generic) {
      List<Type> arguments = List.of(generic.getActualTypeArguments());
      boolean list = generic.getRawType() == List.class;
      schema.addProperty("type", list ? "array" : "object");
      schema.add(
          list ? "items" : "additionalProperties", schema(arguments.get(arguments.size() - 1)));
      return schema;
    }
    Class<?> c = (Class<?>) type;
    if (c.isRecord()) {
      String name = names.computeIfAbsent(c, this::name);
      if (definitions.putIfAbsent(name, schema) == null) {
        definitions.put(name, object(c));
      }
      JsonObject reference = new JsonObject();
      reference.addProperty("$ref", "#/$defs/" + name);
      return reference;
    }
    if (c.isEnum()) {
      JsonArray values = new JsonArray();
      Arrays.stream(c.getEnumConstants()).map(JsonFormat.LINE::toJsonTree).forEach(values::add);
      schema.add("enum", values);
      return schema;
    }
    schema.addProperty(
        "type",
        c == String.class
            ? "string"
            : List.of(boolean.class, Boolean.class).contains(c)
                ? "boolean"
                : List.of(double.class, Double.class).contains(c) ? "number" : "integer");
    return schema;
  }

  private static JsonObject orNull(JsonObject schema) {
    JsonObject either = schema.deepCopy();
    JsonElement type = either.remove("type");
    if (type == null) {
      JsonArray both = new JsonArray();
      JsonObject none = new JsonObject();
      none.addProperty("type", "null");
      both.add(schema);
      both.add(none);
      either = new JsonObject();
      either.add("anyOf", both);
      return either;
    }
    JsonArray both = new JsonArray();
    both.add(type);
    both.add("null");
    either.add("type", both);
    return either;
  }

  /** A name that no other record has: several have a Server. */
  private String name(Class<?> type) {
    String name = type.getSimpleName();
    return names.containsValue(name) ? type.getEnclosingClass().getSimpleName() + name : name;
  }

  /** What Gson calls it. */
  private static String name(Class<?> type, RecordComponent component) {
    try {
      SerializedName name =
          type.getDeclaredField(component.getName()).getAnnotation(SerializedName.class);
      return name == null ? component.getName() : name.value();
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Javadoc doc(Class<?> type) throws IOException {
    StaticJavaParser.getParserConfiguration().setLanguageLevel(LanguageLevel.JAVA_17);
    String file = type.getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java";
    return StaticJavaParser.parse(Path.of("src/main/java", file))
        .findFirst(RecordDeclaration.class, r -> r.getNameAsString().equals(type.getSimpleName()))
        .flatMap(RecordDeclaration::getJavadoc)
        .orElseThrow(() -> new IllegalStateException(type + " has no javadoc"));
  }

  private static String text(String javadoc) {
    return javadoc
        .replaceAll("\\{@\\w+ ([^}]*)}", "$1")
        .replaceAll("</?\\w+>", "")
        .replaceAll("\\s+", " ")
        .trim();
  }
}
