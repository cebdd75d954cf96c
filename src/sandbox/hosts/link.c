/*
 * A link with a delay, which takes no netem of the kernel: a TAP device in the network of a host, one in this network,
 * and this process between them, which writes each frame some microseconds after it was sent. usage: link PROCESS-OF-HOST
 * NAME-THERE NAME-HERE MICROS. FRAMES of a direction may wait; more are lost.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define FRAMES 65536

struct frame {
  int64_t at;
  ssize_t length;
  char bytes[2048];
};

/* One of the two directions. */
struct line {
  int from;
  int to;
  unsigned first;
  unsigned next;
  struct frame frames[FRAMES];
};

static struct line lines[2];

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static int device(const char *name) {
  struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
  int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  strncpy(request.ifr_name, name, IFNAMSIZ - 1);
  if (fd < 0 || ioctl(fd, TUNSETIFF, &request) < 0) fail("/dev/net/tun");
  return fd;
}

static void enter(const char *process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%s/ns/net", process);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || setns(fd, CLONE_NEWNET) < 0) fail(path);
  close(fd);
}

static void receive(struct line *line, int64_t delay) {
  struct frame lost;
  for (;;) {
    struct frame *frame = line->next - line->first < FRAMES ? &line->frames[line->next % FRAMES] : &lost;
    frame->length = read(line->from, frame->bytes, sizeof frame->bytes);
    if (frame->length <= 0) return;
    frame->at = nanos() + delay;
    if (frame != &lost) line->next++;
  }
}

/* What can't be written, as a device is down, is lost. */
static void deliver(struct line *line) {
  while (line->first != line->next && line->frames[line->first % FRAMES].at <= nanos()) {
    struct frame *frame = &line->frames[line->first++ % FRAMES];
    if (write(line->to, frame->bytes, frame->length) < 0) continue;
  }
}

int main(int count, char **words) {
  if (count != 5) return 2;
  int64_t delay = atoll(words[4]) * 1000;
  int here = device(words[3]);
  enter(words[1]);
  int there = device(words[2]);
  prctl(PR_SET_TIMERSLACK, 1);
  lines[0].from = lines[1].to = here;
  lines[1].from = lines[0].to = there;
  for (;;) {
    struct pollfd ready[] = {{.fd = here, .events = POLLIN}, {.fd = there, .events = POLLIN}};
    int64_t wait = INT64_C(1000000000);
    for (int i = 0; i < 2; i++) {
      struct line *line = &lines[i];
      int64_t left = line->first == line->next ? wait : line->frames[line->first % FRAMES].at - nanos();
      if (left < wait) wait = left > 0 ? left : 0;
    }
    struct timespec timeout = {.tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000};
    ppoll(ready, 2, &timeout, NULL);
    if ((ready[0].revents | ready[1].revents) & (POLLERR | POLLHUP | POLLNVAL)) return 1; /* a device is gone */
    for (int i = 0; i < 2; i++) {
      receive(&lines[i], delay);
      deliver(&lines[i]);
    }
  }
}
