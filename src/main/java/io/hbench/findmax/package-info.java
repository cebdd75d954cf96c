/** Search for the highest sustainable rate. */
package io.hbench.findmax;
