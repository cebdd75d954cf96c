/** Translates command lines and property files of YCSB into settings of hbench. */
package io.hbench.compat.ycsb;
