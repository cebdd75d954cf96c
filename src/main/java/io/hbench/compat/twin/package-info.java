/** The twin of a table → settings: its rows and regions, and its load. */
package io.hbench.compat.twin;
