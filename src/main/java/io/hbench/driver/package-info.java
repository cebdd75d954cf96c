/** Drives one or many runs from configuration to report, and shows their progress. */
package io.hbench.driver;
