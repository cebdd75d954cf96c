/** Gets, scans, puts and deletes for the rows of a table, and the outcomes of requests. */
package io.hbench.row;
