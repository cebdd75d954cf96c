/** The operations, one small class each, with their register and the extension API. */
package io.hbench.op;
