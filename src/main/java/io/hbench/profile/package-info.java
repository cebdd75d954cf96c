/** Profiles of clients and region servers over the measurement window. */
package io.hbench.profile;
