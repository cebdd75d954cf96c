/** What can be measured, and how its values are written; knows no report and no HBase. */
package io.hbench.figure;
