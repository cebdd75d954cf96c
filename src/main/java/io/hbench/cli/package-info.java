/** The commands: one class each, from the words of a command line to an exit code. */
package io.hbench.cli;
