/** MapReduce job of a run: submission, input format, mapper, reducer. */
package io.hbench.job;
