/** When regions were unavailable: what a task notices, and what all tasks together know. */
package io.hbench.outage;
