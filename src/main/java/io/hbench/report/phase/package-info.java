/** The phases of a run with hooks: before the first event, during it, and recovered. */
package io.hbench.report.phase;
