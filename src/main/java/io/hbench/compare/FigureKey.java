package io.hbench.compare;

/** The identity of a compared figure: its operation and which figure it is. */
record FigureKey(String operation, ComparedFigure figure) {}
