/** The availability of a run: its share of answers in time, and its outages. */
package io.hbench.report.outage;
