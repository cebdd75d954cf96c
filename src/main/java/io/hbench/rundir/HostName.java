package io.hbench.rundir;

import java.util.Collection;
import java.util.Locale;

/** Names of hosts, which YARN, HBase and tasks may write in other letters, or without a domain. */
public final class HostName {
  private HostName() {}

  /** The one of some names that is of the same host; the name in lower case without one. */
  public static String among(Collection<String> names, String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return names.contains(lower)
        ? lower
        : names.stream().filter(name -> isSame(name, host)).findFirst().orElse(lower);
  }

  /** Whether two names are of the same host, one with its domain and one without. */
  public static boolean isSame(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    return a.equals(b) || a.startsWith(b + ".") || b.startsWith(a + ".");
  }
}
