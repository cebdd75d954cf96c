/** What the tasks of a running job have flushed so far, and whether that is enough. */
package io.hbench.report.live;
