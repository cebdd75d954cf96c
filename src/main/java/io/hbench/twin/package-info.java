/** The load of a table without its data: the file of a profile, and the comparison of two. */
package io.hbench.twin;
