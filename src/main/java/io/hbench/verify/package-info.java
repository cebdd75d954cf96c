/** The comparison of rows that were read with the values that they must hold. */
package io.hbench.verify;
