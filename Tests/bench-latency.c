/* The delay that a stage adds to a live stream: from the last byte of a block written to it to
   the last byte of what it makes of it, median and worst of many blocks.

     bench-latency BLOCK_BYTES COUNT TOOL ARGUMENT ...

   Blocks go out every 20 ms.  What the tool writes is read as it comes; a block has come through
   when nothing more follows within 5 ms. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static int rising(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  int to[2], from[2], size = argc > 3 ? atoi(argv[1]) : 0, count = argc > 3 ? atoi(argv[2]) : 0;
  if (size <= 0 || count <= 0 || pipe(to) || pipe(from)) return 2;
  if (fork() == 0) {
    dup2(to[0], 0);
    dup2(from[1], 1);
    close(to[1]);
    close(from[0]);
    execvp(argv[3], argv + 3);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  fcntl(to[1], F_SETPIPE_SZ, 1 << 20);
  char *block = calloc(size, 1), *waste = malloc(1 << 16);
  double *delays = calloc(count, sizeof *delays);
  for (int i = 0; i < count; i++) {
    double start = now(), last = start;
    for (int done = 0; done < size;) done += write(to[1], block + done, size - done);
    double sent = now();
    struct pollfd f = {from[0], POLLIN, 0};
    while (poll(&f, 1, last == start ? 1000 : 5) > 0) {
      if (read(from[0], waste, 1 << 16) <= 0) return 1;
      last = now();
    }
    delays[i] = last - sent;
    double left = 20 - (now() - start);
    if (left > 0) usleep(left * 1000);
  }
  qsort(delays, count, sizeof *delays, rising);
  printf("median %.3f ms, worst %.3f ms\n", delays[count / 2], delays[count - 1]);
  return 0;
}
