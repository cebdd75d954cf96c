/** Rights in HBase: which ones a run needs, and which ones its user has. */
package io.hbench.cluster.rights;
