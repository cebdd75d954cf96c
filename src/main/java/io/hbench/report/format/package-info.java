/** Output formats of a report: text, HTML, CSV, JUnit, Prometheus, YCSB and HdrHistogram log. */
package io.hbench.report.format;
