/** Result type of the translations of other tools' command lines. */
package io.hbench.compat;
