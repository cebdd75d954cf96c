package io.hbench.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.commons.lang3.Validate;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * What the user has agreed to, by name: {@code --yes=t1,servers}.
 *
 * @param names tables that hbench may not have created, {@link #SERVERS}, {@link #SIZE}, and {@link
 *     #OF_THE_COMMAND}; none if the user has agreed to nothing
 */
public record Consent(List<String> names) {
  /** Actions on more than the table: on servers, and on the balancer. */
  public static final String SERVERS = "servers";

  /** Writes of more than people ask for by mistake, or of an unknown number of bytes. */
  public static final String SIZE = "size";

  /** The table that the command names: what {@code --yes} without a value means. */
  public static final String OF_THE_COMMAND = "true";

  private static final String NONE = "false";
  private static final List<String> WORDS = List.of(SERVERS, SIZE, OF_THE_COMMAND, NONE);

  public Consent {
    names = names.stream().distinct().toList();
  }

  /**
   * Reads names with commas between them.
   *
   * @throws IllegalArgumentException if one of them can't be the name of a table
   */
  static Consent parse(String text) {
    List<String> names =
        Arrays.stream(text.split(",", -1)).map(String::trim).map(Consent::word).toList();
    Validate.isTrue(names.size() == 1 || !names.contains(NONE));
    names.stream()
        .filter(name -> !WORDS.contains(name))
        .forEach(name -> TableName.isLegalFullyQualifiedTableName(Bytes.toBytes(name)));
    return new Consent(names.contains(NONE) ? List.of() : names);
  }

  private static String word(String name) {
    String small = name.toLowerCase(Locale.ROOT);
    return small.equals(OF_THE_COMMAND) || small.equals(NONE) ? small : name;
  }

  /** The flag that agrees to changes of a table that hbench did not create. */
  public static String flagOf(String table) {
    return flag(WORDS.contains(table) ? "default:" + table : table);
  }

  /** The flag that agrees to {@link #SERVERS} or {@link #SIZE}. */
  public static String flag(String name) {
    return Settings.YES.flag() + "=" + name;
  }

  public boolean toServers() {
    return names.contains(SERVERS);
  }

  public boolean toSize() {
    return names.contains(SIZE);
  }

  /**
   * Whether the user has agreed to changes of a table.
   *
   * @param table the one that the command names
   */
  public boolean toTable(String table) {
    return ofTheCommand() || names(table);
  }

  public boolean names(String table) {
    return names.stream()
        .filter(name -> !WORDS.contains(name))
        .anyMatch(name -> TableName.valueOf(name).equals(TableName.valueOf(table)));
  }

  /** Whether it holds for the table that the command names, whichever that is. */
  public boolean ofTheCommand() {
    return names.contains(OF_THE_COMMAND);
  }

  /** The same consent with names in place of the table that the command names. */
  public Consent named(List<String> tables) {
    return new Consent(
        names.stream()
            .flatMap(
                name ->
                    name.equals(OF_THE_COMMAND)
                        ? tables.stream().map(t -> WORDS.contains(t) ? "default:" + t : t)
                        : Stream.of(name))
            .toList());
  }

  /** Both of them. */
  public Consent and(Consent other) {
    return new Consent(Stream.concat(names.stream(), other.names.stream()).toList());
  }

  /** The value of the flag. */
  @Override
  public String toString() {
    return names.isEmpty() ? NONE : String.join(",", names);
  }
}
