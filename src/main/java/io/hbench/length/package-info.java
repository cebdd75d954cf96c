/** How long a run must be: when its figures are steady, and how precise they are. */
package io.hbench.length;
