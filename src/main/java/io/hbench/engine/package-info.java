/** Load generation of one task: load loop, schedules, counters and hiccup monitor; no MapReduce. */
package io.hbench.engine;
