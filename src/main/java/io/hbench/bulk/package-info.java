/** Client that writes HFiles for a bulk load. */
package io.hbench.bulk;
