package io.hbench.settings;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.Validate;

/**
 * Hours of each day, such as {@code 20:00-06:00 Europe/Berlin}; the end may be on the next day.
 *
 * @param zone time zone of the hours; empty for that of the machine, which the variable TZ sets
 */
public record DailyWindow(LocalTime from, LocalTime to, Optional<ZoneId> zone) {
  private static final Pattern TEXT =
      Pattern.compile("(\\d{2}:\\d{2})-(\\d{2}:\\d{2})(?:\\s+(\\S+))?");

  /**
   * Reads the hours.
   *
   * @throws IllegalArgumentException if they are none
   */
  static DailyWindow parse(String text) {
    Matcher m = TEXT.matcher(text);
    Validate.isTrue(m.matches());
    try {
      LocalTime from = LocalTime.parse(m.group(1));
      LocalTime to = LocalTime.parse(m.group(2));
      Validate.isTrue(!from.equals(to));
      return new DailyWindow(from, to, Optional.ofNullable(m.group(3)).map(ZoneId::of));
    } catch (java.time.DateTimeException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Time from an instant to the end of the hours; empty if it is not in them. */
  public Optional<Duration> left(Instant now) {
    ZonedDateTime at = at(now);
    return Stream.of(at.toLocalDate().minusDays(1), at.toLocalDate())
        .filter(day -> !at.isBefore(day.atTime(from).atZone(at.getZone())))
        .map(day -> Duration.between(at, end(day, at.getZone())))
        .filter(left -> left.compareTo(Duration.ZERO) > 0)
        .findFirst();
  }

  private ZonedDateTime end(LocalDate day, ZoneId of) {
    return (to.isAfter(from) ? day : day.plusDays(1)).atTime(to).atZone(of);
  }

  /** The time of day in the zone of the hours: {@code 14:05}. */
  public String timeOfDay(Instant instant) {
    return at(instant).format(DateTimeFormatter.ofPattern("HH:mm"));
  }

  private ZonedDateTime at(Instant instant) {
    return instant.atZone(zone.orElseGet(ZoneId::systemDefault));
  }

  @Override
  public String toString() {
    return from + "-" + to + zone.map(z -> " " + z).orElse("");
  }
}
