/*
 * The clock of a host that is five minutes fast, or -DFAST_SECONDS: LD_PRELOAD for its processes. Time that passes is as
 * it was. libfaketime does this too, and changes how long a JVM's timed waits take: daemons start minutes later.
 */
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef FAST_SECONDS
#define FAST_SECONDS 300
#endif

int clock_gettime(clockid_t clock, struct timespec *now) {
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    now->tv_sec += FAST_SECONDS;
  }
  return failed;
}

int gettimeofday(struct timeval *now, void *zone) {
  int failed = syscall(SYS_gettimeofday, now, zone);
  if (!failed) {
    now->tv_sec += FAST_SECONDS;
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
