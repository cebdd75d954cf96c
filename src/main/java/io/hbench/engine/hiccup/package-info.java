/** Delays of a client's process that are not the cluster's: hiccups, CPU time, CPU quota. */
package io.hbench.engine.hiccup;
