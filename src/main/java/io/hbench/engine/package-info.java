/** Load generation of one task: load loop, counters, hiccups of the client; no MapReduce. */
package io.hbench.engine;
