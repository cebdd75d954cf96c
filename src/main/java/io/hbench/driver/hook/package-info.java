/** What a suite does during a run and around it: hooks, shell lines, their undo and deadlines. */
package io.hbench.driver.hook;
