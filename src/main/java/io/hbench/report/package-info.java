/** Report of a run with its verdict, made from the files of the run directory. */
package io.hbench.report;
