/** Load generation of one task: load loop, counters; no MapReduce. */
package io.hbench.engine;
