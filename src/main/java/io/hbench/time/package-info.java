/** The time of a process: its clocks, its waits, and the threads that work by them. */
package io.hbench.time;
