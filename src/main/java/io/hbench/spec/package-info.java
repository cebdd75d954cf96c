/**
 * The validated specification of a run, {@link io.hbench.spec.RunSpec}, read from its settings, and
 * the plan of each task.
 */
package io.hbench.spec;
