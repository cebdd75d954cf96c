package io.hbench.compare;

/** A figure of an operation: what is compared and judged. */
record FigureKey(String operation, ComparedFigure figure) {}
