/** The slowest requests of a run, and what took their time. */
package io.hbench.report.slow;
