/** Intended times of requests: the schedules of rates, arrivals and think times. */
package io.hbench.pacing;
