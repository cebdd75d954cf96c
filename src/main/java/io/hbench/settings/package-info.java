/**
 * The register of settings: their names, types, defaults, help, and the commands that take them.
 */
package io.hbench.settings;
