package io.hbench.settings;

/** An attribute of a setting: its effect, or the commands that take it. */
public enum SettingRole {
  /** One of the twenty that a first week needs: in the help of a command without {@code --all}. */
  BASIC,
  /** Determines which rows a table has and what they hold. */
  ROW_CONTENT,
  /**
   * Changes neither the load nor the table: names, paths, the report, start conditions. Runs that
   * differ only in such settings are comparable.
   */
  NO_LOAD_EFFECT,
  /** Refused by {@code load} and {@code verify}, which process every row once. */
  NOT_FOR_FULL_PASS,
  /** Refused by {@code findmax}, which sets the rate and the length of each step. */
  NOT_FOR_FINDMAX,
  /** Taken by {@code findmax} only. */
  FINDMAX_ONLY,
  /** Taken by {@code load} only. */
  LOAD_ONLY,
  /** Chosen for each run unless it is given; {@code plan.xml} has it only if it was given. */
  PER_RUN,
  /**
   * May differ between the sides of a duet: each side has its own connection and threads, and makes
   * its own requests. They share all other settings, such as the rate, the keys and the window.
   */
  PER_SIDE,

  /** Set in the configuration of a site for everybody: neither a flag nor changed by one. */
  SITE,
  /** Operand of the command line, stored as a setting for {@code plan.xml}; not a flag. */
  OPERAND
}
