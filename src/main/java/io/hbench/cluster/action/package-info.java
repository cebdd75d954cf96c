/** Actions of a suite on a cluster during a run, such as moves of regions, and their undo. */
package io.hbench.cluster.action;
