/** Records as JSON, and back: how they are written, and the labels of enums in them. */
package io.hbench.json;
