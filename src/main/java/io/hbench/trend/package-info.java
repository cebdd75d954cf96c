/** Changes of the levels of figures over many nights. */
package io.hbench.trend;
