/** Documents that people read, as data: facts, tables, charts; and their rendering as text. */
package io.hbench.doc;
