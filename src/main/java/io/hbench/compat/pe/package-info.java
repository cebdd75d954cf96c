/** Translates command lines of PerformanceEvaluation into settings of hbench. */
package io.hbench.compat.pe;
