package io.hbench.cluster;

import io.hbench.twin.Law;
import io.hbench.twin.Twin.Family;
import io.hbench.twin.Twin.FamilySettings;
import java.util.Map;
import java.util.Set;

/** Lengths of the cells of a table, as far as they could be known. */
interface CellLengths {
  /** Families that were found, with or without cells, by their names in HBase. */
  Set<String> families();

  /** Lengths of the row keys; null if unknown. */
  default Law rowKeys() {
    return null;
  }

  /**
   * A family with the lengths of its cells.
   *
   * @param name in HBase
   * @param shown name in the twin
   */
  Family family(String name, String shown, FamilySettings settings);

  /** What is unknown or incomplete, by its path in the twin. */
  Map<String, String> unknown();
}
