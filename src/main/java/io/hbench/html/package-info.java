/** Toolkit for HTML pages with tables and charts, each page in one file; knows nothing of runs. */
package io.hbench.html;
