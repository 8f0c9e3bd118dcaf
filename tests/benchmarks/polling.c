/*
 * Makes a load generator poll in place of sleeping, by LD_PRELOAD: to wake a sleeping process costs the server that sends it something about as
 * much as to send it, so that the cost of a request would depend on how often the generator happens to sleep.
 */
#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long long millis(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
    long long end = timeout > 0 ? millis() + timeout : 0;
    for (;;) {
        int ready = (int) syscall(SYS_epoll_pwait, epoll, events, count, 0, NULL, 0);
        if (ready != 0 || timeout == 0 || (timeout > 0 && millis() >= end)) {
            return ready;
        }
    }
}
