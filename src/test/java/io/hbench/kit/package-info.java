/** The test kit: running hbench's commands, reading their reports, and marking tests. */
package io.hbench.kit;
