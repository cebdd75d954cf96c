/** What an operation costs servers and clients, over exactly the measurement window. */
package io.hbench.report.cost;
