/** Figures of runs as a whole, and of their region servers: each has one value in a run. */
package io.hbench.compare.run;
