/**
 * Row ranges, key formats, key distributions and cell values, as functions of a seed; no HBase in
 * here.
 */
package io.hbench.data;
