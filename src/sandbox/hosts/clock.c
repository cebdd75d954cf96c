/*
 * The clock of a host that is five minutes fast, or -DFAST_MILLIS: LD_PRELOAD for its processes. Time that passes is as
 * it was. libfaketime does this too, and changes how long a JVM's timed waits take: daemons start minutes later.
 */
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef FAST_MILLIS
#define FAST_MILLIS 300000
#endif

/* The rest is in parts of a second. */
static void add(time_t *seconds, long *rest, long parts) {
  long sum = *rest + FAST_MILLIS % 1000 * (parts / 1000); /* negative for a clock that is slow */
  *seconds += FAST_MILLIS / 1000 + (sum >= parts) - (sum < 0);
  *rest = (sum + parts) % parts;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    add(&now->tv_sec, &now->tv_nsec, 1000000000);
  }
  return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
  int failed = syscall(SYS_gettimeofday, now, zone);
  if (!failed) {
    add(&now->tv_sec, &now->tv_usec, 1000000);
  }
  return failed;
}

time_t time(time_t *now) {
  struct timeval tv;
  gettimeofday(&tv, 0);
  if (now) {
    *now = tv.tv_sec;
  }
  return tv.tv_sec;
}
