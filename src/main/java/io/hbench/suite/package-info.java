/** Suite files and ladders: many runs, planned, recorded and tabulated. */
package io.hbench.suite;
