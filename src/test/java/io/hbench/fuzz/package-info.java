/** Arbitrary inputs for everything that hbench reads. */
package io.hbench.fuzz;
