package io.hbench.verify;

/**
 * Rows one after the other that have the same flaw.
 *
 * @param first the key of the first one, as HBase's shell prints it
 * @param last the key of the last one
 * @param rows how many there are
 * @param what more about it, or null
 * @param region where they are or should be (the first of them), or null if nobody asked
 * @param server likewise
 */
public record DefectRange(
    Defect flaw, String first, String last, long rows, String what, String region, String server) {

  public DefectRange at(String newRegion, String newServer) {
    return new DefectRange(flaw, first, last, rows, what, newRegion, newServer);
  }
}
