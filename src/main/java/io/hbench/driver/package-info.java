/** Drives one or many runs and their hooks from configuration to report; shows the progress. */
package io.hbench.driver;
