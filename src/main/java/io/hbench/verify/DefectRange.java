package io.hbench.verify;

/**
 * A range of adjacent rows with the same defect.
 *
 * @param first key of the first row, as HBase's shell prints it
 * @param last key of the last row
 * @param rows number of rows
 * @param detail of the defect, such as the cell, or null
 * @param region of the first row, or null if it was not looked up
 * @param server {@code host:port} of the region, or null if it was not looked up
 */
public record DefectRange(
    Defect defect,
    String first,
    String last,
    long rows,
    String detail,
    String region,
    String server) {

  /** The same range with its region and server. */
  public DefectRange at(String newRegion, String newServer) {
    return new DefectRange(defect, first, last, rows, detail, newRegion, newServer);
  }
}
