/*
 * A disk of DataNodes that takes DELAY_MICROS longer for each write and read of a block: LD_PRELOAD for all daemons, as
 * only DataNodes have files of block pools. No disk is busy meanwhile.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

static void delay(int fd) {
  char link[32], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length > 0) {
    path[length] = 0;
    if (strstr(path, "/BP-") && !strstr(path, ".meta")) {
      usleep(DELAY_MICROS);
    }
  }
}

#define DELAYED(type, name, fd, parameters, ...)                \
  type name parameters {                                        \
    static type(*real) parameters;                              \
    if (!real) {                                                \
      *(void **)&real = dlsym(RTLD_NEXT, #name);                \
    }                                                           \
    delay(fd);                                                  \
    return real(__VA_ARGS__);                                   \
  }

DELAYED(ssize_t, write, fd, (int fd, const void *from, size_t count), fd, from, count)
DELAYED(ssize_t, pread64, fd, (int fd, void *to, size_t count, off64_t at), fd, to, count, at)
DELAYED(ssize_t, sendfile64, fd, (int out, int fd, off64_t *at, size_t count), out, fd, at, count)
DELAYED(ssize_t, sendfile, fd, (int out, int fd, off_t *at, size_t count), out, fd, at, count)
