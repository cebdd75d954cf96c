/**
 * Administration of HBase: tables, their preparation, bulk load, region servers and cluster
 * snapshots.
 */
package io.hbench.cluster;
