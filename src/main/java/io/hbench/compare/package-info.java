/** Statistical comparison of two runs, or two sets of runs: baseline and candidate. */
package io.hbench.compare;
