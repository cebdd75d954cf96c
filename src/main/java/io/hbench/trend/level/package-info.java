/** The levels of figures over many nights, and how surprising a night is: statistics alone. */
package io.hbench.trend.level;
