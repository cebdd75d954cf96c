/** Clients of HBase tables with futures as results: a blocking and an asynchronous one. */
package io.hbench.client;
