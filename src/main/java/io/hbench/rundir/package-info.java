/** Files of a run directory, which the job writes and the report reads. */
package io.hbench.rundir;
