/** The verdict of a suite on one screen: what changed, how sure, which side; as JUnit XML, too. */
package io.hbench.suite.summary;
