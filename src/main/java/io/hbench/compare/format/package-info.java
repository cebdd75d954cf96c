/** A comparison as text and as a page. */
package io.hbench.compare.format;
