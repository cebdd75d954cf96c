/** What people read of a run, a comparison, a search or a suite: each as one document. */
package io.hbench.view;
