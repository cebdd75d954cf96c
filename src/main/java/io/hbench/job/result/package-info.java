/** What a task leaves: records and facts in its own file, and their merge by the reducer. */
package io.hbench.job.result;
