/** A document as a page in one file. */
package io.hbench.html;
