/** Latency histograms: series, records and recorders; no HBase. */
package io.hbench.latency;
