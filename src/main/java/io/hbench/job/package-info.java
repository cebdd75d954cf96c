/** MapReduce job of a run: submission, input format, mapper, reducer, start and step barriers. */
package io.hbench.job;
