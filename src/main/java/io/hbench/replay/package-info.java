/** Files of recorded requests: their text, their summary, and the share of each load thread. */
package io.hbench.replay;
