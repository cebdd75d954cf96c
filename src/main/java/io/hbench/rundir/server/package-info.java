/** What the region servers have told of a run: samples of their counters, and their slow logs. */
package io.hbench.rundir.server;
