/** Latencies by region server: figures, slow servers, skew. */
package io.hbench.report.server;
