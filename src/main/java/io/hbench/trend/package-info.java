/** Change points in the figures of many runs over time. */
package io.hbench.trend;
