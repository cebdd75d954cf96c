/** What programs read of runs and suites, beside their JSON. */
package io.hbench.export;
