/** Samples of what region servers spend: counters of their metrics pages while a job runs. */
package io.hbench.cluster.cost;
