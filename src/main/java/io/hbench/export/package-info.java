/** What programs read of runs, suites and trends: CSV and JUnit XML. */
package io.hbench.export;
