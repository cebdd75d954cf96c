/** The operations, with their register and the extension API. */
package io.hbench.op;
