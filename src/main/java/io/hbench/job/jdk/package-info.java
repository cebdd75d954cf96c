/** The Java of a job's containers: the archive of a JDK that the job brings, and one too old. */
package io.hbench.job.jdk;
