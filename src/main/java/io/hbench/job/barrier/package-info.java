/** Files by which the tasks of a job and its submitter wait for each other and share a clock. */
package io.hbench.job.barrier;
