package io.hbench.settings;

import io.hbench.data.KeyDistribution;
import io.hbench.data.KeyFormat;
import io.hbench.data.LengthHistogram;
import io.hbench.data.RegionWeights;
import io.hbench.data.RowSet;
import io.hbench.length.PrecisionGoal;
import io.hbench.length.RunLength;
import io.hbench.replay.RecordedLoad;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.Validate;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;

/**
 * The type of a setting, which reads and checks its text.
 *
 * @param noun completes the sentence "'fast' is not …"
 * @param example one or two valid texts
 * @param read parser; throws IllegalArgumentException or ArithmeticException for an invalid text
 * @param holdsCommas whether a value may contain commas; if not, commas separate the values of a
 *     ladder
 * @param separator of the values of a repeated flag; empty if the last one counts alone
 */
public record SettingType<T>(
    String noun, String example, Function<String, T> read, boolean holdsCommas, String separator) {
  private static final Pattern NUMBER_AND_UNIT =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([a-zA-Z]*)");
  private static final Pattern HOST_LIST =
      Pattern.compile("([\\w.-]+(:\\d{1,5})?,)*[\\w.-]+(:\\d{1,5}|:\\d{1,5}:(/[\\w.-]+)+)?");
  static final Map<String, Long> COUNTS =
      Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L);
  private static final Map<String, Long> SIZES =
      Map.of("", 1L, "b", 1L, "kb", 1L << 10, "mb", 1L << 20, "gb", 1L << 30);
  private static final Map<String, Long> MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  /** A length of time that fits into a long of nanoseconds. */
  private static final Duration MAX_DURATION = Duration.ofDays(1000);

  public static final SettingType<String> TEXT =
      new SettingType<>("a name", "t1", text -> text).where(text -> !text.isEmpty()).withCommas();
  public static final SettingType<String> WEB_ADDRESS =
      new SettingType<>(
              "the address of a server, without user and password",
              "http://prometheus.example.org:9090",
              text -> text)
          .where(text -> text.matches("https?://[\\w.-]+(:\\d{1,5})?(/[\\w./-]*)?"))
          .where(text -> URI.create(text).getHost() != null) // as with an underscore
          .where(text -> URI.create(text).getPort() <= 65535);
  public static final SettingType<String> NAME =
      new SettingType<>("a name", "t1", text -> text).where(text -> text.matches("[^,]+"));
  public static final SettingType<String> USER =
      new SettingType<>("the short name of a user, without a realm", "web", text -> text)
          .where(text -> text.matches("[^,@/\\s]+"));
  public static final SettingType<String> HOSTS =
      new SettingType<>(
              "a list of hosts, each with a port or without, or a key hosts:port:/znode",
              "zk1:2181,zk2:2181,zk3:2181",
              text -> text)
          .where(text -> HOST_LIST.matcher(text).matches())
          .withCommas();
  public static final SettingType<InetSocketAddress> PORT =
      new SettingType<>(
              "a port of this machine, or an address of it and a port", "9464", SettingType::port)
          .where(address -> !address.isUnresolved());
  public static final SettingType<List<String>> FAMILIES =
      new SettingType<>("a list of distinct column families", "cf1,cf2", SettingType::families)
          .withCommas();
  public static final SettingType<Boolean> FLAG =
      new SettingType<>(
          "true or false",
          "true",
          text ->
              switch (text.toLowerCase(Locale.ROOT)) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException(text);
              });
  public static final SettingType<Long> COUNT =
      new SettingType<>("a count of 1 or more", "200k", text -> scaled(text, COUNTS))
          .where(count -> count >= 1);
  public static final SettingType<Long> COUNT_OR_ZERO =
      new SettingType<>("a count", "10k", text -> scaled(text, COUNTS));
  public static final SettingType<Integer> SMALL_COUNT_OR_ZERO =
      new SettingType<>("a count", "16", text -> Math.toIntExact(scaled(text, COUNTS)));
  public static final SettingType<Double> DECIMAL =
      new SettingType<>("a number", "0.5", Double::valueOf);
  public static final SettingType<Integer> FEW =
      new SettingType<>("a count up to 100", "2", SMALL_COUNT_OR_ZERO.read())
          .where(count -> count <= 100);
  public static final SettingType<Map<String, String>> PROPERTIES =
      new SettingType<>("lines of name=value", "retries=3", SettingType::properties).asList("\n");
  public static final SettingType<RecordedLoad> RECORDED =
      new SettingType<>(
              "the summary of a file of requests",
              "{\"file\":\"a.csv\",\"rows\":\"hashed\",\"requests\":{\"put\":9},\"micros\":8000,"
                  + "\"peak\":9,\"families\":[\"f\"],\"bytes\":900,\"largestRequest\":100,"
                  + "\"largestCell\":100}",
              RecordedLoad::parse)
          .withCommas();
  public static final SettingType<Double> SPEED =
      new SettingType<>(
              "a factor above 0 and up to 1000", "10x", text -> factor(text).doubleValue())
          .where(speed -> speed > 0 && speed <= 1000);
  public static final SettingType<Map<String, String>> KEY_VALUES =
      new SettingType<>("a list of distinct KEY=VALUE", "MIN_VERSIONS=1", SettingType::keyValues)
          .asList(",");
  public static final SettingType<Integer> SMALL_COUNT =
      new SettingType<>("a count of 1 or more", "4", SMALL_COUNT_OR_ZERO.read())
          .where(count -> count >= 1);
  public static final SettingType<Integer> FAMILY_COUNT =
      new SettingType<>("a count from 1 to 1000", "4", SMALL_COUNT.read())
          .where(count -> count <= 1000);
  public static final SettingType<Rate> RATE =
      new SettingType<>(
              "a rate in requests per second, a ramp 1k..50k, or steps 10k,20k,40k or 80%,120%",
              "5k", Rate::parse)
          .withCommas();
  public static final SettingType<CatchUp> CATCH_UP =
      new SettingType<>(
          "unbounded, none or burst: and a factor above 1", "burst:1.1", CatchUp::parse);
  public static final SettingType<KeyDistribution> KEYS =
      new SettingType<>(
          "one of " + KeyDistribution.choices(), "zipfian:0.99", KeyDistribution::parse);
  public static final SettingType<KeyFormat> KEY_FORMAT =
      new SettingType<>(
              "a key of 32767 bytes at most with one {row:DIGITS} or {hash:DIGITS}, at the end if"
                  + " it has no number, and one {salt:BUCKETS} at most",
              "{row:26}",
              KeyFormat::parse)
          .withCommas();
  public static final SettingType<LengthHistogram> HISTOGRAM =
      new SettingType<>(
              "a histogram: a line of BlockSize and bytes, then lines of bucket and count",
              "hist.txt",
              LengthHistogram::parse)
          .withCommas();
  public static final SettingType<RegionWeights> REGION_WEIGHTS =
      new SettingType<>(
              "weights of regions: a line 'rows reads writes', then one of three counts for each",
              "regions.txt",
              RegionWeights::parse)
          .withCommas();
  public static final SettingType<Double> SHARE =
      new SettingType<>("a share from 0% to 100%", "5%", text -> share(text));
  public static final SettingType<Double> POSITIVE_SHARE =
      new SettingType<>("a share above 0% and up to 100%", "2%", SHARE.read())
          .where(share -> share > 0);
  public static final SettingType<BigDecimal> PER_SECOND =
      new SettingType<>("a rate in requests per second", "5k", SettingType::perSecond);
  public static final SettingType<BigDecimal> FACTOR =
      new SettingType<>("a factor above 0", "2x", SettingType::factor)
          .where(factor -> factor.signum() > 0);
  public static final SettingType<BigDecimal> GIBIBYTES =
      new SettingType<>("a number of gibibytes above 0", "2.5", text -> new BigDecimal(text))
          .where(size -> size.signum() > 0);
  public static final SettingType<Double> SAMPLE =
      new SettingType<>("a share above 0 and up to 1", "0.1", DECIMAL.read())
          .where(share -> share > 0 && share <= 1);
  public static final SettingType<RowSet> ROWS =
      new SettingType<>("a list of rows, or none", "0-999,5000-5999", RowSet::parse).withCommas();
  public static final SettingType<List<String>> PATHS =
      new SettingType<>("a list of paths", "/runs/a/hfiles", text -> List.of(text.split(",")))
          .asList(",");
  public static final SettingType<List<Objective>> OBJECTIVES =
      new SettingType<>(
              "a list of objectives",
              Objective.EXAMPLES.get(0),
              text -> Arrays.stream(text.split(",", -1)).map(Objective::parse).toList())
          .asList(",");
  public static final SettingType<Long> NUMBER =
      new SettingType<>("a whole number", "42", text -> Long.valueOf(text));
  public static final SettingType<Integer> SIZE =
      new SettingType<>(
          "a size in bytes, with the unit KB, MB or GB where it is not bytes",
          "1KB",
          text -> Math.toIntExact(scaled(text, SIZES)));
  public static final SettingType<Duration> DURATION =
      new SettingType<>(
              "a length of time up to 1000 days",
              "30s",
              text -> Duration.ofMillis(scaled(text, MILLIS)))
          .where(length -> length.compareTo(MAX_DURATION) <= 0);
  public static final SettingType<Duration> POSITIVE_DURATION =
      new SettingType<>("a length of time above 0 and up to 1000 days", "30s", DURATION.read())
          .where(length -> !length.isZero());

  /** Some requests take less than a millisecond. */
  public static final SettingType<Duration> LATENCY =
      new SettingType<>(
              "a latency above 0 and up to 1000 days, in whole microseconds",
              "20ms",
              text -> latency(text))
          .where(latency -> !latency.isZero() && latency.compareTo(MAX_DURATION) <= 0);

  public static final SettingType<RunLength> LENGTH =
      new SettingType<>(
          "a length of time above 0 and up to 1000 days, a minimum and a maximum (1m..30m), or auto",
          "5m",
          text -> RunLength.parse(text, POSITIVE_DURATION.read()));
  public static final SettingType<Consent> CONSENT =
      new SettingType<>("a list of tables, servers and size", "t1,servers,size", Consent::parse)
          .asList(",");
  public static final SettingType<TablePatterns> TABLES =
      new SettingType<>("a list of tables, or none", "bench*,test:*", TablePatterns::parse)
          .withCommas();
  public static final SettingType<Place> PLACE =
      new SettingType<>(
          "one of hosts: and a number, servers, apart, label: and a name", "hosts:5", Place::new);
  public static final SettingType<DailyWindow> WINDOW =
      new SettingType<>(
          "hours of a day, with a time zone or without", "20:00-06:00", DailyWindow::parse);
  public static final SettingType<List<PrecisionGoal>> GOALS =
      new SettingType<>(
              "a list of throughput or percentiles, each with +- and a share below 100%",
              "'p99 +- 2%'",
              text -> Arrays.stream(text.split(",", -1)).map(PrecisionGoal::parse).toList())
          .asList(",");

  /**
   * Reads a path of a Hadoop file system.
   *
   * @param origin flag or command with the path, for messages
   * @throws UsageException if the text is not a path
   */
  public static Path path(String origin, String text) {
    try {
      return new Path(text);
    } catch (IllegalArgumentException e) {
      throw UsageException.badValue(origin, text, "not a path", origin + " /runs/a");
    }
  }

  /**
   * The table of a name, of which one with a namespace and one without may be the same.
   *
   * @throws UsageException if the text is not such a name
   */
  public static TableName tableName(Setting<String> setting, String name) {
    try {
      return TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      throw setting.bad(name, "not a table name", setting.flag() + " t1");
    }
  }

  /** A type whose values contain no commas. */
  public SettingType(String noun, String example, Function<String, T> read) {
    this(noun, example, read, false, "");
  }

  /** The value of a text; empty if the text is not valid. */
  public Optional<T> find(String text) {
    try {
      return Optional.of(read.apply(text));
    } catch (IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  /** The same type for the values that meet a condition. */
  public SettingType<T> where(Predicate<T> condition) {
    Function<String, T> checked =
        text -> {
          T value = read.apply(text);
          Validate.isTrue(condition.test(value));
          return value;
        };
    return new SettingType<>(noun, example, checked, holdsCommas, separator);
  }

  /** The same type with another valid text, for messages. */
  public SettingType<T> withExample(String text) {
    return new SettingType<>(noun, text, read, holdsCommas, separator);
  }

  /** The same type with commas allowed in a value. */
  SettingType<T> withCommas() {
    return new SettingType<>(noun, example, read, true, separator);
  }

  /** The same type as a list, whose flag may be repeated. */
  private SettingType<T> asList(String between) {
    return new SettingType<>(noun, example, read, true, between);
  }

  /** The values of a text; several values, separated by commas, make a ladder. */
  public List<String> values(String text) {
    return holdsCommas
        ? List.of(text)
        : Arrays.stream(text.split(",", -1)).map(String::trim).toList();
  }

  /** A type for the constants of an enum, by their {@code toString}, ignoring case. */
  public static <E extends Enum<E>> SettingType<E> oneOf(Class<E> type) {
    E[] all = type.getEnumConstants();
    String names = Arrays.stream(all).map(E::toString).collect(Collectors.joining(", "));
    return new SettingType<>(
        "one of " + names,
        all[0].toString(),
        text ->
            Arrays.stream(all)
                .filter(e -> e.toString().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /**
   * A length of time in the notation of settings: {@code 2m}, {@code 90s}, {@code 500ms}; a latency
   * may be {@code 400us}.
   */
  public static String text(Duration length) {
    long millis = length.toMillis();
    if (length.compareTo(Duration.ofMillis(millis)) != 0) {
      return TimeUnit.NANOSECONDS.toMicros(length.toNanos()) + "us";
    }
    return Stream.of("h", "m", "s", "ms")
        .filter(unit -> millis % MILLIS.get(unit) == 0)
        .findFirst()
        .map(unit -> millis / MILLIS.get(unit) + unit)
        .orElseThrow();
  }

  private static InetSocketAddress port(String text) {
    int colon = text.lastIndexOf(':');
    int port = Integer.parseInt(text.substring(colon + 1));
    return colon < 0
        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
        : new InetSocketAddress(text.substring(0, colon), port);
  }

  private static Duration latency(String text) {
    Map<String, Long> micros = new HashMap<>(Map.of("us", 1L));
    MILLIS.forEach((unit, millis) -> micros.put(unit, TimeUnit.MILLISECONDS.toMicros(millis)));
    return Duration.of(scaled(text, micros), ChronoUnit.MICROS);
  }

  /** Reads a rate from 0.001 to a billion requests per second. */
  public static BigDecimal perSecond(String text) {
    BigDecimal rate = decimal(text, COUNTS);
    Validate.isTrue(rate.movePointRight(3).compareTo(BigDecimal.ONE) >= 0);
    Validate.isTrue(rate.compareTo(BigDecimal.valueOf(1_000_000_000)) <= 0);
    return rate;
  }

  private static BigDecimal factor(String text) {
    Validate.isTrue(text.endsWith("x"));
    return new BigDecimal(text.substring(0, text.length() - 1));
  }

  private static double share(String text) {
    Validate.isTrue(text.endsWith("%"));
    BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1).trim());
    Validate.isTrue(percent.signum() >= 0 && percent.compareTo(BigDecimal.valueOf(100)) <= 0);
    return percent.movePointLeft(2).doubleValue(); // 7 of 1,000 are 0.7%
  }

  private static long scaled(String text, Map<String, Long> units) {
    return decimal(text, units).longValueExact();
  }

  /** Reads a number and a unit in decimal arithmetic: {@code 2.9GB} is exact. */
  static BigDecimal decimal(String text, Map<String, Long> units) {
    Matcher m = NUMBER_AND_UNIT.matcher(text);
    Long unit = m.matches() ? units.get(m.group(2).toLowerCase(Locale.ROOT)) : null;
    Validate.isTrue(unit != null);
    return new BigDecimal(m.group(1)).multiply(BigDecimal.valueOf(unit));
  }

  private static List<String> families(String text) {
    List<String> names = List.of(text.split(",", -1));
    names.forEach(name -> ColumnFamilyDescriptorBuilder.of(name)); // checks the name
    Validate.isTrue(names.stream().distinct().count() == names.size());
    return names;
  }

  /** A comma begins another pair if a key and an equals sign follow it. */
  private static Map<String, String> keyValues(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String pair : text.split(",(?=[^,=]+=)", -1)) {
      int equals = pair.indexOf('=');
      Validate.isTrue(equals > 0 && equals < pair.length() - 1);
      Validate.isTrue(
          values.put(pair.substring(0, equals).trim(), pair.substring(equals + 1).trim()) == null);
    }
    return values;
  }

  private static Map<String, String> properties(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
    return properties.stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, properties::getProperty));
  }
}
