/** How long the tokens of a job last. */
package io.hbench.job.token;
