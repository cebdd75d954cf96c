/** Load generation of one task: load loop, counters and hiccup monitor; no MapReduce. */
package io.hbench.engine;
