/** The stages of a rate: goodput and offered load, time to drain, hysteresis. */
package io.hbench.report.stage;
