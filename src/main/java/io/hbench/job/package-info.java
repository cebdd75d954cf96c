/** MapReduce job of a run: submission, input format, mapper, reducer, JDK of its containers. */
package io.hbench.job;
